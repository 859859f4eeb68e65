import pytest
from django.core import mail
from django.db import IntegrityError

from accounts.forms import SignupForm
from accounts.models import User

from .signing import PASSWORD, code, confirm, errors, has_code, log_in, sign_up, who

pytestmark = pytest.mark.django_db
CONFIRM = "/en/account/confirm-email/"


def test_who_enters_the_code_from_the_mail_is_signed_in(client):
    answer = sign_up(client, "dana@example.org", "Dana")
    assert (answer.status_code, answer["Location"]) == (302, CONFIRM)
    assert [message.to for message in mail.outbox] == [["dana@example.org"]]
    assert who(client) is None
    answer = confirm(client, code())
    assert (answer.status_code, answer["Location"]) == (302, "/en/")
    dana = User.objects.get(email="dana@example.org")
    assert who(client) == dana.pk
    assert (dana.name, dana.check_password(PASSWORD)) == ("Dana", True)


def test_the_code_may_be_typed_small_and_without_the_hyphen(client):
    sign_up(client, "dana@example.org", "Dana")
    confirm(client, code().lower().replace("-", ""))
    assert who(client) is not None


def test_three_wrong_codes_end_the_attempt_and_login_begins_another(client):
    sign_up(client, "dana@example.org", "Dana")
    right = code()
    for _ in range(2):
        answer = confirm(client, "AAAA-AAAA")
        assert (answer.status_code, errors(answer)) == (200, {"code": ["incorrect_code"]})
    answer = confirm(client, "AAAA-AAAA")
    assert (answer.status_code, answer["Location"]) == (302, "/en/account/login/")
    answer = confirm(client, right)
    assert (answer.status_code, answer["Location"]) == (302, "/en/account/login/")
    assert who(client) is None


def test_who_did_not_confirm_cannot_log_in_and_signs_up_once_more(
    client, new_browser, aged, settings
):
    """The right password is answered like a wrong one, as it would be if the address had an account
    with another: else a sign-up followed by a log-in would tell the one from the other."""
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}  # else one mail in three minutes
    sign_up(client, "dana@example.org", "Dana")
    aged(20)
    elsewhere = new_browser()
    right = log_in(elsewhere, "dana@example.org")
    wrong = log_in(elsewhere, "dana@example.org", password="never heard of it")
    assert right.status_code == wrong.status_code == 200
    assert errors(right) == errors(wrong) == {"__all__": ["email_password_mismatch"]}
    assert len(mail.outbox) == 1
    sign_up(elsewhere, "dana@example.org", "Dana")
    confirm(elsewhere, code())
    assert who(elsewhere) is not None


def test_a_code_is_good_in_its_own_browser_only(client, new_browser):
    sign_up(client, "dana@example.org", "Dana")
    elsewhere = new_browser()
    assert confirm(elsewhere, code())["Location"] == "/en/account/login/"
    assert who(elsewhere) is None


def test_a_used_code_is_used_up(client):
    sign_up(client, "dana@example.org", "Dana")
    confirm(client, code())
    client.post("/en/account/logout/")
    assert confirm(client, code())["Location"] == "/en/account/login/"
    assert who(client) is None


@pytest.mark.parametrize("name", ["Alice", "ALİCE", "AIice"])
def test_a_name_that_looks_taken_is_refused(client, alice, name):
    answer = sign_up(client, "dana@example.org", name)
    assert (answer.status_code, errors(answer)) == (200, {"name": ["taken"]})
    assert mail.outbox == []


def test_a_refused_name_says_why(client):
    answer = sign_up(client, "dana@example.org", "Bot 2")
    assert (answer.status_code, errors(answer)) == (200, {"name": ["reserved"]})


@pytest.mark.parametrize("name", ["Dana\0", "x" * 5000, "%s", "{{ name }}"])
def test_a_monstrous_name_is_an_error_in_the_form(client, name):
    answer = sign_up(client, "dana@example.org", name)
    assert answer.status_code == 200
    assert list(errors(answer)) == ["name"]


def test_a_name_given_in_loose_accents_fits(client):
    sign_up(client, "dana@example.org", "и\u0306" * 20)
    assert User.objects.get(email="dana@example.org").name == "й" * 20


def test_the_public_name_is_no_password(client):
    answer = sign_up(client, "dana@example.org", "Dana Scully", password="danascully")
    assert errors(answer) == {"password1": ["password_too_similar"]}
    assert User.objects.count() == 0


@pytest.fixture
def rival(monkeypatch):
    """Somebody who signs up between the check of our form and our row."""

    def rival(email, name):
        save = SignupForm.save

        def late(form, request):
            monkeypatch.setattr(SignupForm, "save", save)
            User.objects.create_user(email, name=name)
            return save(form, request)

        monkeypatch.setattr(SignupForm, "save", late)

    return rival


def test_two_who_want_one_name_at_once_end_in_a_form_error(client, rival):
    rival("eve@example.org", "DANA")
    answer = sign_up(client, "dana@example.org", "Dana")
    assert (answer.status_code, errors(answer)) == (200, {"name": ["taken"]})
    assert mail.outbox == []
    assert [user.email for user in User.objects.all()] == ["eve@example.org"]


def test_two_who_sign_up_with_one_address_at_once_see_the_same_page(client, rival):
    rival("dana@example.org", "Eve")
    answer = sign_up(client, "dana@example.org", "Dana")
    assert (answer.status_code, answer["Location"]) == (302, CONFIRM)
    assert [user.name for user in User.objects.all()] == ["Eve"]
    assert not has_code(mail.outbox[0])


def test_another_fault_of_the_database_is_not_taken_for_a_race(client, monkeypatch):
    def broken(form, request):
        raise IntegrityError("something else")

    monkeypatch.setattr(SignupForm, "save", broken)
    with pytest.raises(IntegrityError, match="something else"):
        sign_up(client, "dana@example.org", "Dana")


@pytest.mark.parametrize(
    ("language", "label"), [("ms", "Alamat e-mel"), ("uk", "Адреса електронної пошти")]
)
def test_the_page_that_sends_a_code_to_prove_oneself_speaks_the_language(client, language, label):
    sign_up(client, "dana@example.org", "Dana")
    confirm(client, code())
    text = client.get(f"/{language}/account/reauthenticate/code/").content.decode()
    assert label in text
    assert "Recipient" not in text
