"""Three people and a table: alice owns it, bob plays elsewhere, charlie is a guest."""

import pytest

from accounts.models import User
from games import play
from games.engine.sevens import Sevens
from games.models import Match
from games.seating import Person

from .deals import ONE_SUIT_EACH, seat


@pytest.fixture
def alice(db):
    return User.objects.create_user("alice@example.org", "correct horse", name="Alice")


@pytest.fixture
def bob(db):
    return User.objects.create_user("bob@example.org", "correct horse", name="Bob")


@pytest.fixture
def match(alice) -> Match:
    """Alice on seat 0 to move, with all the diamonds; each bot has a suit of its own."""
    return seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=alice.pk))


@pytest.fixture
def sent(monkeypatch) -> list[tuple[str, list]]:
    """The tasks that were enqueued: name and arguments."""
    tasks: list[tuple[str, list]] = []

    def send(name, args, **_):
        tasks.append((name, args))

    monkeypatch.setattr(play.current_app, "send_task", send)
    return tasks
