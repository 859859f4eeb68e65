"""Passkeys and the authenticator app, as far as it goes without a browser."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail

from accounts.models import User

from .signing import app, code, confirm, errors, log_in, passkey, proven, sign_up, who

pytestmark = pytest.mark.django_db
PASSKEYS = "/en/account/2fa/webauthn/"
SECOND = "/en/account/2fa/authenticate/"
EMPTY = '"clientDataJSON":"","authenticatorData":"","attestationObject":"","signature":""'


def test_a_passkey_sign_up_asks_for_a_name_and_no_password(client):
    page = client.get("/en/account/signup/passkey/")
    assert list(page.context["form"].fields) == ["name", "email"]
    data = {"email": "dana@example.org", "name": "Dana"}
    answer = client.post("/en/account/signup/passkey/", data)
    assert answer["Location"] == "/en/account/confirm-email/"
    answer = confirm(client, code())
    assert answer["Location"] == "/en/account/2fa/webauthn/signup/"
    assert who(client) is None  # the passkey is still to be made
    dana = User.objects.get()
    assert (dana.name, dana.has_usable_password()) == ("Dana", False)


@pytest.mark.parametrize(
    ("name", "reason"), [("ALICE", "taken"), ("Аdmin", "script"), ("Bot 2", "reserved")]
)
def test_a_passkey_sign_up_refuses_the_same_names(client, alice, name, reason):
    data = {"email": "dana@example.org", "name": name}
    answer = client.post("/en/account/signup/passkey/", data)
    assert errors(answer) == {"name": [reason]}
    assert mail.outbox == []


def test_who_began_with_a_passkey_and_never_made_one_comes_in_by_a_code(client, new_browser):
    data = {"email": "dana@example.org", "name": "Dana"}
    client.post("/en/account/signup/passkey/", data)
    confirm(client, code())
    later = new_browser()
    later.post("/en/account/login/code/", {"email": "dana@example.org"})
    later.post("/en/account/login/code/confirm/", {"code": code()})
    assert who(later) == User.objects.get().pk


@pytest.mark.parametrize(
    "credential",
    [
        *("", "[[[[", "1", "null", '"x"', "[]", "{}"),
        '{"response": {}}',
        '{"response": []}',
        '{"id": "\\u0000"}',
        '{"id": "a", "rawId": "a", "type": "public-key", "response": {' + EMPTY + "}}",
        '{"id": "YQ", "rawId": "YQ", "type": "public-key", "response": {"userHandle": "/w", '
        + EMPTY
        + "}}",
    ],
)
@pytest.mark.parametrize("place", ["login", "add", "reauthenticate", "second step"])
def test_what_no_browser_says_of_a_passkey_is_refused_and_changes_nothing(
    client, alice, place, credential
):
    url = f"{PASSKEYS}{place}/"
    if place == "login":
        client.get(url, headers={"accept": "application/json"})
    elif place == "second step":
        app(alice)
        log_in(client, alice.email)
        url = SECOND
    else:
        proven(client, alice)
        client.get(url)
    before = who(client)
    assert client.post(url, {"credential": credential}).status_code in (200, 302)
    assert who(client) == before
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def test_a_passkey_is_renamed_and_removed_by_its_owner_only(client, alice, charlie):
    key = passkey(alice)
    proven(client, charlie)
    for act in ("edit", "remove"):
        assert client.post(f"{PASSKEYS}keys/{key.pk}/{act}/", {"name": "Mine"}).status_code == 404
    proven(client, alice)
    client.post(f"{PASSKEYS}keys/{key.pk}/edit/", {"name": "Telephone"})
    key.refresh_from_db()
    assert key.wrap().name == "Telephone"
    client.post(f"{PASSKEYS}keys/{key.pk}/remove/")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        *("webauthn/add/", "totp/activate/", "recovery-codes/generate/"),
        "recovery-codes/",
        "recovery-codes/download/",
    ],
)
def test_how_one_logs_in_is_changed_by_who_was_asked_again_only(client, alice, path):
    RecoveryCodes.activate(alice)
    client.force_login(alice)
    answer = client.get(f"/en/account/2fa/{path}")
    assert answer["Location"].startswith("/en/account/reauthenticate/?next=")


def test_a_passkey_alone_asks_for_no_second_step(client, alice):
    passkey(alice)
    assert log_in(client, alice.email)["Location"] == "/en/"
    assert who(client) == alice.pk


@pytest.mark.parametrize("by_code", [False, True], ids=["password", "code"])
def test_an_app_asks_for_a_second_step(client, alice, by_code):
    app(alice)
    if by_code:
        client.post("/en/account/login/code/", {"email": alice.email})
        answer = client.post("/en/account/login/code/confirm/", {"code": code()})
    else:
        answer = log_in(client, alice.email)
    assert answer["Location"] == SECOND
    assert who(client) is None
    assert "mfa_webauthn_authenticate" not in client.get(SECOND).content.decode()
    assert errors(client.post(SECOND, {"code": "000000"})) == {"code": ["incorrect_code"]}
    assert who(client) is None


def test_a_passkey_will_do_as_the_second_step(client, alice, monkeypatch):
    app(alice)
    monkeypatch.setattr(
        "allauth.mfa.webauthn.internal.auth.get_server", lambda: _Server([{"id": "YQ"}])
    )
    log_in(client, alice.email)
    assert "mfa_webauthn_authenticate" in client.get(SECOND).content.decode()


class _Server:
    """One that knows a passkey without its key."""

    def __init__(self, known: list) -> None:
        self.known = known

    def authenticate_begin(self, **_):
        return {"publicKey": {"allowCredentials": self.known}}, {}


def test_a_recovery_code_is_good_once(client, new_browser, alice):
    app(alice)
    spare = RecoveryCodes.activate(alice).get_unused_codes()[0]
    for browser, enters in ((client, True), (new_browser(), False)):
        log_in(browser, alice.email)
        browser.post(SECOND, {"code": spare})
        assert (who(browser) == alice.pk) is enters


def test_the_sixth_wrong_number_has_to_wait(client, alice):
    app(alice)
    log_in(client, alice.email)
    for _ in range(5):
        client.post(SECOND, {"code": "000000"})
    answer = client.post(SECOND, {"code": "000000"})
    assert errors(answer) == {"code": ["too_many_login_attempts"]}


def test_keys_are_not_in_the_database_for_everybody_to_read(alice, settings):
    key = app(alice)
    seed = Authenticator.objects.get().data["secret"]
    assert key not in seed
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    from accounts.mfa import MFAAdapter

    assert MFAAdapter().decrypt(seed) == key


def test_the_square_to_be_scanned_is_part_of_the_page(client, alice):
    proven(client, alice)
    page = client.get("/en/account/2fa/totp/activate/").content.decode()
    assert '<div class="scan" role="img"' in page
    assert page.count("<svg ") == 2  # the other is the globe of the languages
    assert "<?xml" not in page
    assert "data:" not in page


def test_a_change_of_passkeys_is_told_by_mail(client, alice):
    key = passkey(alice)
    proven(client, alice)
    client.post(f"{PASSKEYS}keys/{key.pk}/remove/")
    assert [message.to for message in mail.outbox] == [[alice.email]]


def test_a_code_by_mail_does_not_undo_the_hold_on_an_unconfirmed_account(client, new_browser):
    sign_up(client, "dana@example.org", "Dana")
    stranger = new_browser()
    stranger.post("/en/account/login/code/", {"email": "dana@example.org"})
    stranger.post("/en/account/login/code/confirm/", {"code": code(mail.outbox[0])})
    assert who(stranger) is None
