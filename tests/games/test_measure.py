"""The boards are measured: the tables are there, answers are compared, and nothing is lost."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import audit
from games.management import filling, measuring, writing
from games.match import Level
from games.models import Match, Settlement, Standing

from .settled import person, settled


def fill(number):
    for step in filling.fill(number, 1, timezone.now()):
        step.do()


def measure(*args):
    out = StringIO()
    call_command("measure_boards", *args, stdout=out)
    return out.getvalue()


def test_every_board_has_its_line_and_the_worst_are_judged(db):
    fill(300)
    said = measure("--rounds", "1")
    names = [line[:28].strip() for line in said.splitlines()]
    assert names[2:53] == [name for name, _ in measuring.all_boards(timezone.now())]
    assert "ranks and windows, to Redis" in said
    assert "every rank was exact" in said
    assert len(measure("--rounds", "1", "--board", "rating").splitlines()) == 10


def test_boards_without_people_are_told_and_not_measured(db):
    said = measure("--rounds", "1", "--board", "week")
    assert len(said.splitlines()) == 2 + 16 + 1
    assert "worst" not in said


def test_a_rank_that_is_wrong_ends_the_measuring(db):
    settled(person("Olena"), level="expert")
    settled(person("Mehmet"))
    Standing.objects.filter(value=100).update(value=5)
    with pytest.raises(CommandError, match="A rank is wrong"):
        measure("--rounds", "1", "--board", "all all all")


def test_writers_lose_nothing_and_leave_the_boards_as_the_ledger_says(transactional_db):
    fill(60)
    before = Settlement.objects.count()
    said = measure("--writers", "2", "--rounds", "1", "--matches", "6")
    assert "Nothing lost; the boards made anew differ in 0 rows." in said
    assert [line.split(":")[0] for line in said.splitlines() if "share" in line] == [
        "spread  share",
        "rush    share",
    ]
    # The matches that were spread with boards are matches like any; all others are gone.
    assert Settlement.objects.count() == before + 6 == Match.objects.count()
    assert audit.rebuild() == (0, 0, 0)


def test_a_writer_that_fails_is_no_success(transactional_db, capfd):
    olena = person("Olena")
    log = writing.a_log("sevens", seed=1)
    (match,) = writing.seated(log, Level.EASY, [olena.pk])
    Match.objects.filter(pk=match).update(ply=0)
    with pytest.raises(RuntimeError, match="A writer failed"):
        writing.end_all(log, [(match, olena.pk)], 1, plain=False)
    assert "Stale" in capfd.readouterr().err


@pytest.mark.parametrize("wrong", [("--rounds", "0"), ("--writers", "2")])
def test_what_cannot_be_measured_is_refused(db, wrong):
    with pytest.raises(CommandError, match=r"one round at least|too few people"):
        measure(*wrong)
