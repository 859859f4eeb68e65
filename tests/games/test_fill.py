"""A database filled in the server is one that people could have played full."""

from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts import names
from accounts.models import User
from games import audit, boards, rating
from games.boards import Period
from games.management import filling
from games.match import Level, worth
from games.models import Match, Player, Rating, Settlement, Standing
from games.rating import Estimate

from .settled import NOON, person, settled

ALL = boards.points_board("", "", Period.ALL, NOON)


def fill(number, seed=1, at=NOON):
    for step in filling.fill(number, seed, at):
        step.do()


def command(*args):
    out = StringIO()
    call_command("fill_players", *args, stdout=out)
    return out.getvalue()


def test_what_was_filled_needs_no_mending(db):
    fill(2000)
    assert audit.rebuild(NOON) == (0, 0, 0)
    boards.fold()
    assert Standing.objects.filter(board=ALL.number, shown=True).count() > 1900
    for game in ("sevens", "rummy-500", "pis-yedili"):
        assert boards.top(boards.rating_board(game), limit=1)
        for level in Level:
            for period in Period:
                assert boards.top(boards.points_board(game, level, period, NOON), limit=1)


def test_names_can_be_had_and_no_two_look_alike(db):
    fill(2000)
    people = list(User.objects.all())
    assert len({user.name_fold for user in people}) == 2000
    for user in people:
        assert names.clean(user.name) == user.name
        assert names.fold(user.name) == user.name_fold
        assert user.email.endswith("@example.org")
        assert not user.has_usable_password()
        assert user.listed
    assert len(boards.find(ALL, people[0].name_fold[:2])) > 0


def test_ledgers_are_as_games_would_have_left_them(db):
    fill(300)
    rows = list(Settlement.objects.select_related("match").order_by("user", "at"))
    last: dict[tuple[int, str], Estimate] = {}
    for row in rows:
        assert row.points == worth(row.level, row.outcome)
        assert (row.match.game, row.match.level, row.match.ended) == (row.game, row.level, row.at)
        assert row.match.rules.seats == row.seats == len(row.match.scores)
        assert NOON - timedelta(days=365) <= row.at <= NOON
        key = (row.user_id, row.game)
        before = last.get(key, Estimate())
        after = rating.after(before, row.game, row.level, row.seats, row.outcome)
        assert (row.mu, row.sigma) == pytest.approx(after, abs=1e-6)
        last[key] = Estimate(row.mu, row.sigma)
    assert {row.outcome for row in rows} == {"won", "drawn", "lost"}
    assert {(r.user_id, r.game): (r.mu, r.sigma) for r in Rating.objects.all()} == last
    assert Player.objects.count() == Match.objects.filter(ranked=True).count() == len(rows)


def test_most_play_little_some_play_often_and_all_through_the_year(db):
    fill(2000)
    played = Counter(Settlement.objects.values_list("user", flat=True))
    assert len(played) == 2000
    assert 0.6 < sum(number == 1 for number in played.values()) / 2000 < 0.8
    assert max(played.values()) > 30
    when = Counter(
        Period.MONTH.number(at) for at in Settlement.objects.values_list("at", flat=True)
    )
    assert len(when) == 13
    assert when[Period.MONTH.number(NOON)] > 1.5 * when[Period.MONTH.number(NOON) - 5]


def test_the_same_seed_makes_the_same_people_and_another_one_others(db):
    """`atomic` is the test's: each fill begins with the numbers after the last one's."""

    def made(seed):
        first = User.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        fill(50, seed)
        rows = Settlement.objects.filter(user__gt=first).order_by("match")
        found = list(rows.values_list("match", "outcome", "at", "mu"))
        Settlement.objects.all().delete()
        Standing.objects.all().delete()
        Player.objects.all().delete()
        Match.objects.all().delete()
        User.objects.all().delete()
        return found

    one, again, other = made(1), made(1), made(2)
    assert one == again != other


def test_what_checks_the_tables_is_there_again(db):
    def checks():
        with connection.cursor() as cursor:
            cursor.execute(
                "select conname, pg_get_constraintdef(oid) from pg_constraint union all"
                " select indexname, indexdef from pg_indexes"
            )
            return sorted(cursor.fetchall())

    before = checks()
    fill(10)
    assert checks() == before


def test_people_who_are_there_are_kept_only_if_one_insists(transactional_db):
    """Who has the name of one that would be made keeps it, and that one is left out."""
    olena = person("Olena")
    settled(olena)
    with pytest.raises(CommandError, match="1 people in this database already"):
        command("20")
    assert User.objects.get() == olena


def test_nobody_and_less_are_refused(db):
    for wrong in (("0",), ("-5",), ("5", "--seed=-1")):
        with pytest.raises(CommandError, match="one person at least"):
            command(*wrong)


def test_the_command_says_what_it_made_and_how_large_it_is(transactional_db):
    said = command("60")
    for word in ("people: 60", "ledger rows: ", "games_standing", "in all"):
        assert word in said
    assert User.objects.count() == 60
    person("Olena")  # the next number is free
    said = command("40", "--force")
    assert "people: 40" in said
    assert User.objects.count() == 101
    assert audit.rebuild() == (0, 0, 0)
