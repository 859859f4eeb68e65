"""What a check makes of a bot that has a mistake, and of a thought that is broken off."""

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from games import seeds
from games.course import Course
from games.engine.game import Move
from games.seeds import Stuck

from .devices import played, seeds_of
from .test_offline_checking import judge


def bots_do(monkeypatch, choose):
    monkeypatch.setattr(seeds.levels, "choose", choose)


def raising(error):
    def choose(*_):
        raise error

    return choose


def stuck_record():
    """A record in which the bots had a mistake all the time."""
    with pytest.MonkeyPatch.context() as patch:
        bots_do(patch, raising(KeyError("7d")))
        return played(number=1)


@pytest.mark.parametrize("error", [KeyError("7d"), RecursionError(), ValueError(), StopIteration()])
def test_a_bot_with_a_mistake_makes_the_same_move_on_the_device_and_here(monkeypatch, error):
    record = stuck_record()
    bots_do(monkeypatch, raising(error))
    assert judge(record.dumps(), seeds_of(1)).outcome
    bots_do(monkeypatch, lambda *_: "no move")
    assert judge(record.dumps(), seeds_of(1)).outcome


def test_where_a_bot_is_stuck_only_here_nobody_knows_what_is_right(monkeypatch):
    record = played("pis-yedili", "normal", number=1)
    bots_do(monkeypatch, raising(KeyError("7d")))
    with pytest.raises(Stuck, match="the normal bot could not choose"):
        judge(record.dumps(), seeds_of(1))


@pytest.mark.parametrize("error", [SoftTimeLimitExceeded(), MemoryError()])
def test_a_thought_that_is_broken_off_is_no_move(monkeypatch, error):
    record, of = played(number=1), seeds_of(1)
    course = Course(record.game, of.seat(record.game.seats), ())
    course.take(Move(record.plies[0]))
    bots_do(monkeypatch, raising(error))
    with pytest.raises(type(error)):
        judge(record.dumps(), of)
    with pytest.raises(type(error)):
        of.choice("easy", record.game, course.state, record.plies[:1])
