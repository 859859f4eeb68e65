"""One address a person, changed by a code that only its owner gets."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.forms import ConfirmForm
from accounts.models import User

from .signing import PASSWORD, code, confirm, errors, has_code, log_in, proven, sign_up, who

pytestmark = pytest.mark.django_db
EMAIL = "/en/account/email/"
CONFIRM = "/en/account/confirm-email/"


def ask(client, email):
    return client.post(EMAIL, {"action_add": "", "email": email})


def test_the_code_from_the_new_address_changes_it(client, new_browser, alice):
    proven(client, alice)
    assert ask(client, "Alicia@Example.org")["Location"] == CONFIRM
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"  # until the code is entered
    assert confirm(client, code())["Location"] == "/en/account/"
    alice.refresh_from_db()
    assert alice.email == "alicia@example.org"
    assert [(one.email, one.verified, one.primary) for one in EmailAddress.objects.all()] == [
        ("alicia@example.org", True, True)
    ]
    later = new_browser()
    assert errors(log_in(later, "alice@example.org"))
    log_in(later, "alicia@example.org")
    assert who(later) == alice.pk


def test_the_old_address_is_told(client, alice):
    proven(client, alice)
    ask(client, "alicia@example.org")
    confirm(client, code())
    assert mail.outbox[-1].to == ["alice@example.org"]
    assert "alicia@example.org" in mail.outbox[-1].body


def test_who_was_not_asked_again_changes_nothing(client, alice):
    client.force_login(alice)
    answer = ask(client, "alicia@example.org")
    assert answer["Location"].startswith("/en/account/reauthenticate/")
    assert mail.outbox == []
    answer = client.post(answer["Location"], {"password": PASSWORD})
    assert answer["Location"] == CONFIRM
    assert [message.to for message in mail.outbox] == [["alicia@example.org"]]


@pytest.mark.parametrize(
    ("email", "reason"),
    [("alice@example.org", "duplicate_email"), ("", "required"), ("x", "invalid")],
)
def test_an_address_that_cannot_be_is_refused(client, alice, email, reason):
    proven(client, alice)
    assert errors(ask(client, email)) == {"email": [reason]}
    assert mail.outbox == []


def test_three_wrong_codes_end_the_attempt(client, alice):
    proven(client, alice)
    ask(client, "alicia@example.org")
    right = code()
    for _ in range(3):
        confirm(client, "AAAA-AAAA")
    confirm(client, right)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_who_has_both_addresses_cannot_take_the_one_of_his_other_account(client, alice, bob):
    proven(client, alice)
    ask(client, bob.email)
    assert errors(client.post(CONFIRM, {"code": code()})) == {"code": ["email_taken"]}
    assert sorted(User.objects.values_list("email", flat=True)) == [
        "alice@example.org",
        "bob@example.org",
    ]
    assert EmailAddress.objects.get(email=bob.email).user_id == bob.pk


def test_one_that_was_made_in_the_admin_keeps_his_address(client, alice):
    made = User.objects.create_user("dana@example.org", name="Dana")
    proven(client, alice)
    ask(client, "dana@example.org")
    assert errors(client.post(CONFIRM, {"code": code()})) == {"code": ["email_taken"]}
    made.refresh_from_db()
    alice.refresh_from_db()
    assert (made.email, alice.email) == ("dana@example.org", "alice@example.org")


def test_a_stranger_who_began_an_account_with_the_address_gives_way(
    client, new_browser, alice, settings
):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}
    stranger = new_browser()
    sign_up(stranger, "alicia@example.org", "Squatter", password="battery staple")
    proven(client, alice)
    ask(client, "alicia@example.org")
    confirm(client, code())
    alice.refresh_from_db()
    assert alice.email == "alicia@example.org"
    assert User.objects.get() == alice
    assert errors(log_in(new_browser(), "alicia@example.org", "battery staple"))


def test_the_owner_of_a_known_address_gets_a_code_that_only_alice_can_use(
    client, new_browser, alice, bob
):
    proven(client, alice)
    ask(client, bob.email)
    assert [(message.to, has_code(message)) for message in mail.outbox] == [([bob.email], True)]
    confirm(new_browser(), code())
    bob.refresh_from_db()
    assert bob.email == "bob@example.org"


def test_an_address_taken_between_the_code_and_its_row_stays_the_others(client, alice, monkeypatch):
    proven(client, alice)
    ask(client, "alicia@example.org")
    clean = ConfirmForm.clean_code

    def late(form):
        checked = clean(form)
        User.objects.create_user("alicia@example.org", name="Dana")
        return checked

    monkeypatch.setattr(ConfirmForm, "clean_code", late)
    answer = client.post(CONFIRM, {"code": code()}, follow=True)
    assert "alicia@example.org" in [str(message) for message in answer.context["messages"]][-1]
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert User.objects.get(email="alicia@example.org").name == "Dana"
