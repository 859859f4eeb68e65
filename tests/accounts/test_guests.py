"""What a guest played in this browser is his own when he signs in: alice's match, not bob's."""

import pytest

from games import play
from games.engine.sevens import Sevens
from games.match import Status
from games.models import Match, Player
from games.seating import GUEST, Person

from .signing import code, confirm, log_in, sign_up, who

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_queue(monkeypatch):
    monkeypatch.setattr(play.current_app, "send_task", lambda *_, **__: None)


@pytest.fixture
def guest(new_browser):
    """A browser in which a guest has begun a match."""

    def guest():
        client = new_browser()
        client.post("/en/play/sevens/", {"seats": "4", "level": "easy"})
        assert GUEST in client.session
        return client

    return guest


def _seat(client) -> Player:
    return Player.objects.get(guest=client.session[GUEST])


def test_who_signs_up_keeps_the_match_he_began(guest):
    client, other = guest(), guest()
    seat, foreign = _seat(client), _seat(other)
    sign_up(client, "dana@example.org", "Dana")
    assert _seat(client) == seat  # still the guest's: nobody is signed in yet
    confirm(client, code())
    seat.refresh_from_db()
    assert (seat.user_id, seat.guest) == (who(client), None)
    assert client.get(seat.match.get_absolute_url()).status_code == 200
    foreign.refresh_from_db()
    assert foreign.user_id is None


@pytest.mark.parametrize("by_code", [False, True], ids=["password", "code"])
def test_who_logs_in_keeps_the_match_he_began(guest, alice, by_code):
    client = guest()
    seat = _seat(client)
    if by_code:
        client.post("/en/account/login/code/", {"email": "alice@example.org"})
        client.post("/en/account/login/code/confirm/", {"code": code()})
    else:
        log_in(client, "alice@example.org")
    seat.refresh_from_db()
    assert (seat.user_id, seat.guest, seat.match.ranked) == (alice.pk, None, False)


def test_a_refused_login_takes_no_match(guest, alice):
    client = guest()
    seat = _seat(client)
    log_in(client, "alice@example.org", "battery staple")
    assert _seat(client) == seat


def test_the_next_one_at_this_browser_gets_nothing(guest, alice, bob, charlie):
    client = guest()
    seat = _seat(client)
    log_in(client, "alice@example.org")
    client.post("/en/account/logout/")
    log_in(client, "charlie@example.org")
    assert client.get(seat.match.get_absolute_url()).status_code == 404
    seat.refresh_from_db()
    assert seat.user_id == alice.pk


def test_an_account_that_is_removed_leaves_the_match_without_a_name(alice, bob):
    match = Match.objects.get(
        pk=play.start(Sevens(), "easy", ranked=False, by=Person(user_id=alice.pk))
    )
    alice.delete()
    seat = match.players.get(bot=False)
    assert (seat.user_id, seat.guest, match.status) == (None, None, Status.LIVE)
