"""Three people who proved their addresses: alice owns, bob may, charlie may not."""

import uuid

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command

from accounts.models import User

from .signing import PASSWORD


@pytest.fixture(scope="session", autouse=True)
def _catalogues():
    call_command("messages", "compile")


@pytest.fixture(autouse=True)
def _fresh_cache(settings):
    """Each test has a cache of its own: limits, sessions and held names live there."""
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid.uuid4().hex}}


@pytest.fixture
def person(db):
    def person(name: str, email: str = "", **more) -> User:
        email = email or f"{name.lower()}@example.org"
        user = User.objects.create_user(email, PASSWORD, name=name, **more)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return person


@pytest.fixture
def alice(person) -> User:
    return person("Alice")


@pytest.fixture
def bob(person) -> User:
    return person("Bob")


@pytest.fixture
def charlie(person) -> User:
    return person("Charlie")


@pytest.fixture
def new_browser(db):
    """Another new_browser: a client with cookies of its own."""
    from django.test import Client

    return Client


@pytest.fixture
def aged(db):
    """Makes all sign-ups so far older, by seconds."""
    from datetime import timedelta

    from django.db.models import F

    def aged(seconds: int) -> None:
        User.objects.update(date_joined=F("date_joined") - timedelta(seconds=seconds))

    return aged
