"""Pages, mails and refusals come in the language of the address."""

import re

import pytest
from django.core import mail
from django.utils.timesince import TIME_STRINGS
from django.utils.translation import gettext, ngettext, override

from .signing import code, confirm, errors, log_in, sign_up, who

LANGUAGES = ("en", "ms", "uk", "tr")
PAGES = ("login/", "signup/", "login/code/", "password/reset/")

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("language", LANGUAGES)]


def _in(language: str, text: str) -> str:
    """The text in this language; it must have been translated, which English need not be."""
    with override(language):
        translated = gettext(text)
    assert language == "en" or translated != text, f"{text!r} is not in {language}"
    return translated


def _lang(answer) -> str:
    return re.search(r'<html[^>]* lang="([\w-]+)"', answer.content.decode())[1]


def _text(answer) -> str:
    return answer.content.decode().replace("&#x27;", "'").replace("&#39;", "'")


@pytest.mark.parametrize("path", PAGES)
def test_a_sign_in_page_is_in_its_language(client, language, path):
    answer = client.get(f"/{language}/account/{path}")
    assert (answer.status_code, _lang(answer)) == (200, language)
    assert answer["Content-Language"] == language


def test_sign_up_speaks_one_language_from_the_page_to_the_end(client, language):
    page = client.get(f"/{language}/account/signup/")
    assert _in(language, "Sign Up") in _text(page)
    answer = sign_up(client, "dana@example.org", "Dana", language=language)
    assert answer["Location"] == f"/{language}/account/confirm-email/"
    message = mail.outbox[0]
    assert message.subject == _in(language, "Please Confirm Your Email Address")
    assert (
        _in(
            language,
            "Your email verification code is listed below."
            " Please enter it in your open browser window.",
        )
        in message.body
    )
    page = client.get(answer["Location"])
    assert _lang(page) == language
    assert _in(language, "Enter Email Verification Code") in _text(page)
    answer = confirm(client, "AAAA-AAAA", language)
    assert _in(language, "Incorrect code.") in _text(answer)
    assert confirm(client, code(), language)["Location"] == f"/{language}/"
    assert who(client) is not None


def test_a_refused_login_says_so_in_its_language(client, alice, language):
    answer = log_in(client, "alice@example.org", "battery staple", language)
    text = "The email address and/or password you specified are not correct."
    assert _in(language, text) in _text(answer)


def test_the_mail_with_a_login_code_is_in_its_language(client, alice, language):
    client.post(f"/{language}/account/login/code/", {"email": "alice@example.org"})
    assert mail.outbox[0].subject == _in(language, "Sign-In Code")


def test_the_mail_with_a_reset_code_is_in_its_language(client, alice, language):
    client.post(f"/{language}/account/password/reset/", {"email": "alice@example.org"})
    assert mail.outbox[0].subject == _in(language, "Password Reset Code")


SHORT = "This password is too short. It must contain at least %d character."
SHORTS = "This password is too short. It must contain at least %d characters."


def test_a_short_password_is_counted_as_the_language_counts(client, language):
    answer = sign_up(client, "dana@example.org", "Dana", password="x9q!", language=language)
    assert "password_too_short" in errors(answer)["password1"]
    with override(language):
        expected = ngettext(SHORT, SHORTS, 8) % 8
    assert (expected == SHORTS % 8) == (language == "en")
    assert expected in _text(answer)


DAYS = {
    "en": {1: "1 day", 2: "2 days", 5: "5 days", 11: "11 days", 21: "21 days"},
    "ms": {1: "1 hari", 2: "2 hari", 5: "5 hari", 11: "11 hari", 21: "21 hari"},
    "uk": {1: "1 день", 2: "2 дні", 5: "5 днів", 11: "11 днів", 21: "21 день", 22: "22 дні"},
    "tr": {1: "1 gün", 2: "2 gün", 5: "5 gün", 11: "11 gün", 21: "21 gün"},
}


def test_a_number_takes_the_plural_of_the_language(language):
    with override(language):
        said = {n: TIME_STRINGS["day"] % {"num": n} for n in DAYS[language]}
    assert {n: days.replace("\xa0", " ") for n, days in said.items()} == DAYS[language]
