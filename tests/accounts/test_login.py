import pytest
from django.core import mail
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User

from .signing import PASSWORD, code, confirm, errors, has_code, log_in, sign_up, who

pytestmark = pytest.mark.django_db
LOGIN, SIGN_UP = "/tr/account/login/", "/tr/account/signup/"
DOORS = (LOGIN, SIGN_UP, SIGN_UP + "passkey/", LOGIN + "code/")


@pytest.mark.parametrize("email", ["alice@example.org", "Alice@Example.ORG", " alice@example.org "])
def test_an_address_logs_in_whatever_its_capitals(client, alice, email):
    answer = log_in(client, email)
    assert (answer.status_code, answer["Location"]) == (302, "/en/")
    assert who(client) == alice.pk


def test_who_was_made_in_capitals_logs_in_in_any_case(client, new_browser, person):
    ayse = person("Ayşe", "AYSE@EXAMPLE.ORG")
    for email in ("AYSE@EXAMPLE.ORG", "ayse@example.org"):
        client = new_browser()
        log_in(client, email)
        assert who(client) == ayse.pk


def test_two_spellings_of_an_address_are_one_account(client, new_browser):
    sign_up(client, "Ayse@Example.com", "Ayşe")
    confirm(client, code())
    sign_up(new_browser(), "ayse@example.com", "Fatma")
    assert [user.email for user in User.objects.all()] == ["ayse@example.com"]


def test_a_wrong_password_lets_nobody_in(client, alice):
    answer = log_in(client, "alice@example.org", "battery staple")
    assert errors(answer) == {"__all__": ["email_password_mismatch"]}
    assert who(client) is None


def test_a_banned_person_is_not_let_in(client, alice):
    User.objects.update(is_active=False)
    assert log_in(client, "alice@example.org")["Location"] == "/en/account/inactive/"
    assert who(client) is None


def test_the_sixth_wrong_password_has_to_wait(client, alice, charlie):
    for _ in range(5):
        log_in(client, "alice@example.org", "battery staple")
    answer = log_in(client, "alice@example.org", PASSWORD)
    assert errors(answer) == {"__all__": ["too_many_login_attempts"]}
    log_in(client, "charlie@example.org")
    assert who(client) == charlie.pk


def test_logout_takes_a_post(client, alice):
    client.force_login(alice)
    assert client.get("/en/account/logout/").status_code == 200
    assert who(client) == alice.pk
    answer = client.post("/en/account/logout/")
    assert (answer.status_code, answer["Location"]) == (302, "/en/")
    assert who(client) is None


def test_login_and_logout_want_a_token(new_browser, alice):
    client = new_browser(enforce_csrf_checks=True)
    assert log_in(client, "alice@example.org").status_code == 403
    assert sign_up(client, "dana@example.org", "Dana").status_code == 403
    client.force_login(alice)
    assert client.post("/en/account/logout/").status_code == 403
    assert who(client) == alice.pk


def test_a_code_from_the_mail_logs_in(client, alice):
    answer = client.post("/en/account/login/code/", {"email": "Alice@example.org"})
    assert (answer.status_code, answer["Location"]) == (302, "/en/account/login/code/confirm/")
    answer = client.post(answer["Location"], {"code": code()})
    assert (answer.status_code, answer["Location"]) == (302, "/en/")
    assert who(client) == alice.pk


def test_three_wrong_login_codes_end_the_attempt(client, alice):
    client.post("/en/account/login/code/", {"email": "alice@example.org"})
    for _ in range(3):
        client.post("/en/account/login/code/confirm/", {"code": "AAAA-AAAA"})
    client.post("/en/account/login/code/confirm/", {"code": code()})
    assert who(client) is None


def test_the_code_of_one_browser_is_of_no_use_in_another(client, new_browser, alice):
    client.post("/en/account/login/code/", {"email": "alice@example.org"})
    stranger = new_browser()
    stranger.post("/en/account/login/code/", {"email": "nobody@example.org"})
    stranger.post("/en/account/login/code/confirm/", {"code": code(mail.outbox[0])})
    assert who(stranger) is None


def test_a_new_password_by_code_voids_the_old_one_and_every_session(client, new_browser, alice):
    thief = new_browser()
    log_in(thief, "alice@example.org")
    client.post("/en/account/password/reset/", {"email": "ALICE@example.org"})
    answer = client.post("/en/account/password/reset/confirm/", {"code": code()})
    assert (answer.status_code, answer["Location"]) == (302, "/en/account/password/reset/complete/")
    new = "correct battery"
    client.post(answer["Location"], {"password1": new, "password2": new})
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert not thief.get("/en/").context["user"].is_authenticated
    assert errors(log_in(new_browser(), "alice@example.org"))
    log_in(client, "alice@example.org", new)
    assert who(client) == alice.pk


def test_a_new_password_needs_the_code(client, alice):
    client.post("/en/account/password/reset/", {"email": "alice@example.org"})
    complete = "/en/account/password/reset/complete/"
    client.post(complete, {"password1": "correct battery", "password2": "correct battery"})
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("/uk/rules/", "/uk/rules/"),
        ("http://testserver/uk/rules/", "http://testserver/uk/rules/"),
        ("//evil.example/", "/tr/"),
        ("https://evil.example/", "/tr/"),
        ("https:evil.example", "/tr/"),
        ("///evil.example", "/tr/"),
        ("/\\evil.example", "/tr/"),
        ("\\\\evil.example", "/tr/"),
        ("http://testserver@evil.example/", "/tr/"),
        ("javascript:alert(1)", "/tr/"),
        ("\x00//evil.example", "/tr/"),
    ],
)
class TestNext:
    def test_login_goes_on_to_a_page_of_ours_only(self, client, alice, wanted, place):
        answer = log_in(client, "alice@example.org", language="tr", next=wanted)
        assert answer["Location"] == place

    def test_sign_up_goes_on_to_a_page_of_ours_only(self, client, db, wanted, place):
        sign_up(client, "dana@example.org", "Dana", language="tr", next=wanted)
        assert confirm(client, code(), language="tr")["Location"] == place

    @pytest.mark.parametrize("path", DOORS)
    def test_who_is_signed_in_is_sent_on_at_once(self, client, alice, path, wanted, place):
        client.force_login(alice)
        answer = client.get(path, {"next": wanted})
        assert (answer.status_code, answer["Location"]) == (302, place)


@pytest.mark.parametrize("path", DOORS)
def test_who_is_signed_in_is_sent_home_in_his_language(client, alice, path):
    client.force_login(alice)
    assert client.get(path)["Location"] == "/tr/"
    assert client.post(path, {})["Location"] == "/tr/"


@pytest.mark.parametrize("path", DOORS)
def test_the_sign_in_pages_are_not_kept_by_the_browser(client, db, path):
    assert "no-store" in client.get(path)["Cache-Control"]


def test_next_to_the_logout_page_logs_nobody_out(client, alice):
    answer = log_in(client, "alice@example.org", next="/en/account/logout/")
    client.get(answer["Location"])
    assert who(client) == alice.pk


@pytest.mark.parametrize("language", ["en", "ms", "uk", "tr"])
def test_a_page_for_members_sends_to_the_login_of_its_language(client, db, language):
    with override(language):
        page = reverse("account_email")
    assert client.get(page)["Location"] == f"/{language}/account/login/?next={page}"


def test_an_address_is_changed_by_its_owner_only(client, alice, charlie):
    client.force_login(charlie)
    client.post("/en/account/email/", {"action_remove": "", "email": alice.email})
    client.post("/en/account/email/", {"action_primary": "", "email": alice.email})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert alice.emailaddress_set.get().primary
    assert not [message for message in mail.outbox if has_code(message)]


def test_the_steps_of_a_passkey_lead_on_who_is_signed_in(client, alice):
    client.force_login(alice)
    for step in ("2fa/webauthn/signup/", "2fa/authenticate/"):
        assert client.get(f"/tr/account/{step}")["Location"] == "/tr/"


def test_a_passkey_login_without_a_passkey_leads_back_to_the_login(client, db):
    path = "/uk/account/2fa/webauthn/login/"
    assert client.get(path)["Location"] == "/uk/account/login/"
    assert client.post(path)["Location"] == "/uk/account/login/"


def test_a_code_entered_again_by_back_or_in_a_second_window_leads_on(client):
    sign_up(client, "dana@example.org", "Dana")
    right = code()
    confirm(client, right)
    answer = client.post("/en/account/confirm-email/", {"code": right}, follow=True)
    assert answer.status_code == 200
    assert answer.context["user"].is_authenticated
