"""The boards: which there are, ranks and neighbours, pages that do not drift."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import boards, ranking
from games.boards import Kind, Period
from games.match import Level
from games.models import Change, Coarse, Fine, Standing

from .settled import ALL, HOUR, NOON, people, person, put, settled


def seen(rows):
    """Rows as rank, number in the name, value."""
    names = dict(User.objects.values_list("pk", "name"))
    return [(row.rank, int(names[row.user_id].split()[1]), row.value) for row in rows]


@pytest.fixture(params=[False, True], ids=["before it is added up", "added up"])
def added(request):
    """Calls that make no difference to what is read."""
    return (lambda: boards.fold()) if request.param else (lambda: None)


def test_equal_values_share_a_rank_and_the_next_is_skipped(db, added):
    people(100, 101, 100, 99)
    added()
    assert seen(boards.top(ALL)) == [(1, 1, 101), (2, 0, 100), (2, 2, 100), (4, 3, 99)]


def test_among_equals_who_was_earlier_stands_first_then_the_newer_account(db):
    first, second = person("Player 1"), person("Player 2")
    late = person("Player 3")
    put(late, 50, at=NOON + HOUR)
    put(second, 50)
    put(first, 50)
    assert seen(boards.top(ALL)) == [(1, 2, 50), (1, 1, 50), (1, 3, 50)]


def test_the_rows_around_me_have_their_true_ranks(db, added):
    everyone = people(*[90, 80, 80, 80, 70, 70, 70, 70, 60, 50, 40, 30, 20])
    added()
    assert seen(boards.near(ALL, everyone[7].pk)) == [
        *[(2, 2, 80), (2, 3, 80), (5, 4, 70), (5, 5, 70), (5, 6, 70)],
        (5, 7, 70),
        *[(9, 8, 60), (10, 9, 50), (11, 10, 40), (12, 11, 30), (13, 12, 20)],
    ]
    # The window may begin among equals, some of whom stand before it.
    assert seen(boards.near(ALL, everyone[12].pk))[:2] == [(5, 7, 70), (9, 8, 60)]
    assert seen(boards.near(ALL, everyone[0].pk))[0] == (1, 0, 90)


def test_everyone_is_on_exactly_one_page(db):
    """B-28: two hundred people, fifty of them equal, while others above them go on winning."""
    everyone = people(*[1000] * 50, *range(10, 1510, 10))
    order = boards.top(ALL, limit=1000)
    pages, rows = [], boards.top(ALL, limit=30)
    while rows:
        pages.append(rows)
        if len(pages) == 2:  # somebody of the first page moves to the very top
            Standing.objects.filter(user=pages[0][7].user_id).update(value=9000)
        rows = boards.after(ALL, rows[-1].key, limit=30)
    assert [len(page) for page in pages] == [30] * 6 + [20]
    assert [row.user_id for page in pages for row in page] == [row.user_id for row in order]
    assert {row.user_id for page in pages for row in page} == {user.pk for user in everyone}


def test_a_page_that_begins_among_equals_goes_on_with_their_rank(db, added):
    people(30, 20, 20, 20, 10, 10)
    added()
    first = boards.top(ALL, limit=3)
    assert seen(boards.after(ALL, first[-1].key)) == [(2, 3, 20), (5, 4, 10), (5, 5, 10)]


@pytest.mark.parametrize("board", [ALL, boards.rating_board("sevens")], ids=["points", "rating"])
def test_ranks_are_what_counting_everyone_says(db, board, added):
    """The values lie on both sides of the bounds of spans."""
    values = [0, 10, 60, 63, 64, 65, 127, 128, 1279, 1280, 1281, 2559, 2560, 2561, 5000, 5000]
    everyone = people(*values, board=board)
    added()
    for user, value in zip(everyone, values, strict=True):
        rank = 1 + sum(other > value for other in values)
        assert boards.mine(board, user.pk) == (value, rank, 2, True)
        assert next(r.rank for r in boards.near(board, user.pk) if r.user_id == user.pk) == rank


def test_a_person_who_is_not_shown_knows_his_rank_and_nobody_sees_it(db):
    _, hidden, last = people(30, 20, 10)
    hidden.hidden = True
    hidden.save()
    ranking.relist(hidden.pk)
    assert boards.mine(ALL, hidden.pk) == (20, 2, 2, False)
    assert boards.near(ALL, hidden.pk) == []
    assert seen(boards.top(ALL)) == [(1, 0, 30), (2, 2, 10)]
    assert boards.mine(ALL, last.pk).rank == 2


def test_who_has_no_row_has_no_place(db):
    assert boards.mine(ALL, 1) is None
    assert boards.near(ALL, 1) == boards.top(ALL) == []


def test_a_name_is_found_by_its_beginning_the_whole_name_first(db):
    for at, name in enumerate(["Ayşe", "Ayşe Gül", "Ayla", "Olena"]):
        put(person(name), 100 + at)
    found = boards.find(ALL, "ayşe")
    names = dict(User.objects.values_list("pk", "name"))
    assert [(row.rank, names[row.user_id]) for row in found] == [(4, "Ayşe"), (3, "Ayşe Gül")]
    assert boards.find(ALL, "ol%na") == boards.find(ALL, "_") == boards.find(ALL, "\\") == []


@pytest.mark.parametrize(
    ("at", "week", "month"),
    [
        ("2026-11-30T00:00", "2026-11-30", "2026-11"),
        ("2026-11-29T23:59", "2026-11-23", "2026-11"),
        ("2027-01-01T00:00", "2026-12-28", "2027-01"),
        ("1970-01-05T00:00", "1970-01-05", "1970-01"),
    ],
)
def test_a_week_begins_on_monday_and_a_month_on_the_first_by_utc(at, week, month):
    moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
    monday = datetime.fromisoformat(week).replace(tzinfo=UTC)
    first = datetime.fromisoformat(month + "-01").replace(tzinfo=UTC)
    for period, begin in ((Period.WEEK, monday), (Period.MONTH, first)):
        before = begin - timedelta(microseconds=1)
        assert period.number(moment) == period.number(begin) == period.number(before) + 1
        assert period.end(before) == begin
    assert Period.ALL.end(moment) is None


def test_no_two_boards_have_the_same_number():
    numbers = [
        boards.points_board(game, level, period, NOON, kind).number
        for game in ("", "sevens", "rummy-500", "pis-yedili")
        for level in ("", *Level)
        for period in Period
        for kind in (Kind.POINTS, Kind.OFFLINE)
    ]
    numbers += [boards.rating_board(game).number for game in ("sevens", "rummy-500", "pis-yedili")]
    assert len(set(numbers)) == len(numbers) == 99


def test_a_number_says_what_its_board_counts():
    monday, first = datetime(2026, 11, 16, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
    for period, begins in ((Period.ALL, None), (Period.WEEK, monday), (Period.MONTH, first)):
        for game, level in (("", ""), ("sevens", "easy"), ("pis-yedili", "expert")):
            for kind in (Kind.POINTS, Kind.OFFLINE):
                board = boards.points_board(game, level, period, NOON, kind)
                assert board.scope == (kind, game, level, period, begins)
    rated = boards.rating_board("rummy-500").scope
    assert rated == (Kind.RATING, "rummy-500", "", Period.ALL, None)


def test_the_numbers_of_games_never_change():
    """They stand in the database: a new game is added behind the others."""
    games = ("sevens", "rummy-500", "pis-yedili")
    assert [boards.rating_board(game).number for game in games] == [68, 72, 76]
    assert [boards.points_board(game, "easy", Period.ALL, NOON).number for game in games] == [
        5,
        9,
        13,
    ]
    offline = [boards.points_board(game, "easy", Period.ALL, NOON, Kind.OFFLINE) for game in games]
    assert [board.number for board in offline] == [37, 41, 45]


def test_a_match_counts_on_twelve_boards_of_points_and_one_of_ratings(db):
    settled(person("Olena"), game="rummy-500", level="expert")
    at = NOON
    expected = {
        boards.points_board(game, level, period, at).number
        for game in ("", "rummy-500")
        for level in ("", "expert")
        for period in Period
    }
    rows = dict(Standing.objects.values_list("board", "value"))
    rated = boards.rating_board("rummy-500").number
    assert {board: value for board, value in rows.items() if board != rated} == dict.fromkeys(
        expected, 100
    )
    assert rated in rows


def test_a_new_week_begins_empty_and_nothing_is_reset(db):
    olena = person("Olena")
    settled(olena, at=datetime(2026, 11, 29, 23, 59, tzinfo=UTC))
    monday = datetime(2026, 11, 30, tzinfo=UTC)
    week = boards.points_board("", "", Period.WEEK, monday)
    assert boards.top(week) == []
    settled(olena, at=monday)
    assert [row.value for row in boards.top(week)] == [10]
    assert [row.value for row in boards.top(ALL)] == [20]


def test_boards_long_over_are_swept_away_and_the_others_stay(db):
    olena = person("Olena")
    for weeks in (9, 1, 0):
        settled(olena, at=NOON - timedelta(weeks=weeks))
    before = boards.points_board("", "", Period.WEEK, NOON - timedelta(weeks=9)).number
    assert Standing.objects.filter(board=before).exists()
    boards.fold()
    while boards.sweep(NOON, limit=3):
        pass
    kept = {
        boards.points_board(game, level, period, at).number
        for game in ("", "sevens")
        for level in ("", "easy")
        for period in Period
        for at in (NOON, NOON - timedelta(weeks=1))
    } | {boards.rating_board("sevens").number}
    for table in (Standing, Fine, Coarse):
        assert set(table.objects.values_list("board", flat=True)) <= kept
    assert set(Standing.objects.values_list("board", flat=True)) == kept


def test_what_is_over_is_found_by_an_index_among_very_many(db):
    olena = person("Olena")
    with connection.cursor() as cursor, CaptureQueriesContext(connection) as said:
        cursor.execute(
            "insert into games_standing (user_id, board, value, early, won, played, shown)"
            " select %s, board, 10, 0, 1, 1, true from generate_series(1, 9000) board",
            [olena.pk],
        )
        cursor.execute("analyze games_standing")
        assert boards.sweep(NOON, limit=5) == 5
        (first, _) = [q["sql"] for q in said if "delete from games_standing" in q["sql"]]
        cursor.execute("explain " + first)
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "board_order" in plan
    assert "Seq Scan" not in plan


def test_adding_up_takes_every_change_once(db):
    people(10, 10, 20)
    assert [boards.fold(limit=2), boards.fold(limit=2), boards.fold(limit=2)] == [2, 1, 0]
    assert not Change.objects.exists()
    assert set(Fine.objects.values_list("value", "n")) == {(10, 2), (20, 1)}
    assert list(Coarse.objects.values_list("span", "n")) == [(0, 3)]


def test_two_never_add_up_at_once(transactional_db):
    """Who comes second leaves it to the first, and waits for nobody."""
    people(10)
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("select pg_advisory_xact_lock(%s)", [boards.FOLDING])
            assert boards.fold() == 0
        other.rollback()
    finally:
        other.close()
    assert Change.objects.count() == 1
