"""The sweeper: whatever else fails, a match goes on or ends."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import play
from games.engine.sevens import Sevens
from games.management.commands.sweep import sweep, work
from games.match import Status
from games.models import Change, Match, Settlement
from games.seating import Person

from .deals import ONE_SUIT_EACH, overdue, seat
from .settled import person, settled
from .test_play import log, snapshot


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here: that is what the sweeper is for."""


def test_an_overdue_bot_moves(match, alice):
    person = Person(user_id=alice.pk)
    play.play(match.pk, person, ply=1, text="7d", request_id=match.pk)
    assert sweep() == 0
    overdue(match)
    assert sweep() == 1
    assert [mover for mover, _ in log(match)] == [-1, 0, 1, 2, 3]
    assert sweep() == 0


def test_an_overdue_person_has_lost_the_match(match):
    assert sweep() == 0
    overdue(match)
    assert sweep() == 1
    match.refresh_from_db()
    assert (match.status, match.due) == (Status.FORFEITED, None)
    assert list(Settlement.objects.values_list("points", flat=True)) == [0]
    assert sweep() == 0


def test_a_match_that_is_not_overdue_is_left_alone_even_when_asked_for(match):
    before = snapshot(match)
    play.act_overdue(match.pk)
    assert snapshot(match) == before


def test_a_sick_match_does_not_keep_the_others_waiting(match, bob, caplog):
    well = seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=bob.pk))
    overdue(match)
    overdue(well)
    Match.objects.filter(pk=match.pk).update(options="nonsense=1")
    assert sweep() == 2
    well.refresh_from_db()
    assert well.status == Status.FORFEITED
    assert [r.levelname for r in caplog.records] == ["ERROR"]
    assert sweep() == 0  # it is tried again later, not at once


def test_a_match_that_the_database_refuses_does_not_either(match, alice, bob, caplog):
    well = seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=bob.pk))
    Settlement.objects.create(
        match=match,
        user=alice,
        points=0,
        seats=4,
        outcome="lost",
        mu=25,
        sigma=8,
        at=timezone.now(),
    )
    overdue(match)
    overdue(well)
    assert sweep() == 2
    well.refresh_from_db()
    assert well.status == Status.FORFEITED
    assert sweep() == 0


def test_a_person_keeps_his_whole_time_when_the_news_of_the_bots_move_fails(
    match, alice, monkeypatch
):
    person = Person(user_id=alice.pk)
    play.play(match.pk, person, ply=1, text="7d", request_id=match.pk)
    overdue(match)

    def fail(match_id):
        play.reply(match_id, 2)
        raise RuntimeError("after the commit")

    monkeypatch.setattr(play, "act_overdue", fail)
    assert sweep() == 1
    match.refresh_from_db()
    assert match.ply == 5
    assert match.due - match.created > timedelta(hours=23)


def test_each_second_what_the_boards_count_is_added_up(db):
    settled(person("Olena"))
    assert Change.objects.exists()
    work()
    assert not Change.objects.exists()
