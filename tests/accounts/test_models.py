from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from accounts.models import User

from .signing import PASSWORD

pytestmark = pytest.mark.django_db


def _create_superuser(email, name):
    call_command("createsuperuser", "--noinput", email=email, name=name, stdout=StringIO())


def test_createsuperuser_makes_one_who_may_all(monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    _create_superuser("Root@Example.ORG", "Olena")
    user = User.objects.get_by_natural_key("ROOT@example.org")
    assert (user.email, user.name) == ("root@example.org", "Olena")
    assert (user.is_staff, user.is_superuser, user.check_password(PASSWORD)) == (True, True, True)


@pytest.mark.parametrize("name", ["ALICE", "Admin", "x"])
def test_createsuperuser_says_why_a_name_cannot_be_had(alice, name):
    with pytest.raises(CommandError, match="name"):
        _create_superuser("root@example.org", name)
    assert User.objects.get() == alice


def test_createsuperuser_knows_an_address_in_capitals(alice):
    with pytest.raises(CommandError, match="already taken"):
        _create_superuser("ALICE@example.org", "Olena")


def test_without_a_password_there_is_none_to_log_in_by():
    dana = User.objects.create_user("dana@example.org", name="Dana")
    assert not dana.has_usable_password()
    assert not dana.check_password("")


def test_the_database_keeps_names_apart(alice):
    with pytest.raises(IntegrityError, match="name_fold"):
        User.objects.create_user("eve@example.org", name="АLІСЕ")


def test_the_database_keeps_addresses_apart(alice):
    with pytest.raises(IntegrityError, match="email"):
        User.objects.create_user("ALICE@example.org", name="Eve")


def test_a_name_changed_alone_is_still_compared(alice):
    alice.name = "Olena"
    alice.save(update_fields=["name"])
    with pytest.raises(IntegrityError, match="name_fold"):
        User.objects.create_user("eve@example.org", name="OLENA")


def test_a_person_is_known_by_the_public_name(alice):
    assert [str(alice), alice.get_full_name(), alice.get_short_name()] == ["Alice"] * 3
