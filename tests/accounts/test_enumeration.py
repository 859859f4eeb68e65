"""A stranger learns from no page, no status and no time whether an address has an account."""

import re

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.db.models import F

from accounts.models import NAME_PAUSE, User

from .signing import errors, has_code, log_in, proven, sign_up

KNOWN, UNKNOWN = "alice@example.org", "erika@example.org"
CLOCK = ("Expires", "Content-Length")  # of pages with tokens and addresses in them


@pytest.fixture
def hashes(monkeypatch) -> list[str]:
    """The passwords that were hashed, which is what takes time."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self, password, salt):
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return hashed


@pytest.fixture
def seen(alice, bob, new_browser, hashes):
    """All that one gets to see, with the address and tokens left out."""

    def seen(address, act):
        client, mails, hashed = new_browser(), len(mail.outbox), len(hashes)
        answers = [act(client, address)]
        if answers[0].status_code == 302:
            answers.append(client.get(answers[0]["Location"]))
        pages = [_plain(answer, address) for answer in answers]
        recipients = [message.to for message in mail.outbox[mails:]]
        assert recipients in ([], [[address]])
        return pages, len(recipients), len(hashes) - hashed

    return seen


def _plain(answer, address):
    html = answer.content.decode().replace(address, "ADDRESS")
    html = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html)
    headers = {name: value for name, value in answer.items() if name not in CLOCK}
    return answer.status_code, headers, html


def _sign_up(client, address):
    return sign_up(client, address, {KNOWN: "Erika", UNKNOWN: "Monika"}[address])


def _sign_up_with_a_taken_name(client, address):
    return sign_up(client, address, "Alice")


def _sign_up_with_a_weak_password(client, address):
    return sign_up(client, address, "Erika", password="1234")


def _sign_up_with_a_passkey(client, address):
    data = {"email": address, "name": {KNOWN: "Erika", UNKNOWN: "Monika"}[address]}
    return client.post("/en/account/signup/passkey/", data)


def _sign_up_with_a_passkey_and_a_taken_name(client, address):
    return client.post("/en/account/signup/passkey/", {"email": address, "name": "Alice"})


def _enter_a_wrong_code_after_it(client, address):
    answer = _sign_up_with_a_passkey(client, address)
    return client.post(answer["Location"], {"code": "AAAA-AAAA"})


def _go_on_to_make_the_passkey(client, address):
    _sign_up_with_a_passkey(client, address)
    return client.get("/en/account/2fa/webauthn/signup/")


def _change_an_own_address_to_it(client, address):
    proven(client, User.objects.get(name="Bob"))
    return client.post("/en/account/email/", {"action_add": "", "email": address})


def _enter_a_wrong_code_after_that(client, address):
    answer = _change_an_own_address_to_it(client, address)
    return client.post(answer["Location"], {"code": "AAAA-AAAA"})


def _log_in(client, address):
    return log_in(client, address, "battery staple")


def _ask_for_a_login_code(client, address):
    return client.post("/en/account/login/code/", {"email": address})


def _ask_for_a_new_password(client, address):
    return client.post("/en/account/password/reset/", {"email": address})


@pytest.mark.parametrize(
    ("act", "mails"),
    [
        (_sign_up, 1),
        (_sign_up_with_a_taken_name, 0),
        (_sign_up_with_a_weak_password, 0),
        (_sign_up_with_a_passkey, 1),
        (_sign_up_with_a_passkey_and_a_taken_name, 0),
        (_enter_a_wrong_code_after_it, 1),
        (_go_on_to_make_the_passkey, 1),
        (_change_an_own_address_to_it, 1),
        (_enter_a_wrong_code_after_that, 1),
        (_log_in, 0),
        (_ask_for_a_login_code, 1),
        (_ask_for_a_new_password, 1),
    ],
)
def test_a_known_address_looks_like_any_other(seen, act, mails):
    known, unknown = seen(KNOWN, act), seen(UNKNOWN, act)
    assert known == unknown
    assert known[1] == mails


def test_the_owner_is_told_that_he_has_an_account(client, alice):
    sign_up(client, KNOWN.upper(), "Erika")
    assert "already exists" in mail.outbox[0].body
    assert not has_code(mail.outbox[0])


@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_a_second_sign_up_with_the_name_does_not_tell_them_apart(alice, new_browser, address):
    sign_up(new_browser(), address, "Erika")
    answer = sign_up(new_browser(), "mallory@example.org", "ERIKA")
    assert errors(answer) == {"name": ["taken"]}


@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_nor_does_a_change_to_the_name(alice, bob, new_browser, address):
    sign_up(new_browser(), address, "Erika")
    client = new_browser()
    client.force_login(bob)
    User.objects.update(name_since=F("name_since") - NAME_PAUSE)
    answer = client.post("/en/account/name/", {"name": "ERIKA"})
    assert errors(answer) == {"name": ["taken"]}


@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_nor_does_one_after_another_name_was_tried(alice, new_browser, aged, settings, address):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}
    sign_up(new_browser(), address, "Erika")
    aged(60)
    sign_up(new_browser(), address, "Monika")
    answer = sign_up(new_browser(), "mallory@example.org", "Erika")
    assert errors(answer) == {"name": ["taken"]}


@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_an_address_does_not_give_away_whose_name_it_is(alice, new_browser, address):
    assert errors(sign_up(new_browser(), address, "Alice")) == {"name": ["taken"]}
