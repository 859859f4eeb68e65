"""What the staff does to a person while something else of the same person is being written."""

import pytest
from django.core import mail
from django.db.models.functions import Now

from accounts import admin
from accounts.models import User

from .signing import PASSWORD, code, log_in
from .staffing import page

NEW = "correct battery"


@pytest.fixture
def meanwhile(monkeypatch, charlie):
    """Charlie is suspended and removed from the boards in the middle of this method."""

    def meanwhile(owner, method):
        old = getattr(owner, method)

        def both(*args, **kwargs):
            User.objects.filter(pk=charlie.pk).update(is_active=False, barred=True)
            return old(*args, **kwargs)

        monkeypatch.setattr(owner, method, both)

    return meanwhile


@pytest.fixture
def state(charlie):
    def state() -> tuple[bool, bool]:
        charlie.refresh_from_db()
        return charlie.is_active, charlie.barred

    return state


def test_a_new_password_does_not_end_a_suspension(client, charlie, meanwhile, state):
    log_in(client, charlie.email)
    meanwhile(User, "set_password")
    new = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    client.post("/en/account/password/change/", new)
    assert state() == (False, True)
    assert charlie.check_password(NEW)


def test_a_forgotten_password_does_not_end_a_suspension(client, charlie, meanwhile, state):
    answer = client.post("/en/account/password/reset/", {"email": charlie.email})
    answer = client.post(answer["Location"], {"code": code()})
    meanwhile(User, "set_password")
    client.post(answer["Location"], {"password1": NEW, "password2": NEW})
    assert len(mail.outbox) == 2
    assert state() == (False, True)
    assert charlie.check_password(NEW)


def test_a_change_of_rights_does_not_end_a_suspension(client, person, charlie, meanwhile, state):
    client.force_login(person("Alice", is_staff=True, is_superuser=True))
    meanwhile(admin.RightsForm, "clean")
    client.post(page(charlie), {"is_staff": "on", "reason": "helps us"})
    assert state() == (False, True)
    assert charlie.is_staff


def test_whoever_saves_a_person_writes_what_he_changed_and_nothing_else(charlie):
    first, second = (User.objects.get(pk=charlie.pk) for _ in range(2))
    first.barred, first.name = True, "Chuck"
    first.save()
    second.hidden = True
    second.save()
    second.shows_matches = False
    second.save(update_fields=["password"])
    second.save()
    charlie.refresh_from_db()
    assert (charlie.barred, charlie.name, charlie.name_fold) == (True, "Chuck", "chuck")
    assert (charlie.hidden, charlie.shows_matches) == (True, False)


def test_what_was_not_read_at_first_is_written_when_changed(charlie):
    User.objects.filter(pk=charlie.pk).update(closing=Now())
    some = User.objects.only("email", "name").get(pk=charlie.pk)
    assert some.barred is False
    some.barred, some.closing = True, None
    some.save()
    charlie.refresh_from_db()
    assert (charlie.barred, charlie.closing) == (True, None)
