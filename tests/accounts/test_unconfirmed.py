"""Somebody signs up with an address that is not his. The owner must not notice, nor the name."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache

from accounts.forms import _held
from accounts.models import User
from accounts.tasks import clear_unconfirmed

from .signing import code, confirm, errors, has_code, log_in, sign_up, who

MINUTE, DAY = 60, 24 * 60 * 60
DANA = "dana@example.org"


@pytest.fixture(autouse=True)
def _all_mails_at_once(db, settings):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None, "request_login_code": None}


@pytest.fixture
def confirm_form(settings):
    form = "accounts.forms.ConfirmForm"
    settings.ACCOUNT_FORMS = {**settings.ACCOUNT_FORMS, "confirm_email_verification_code": form}


@pytest.fixture
def squatter(new_browser, aged):
    """A browser that signed up with dana's address a minute ago, as Squatter."""
    client = new_browser()
    sign_up(client, DANA, "Squatter", password="battery staple")
    aged(MINUTE)
    mail.outbox.clear()
    return client


def test_the_owner_of_the_address_signs_up_and_confirms(client, squatter):
    old = User.objects.get(email=DANA)
    assert sign_up(client, DANA, "Dana").status_code == 302
    confirm(client, code())
    dana = User.objects.get(email=DANA)
    assert who(client) == dana.pk != old.pk
    assert dana.name == "Dana"
    assert not dana.check_password("battery staple")
    assert EmailAddress.objects.get(email=DANA).user_id == dana.pk


@pytest.mark.usefixtures("confirm_form")
def test_the_squatter_cannot_go_on_with_what_he_began(client, squatter, new_browser):
    sign_up(client, DANA, "Dana")
    right = code()
    answer = confirm(squatter, right)
    assert errors(answer) == {"code": ["incorrect_code"]}
    confirm(client, right)
    assert confirm(squatter, right).status_code == 200
    assert log_in(new_browser(), DANA, "battery staple").status_code == 200
    assert who(squatter) is None


@pytest.mark.usefixtures("confirm_form")
def test_the_code_of_a_sign_up_that_gave_way_is_wrong(client, new_browser, aged):
    sign_up(client, DANA, "Dana")
    first = code()
    aged(MINUTE)
    sign_up(new_browser(), DANA, "Squatter")
    answer = confirm(client, first)
    assert errors(answer) == {"code": ["incorrect_code"]}
    User.objects.all().delete()
    assert errors(confirm(client, first)) == {"code": ["incorrect_code"]}


@pytest.mark.parametrize("path", ["login/code/", "password/reset/"])
def test_no_code_opens_an_account_whose_password_a_stranger_chose(client, squatter, path):
    client.post(f"/en/account/{path}", {"email": DANA.upper()})
    assert [has_code(message) for message in mail.outbox] == [False]
    assert "/en/account/signup/" in mail.outbox[0].body


def test_a_button_pressed_twice_is_one_sign_up(new_browser):
    sign_up(new_browser(), DANA, "Dana")
    first = User.objects.get()
    sign_up(new_browser(), DANA, "Dana")
    assert User.objects.get() == first
    assert [has_code(message) for message in mail.outbox] == [True, False]


def test_the_name_is_held_while_the_code_is_good_and_free_after_it(new_browser, aged):
    sign_up(new_browser(), DANA, "Dana")
    aged(14 * MINUTE)
    assert errors(sign_up(new_browser(), "eve@example.org", "Dana")) == {"name": ["taken"]}
    aged(2 * MINUTE)
    cache.delete(_held("Dana"))  # the cache forgets by itself, as long after
    client = new_browser()
    assert sign_up(client, "eve@example.org", "Dana").status_code == 302
    confirm(client, code())
    assert [(user.email, user.pk) for user in User.objects.all()] == [
        ("eve@example.org", who(client))
    ]


def test_who_starts_again_keeps_his_name(new_browser, aged):
    sign_up(new_browser(), DANA, "Dana")
    aged(MINUTE)
    assert sign_up(new_browser(), DANA, "Dana").status_code == 302
    assert [user.name for user in User.objects.all()] == ["Dana"]


@pytest.mark.parametrize(
    "kept",
    [{"is_staff": True}, {"is_superuser": True}, {"is_active": False}],
    ids=["staff", "superuser", "banned"],
)
def test_only_a_plain_sign_up_gives_way(client, squatter, kept):
    User.objects.update(**kept)
    before = User.objects.get()
    sign_up(client, DANA, "Dana")
    assert User.objects.get() == before
    assert not has_code(mail.outbox[-1])


def test_who_was_made_in_the_admin_does_not_give_way(client, aged):
    made = User.objects.create_user(DANA, "battery staple", name="Dana")
    aged(DAY * 2)
    sign_up(client, DANA, "Eve")
    clear_unconfirmed()
    assert User.objects.get() == made


def test_who_never_confirmed_is_forgotten_after_a_day(alice, squatter, aged):
    clear_unconfirmed()
    assert User.objects.count() == 2
    aged(DAY)
    clear_unconfirmed()
    assert User.objects.get() == alice
