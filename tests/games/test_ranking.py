"""What a match is worth, settled once, and who is on the boards."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from accounts.models import User
from games import audit, boards, ranking
from games.boards import Period
from games.match import Outcome, worth
from games.models import Change, Rating, Settlement, Standing

from .settled import ALL, NOON, person, settled


@pytest.mark.parametrize(
    ("winners", "outcome", "points"),
    [([0], "won", 30), ([1], "lost", 0), ([0, 1], "drawn", 0), ([], "lost", 0)],
)
def test_only_a_sole_win_is_worth_points(winners, outcome, points):
    assert Outcome.of(winners, 0) == outcome
    assert worth("normal", Outcome.of(winners, 0)) == points


def test_points_add_up_and_losses_count_as_played(db):
    olena = person("Olena")
    for outcome, level in (
        ("won", "easy"),
        ("lost", "expert"),
        ("won", "expert"),
        ("drawn", "easy"),
    ):
        settled(olena, outcome, level=level)
    row = Standing.objects.get(user=olena, board=ALL.number)
    assert (row.value, row.won, row.played, row.shown) == (110, 2, 4, True)
    easy = boards.points_board("sevens", "easy", Period.ALL, NOON)
    row = Standing.objects.get(user=olena, board=easy.number)
    assert (row.value, row.won, row.played) == (10, 1, 2)


def test_who_has_not_won_yet_is_not_shown(db):
    settled(person("Olena"), "lost")
    assert boards.top(ALL) == []
    assert not Change.objects.exists()


def test_a_match_is_settled_once(db):
    olena = person("Olena")
    match = settled(olena)
    before = everything()
    again = ranking.Result(match.pk, olena.pk, "sevens", "easy", 4, Outcome.WON, NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        ranking.settle(again)
    assert everything() == before


def test_equal_points_reached_earlier_stand_first_and_a_loss_costs_no_place(db):
    olena, mehmet = person("Olena"), person("Mehmet")
    settled(olena, at=NOON)
    settled(mehmet, at=NOON + timedelta(hours=1))
    settled(olena, "lost", at=NOON + timedelta(hours=2))
    assert [row.user_id for row in boards.top(ALL)] == [olena.pk, mehmet.pk]


def test_the_board_of_ratings_asks_for_ten_matches(db):
    olena = person("Olena")
    board = boards.rating_board("sevens")
    for _ in range(9):
        settled(olena)
    assert boards.top(board) == []
    settled(olena, "lost")
    (row,) = boards.top(board)
    assert row.user_id == olena.pk
    assert boards.mine(board, olena.pk).played == 10


@pytest.mark.parametrize(
    "change", [{"is_active": False}, {"closing": NOON}, {"hidden": True}, {"barred": True}]
)
def test_who_is_not_listed_vanishes_everywhere_and_comes_back(db, change):
    olena, mehmet = person("Olena"), person("Mehmet")
    settled(olena, level="expert")
    settled(mehmet)
    for field, value in change.items():
        setattr(olena, field, value)
    olena.save()
    ranking.relist(olena.pk)
    assert not Standing.objects.filter(user=olena, shown=True).exists()
    assert [(row.rank, row.user_id) for row in boards.top(ALL)] == [(1, mehmet.pk)]
    assert boards.mine(ALL, mehmet.pk).rank == 1
    settled(olena, level="expert")  # what he wins meanwhile does not show him either
    assert [row.user_id for row in boards.top(ALL)] == [mehmet.pk]
    for field, value in {
        "is_active": True,
        "closing": None,
        "hidden": False,
        "barred": False,
    }.items():
        setattr(olena, field, value)
    olena.save()
    ranking.relist(olena.pk)
    assert [(row.rank, row.value) for row in boards.top(ALL)] == [(1, 200), (2, 10)]
    assert audit.rebuild(NOON) == (0, 0, 0)


def counters():
    """Each board's numbers of people by value, changes included."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select board, value, sum(n) from (select board, value, n from games_fine union all"
            " select board, value, n from games_change) _ group by 1, 2 having sum(n) <> 0"
        )
        return sorted(cursor.fetchall())


def test_who_is_forgotten_leaves_ledger_rows_without_a_name_and_exact_ranks(db):
    first, second = person("Olena"), person("Mehmet")
    settled(first, level="expert")
    settled(second)
    with pytest.raises(ProtectedError):
        first.delete()
    ranking.forget(first.pk)
    first.delete()
    assert list(Settlement.objects.order_by("points").values_list("user", "points")) == [
        (second.pk, 10),
        (None, 100),
    ]
    assert [(row.rank, row.user_id) for row in boards.top(ALL)] == [(1, second.pk)]
    assert not Rating.objects.exclude(user=second).exists()
    assert audit.rebuild(NOON) == (0, 0, 0)


def test_a_healthy_database_is_not_touched(db):
    for at, name in enumerate(["Olena", "Mehmet", "Aisyah"]):
        someone = person(name)
        for outcome in ("won", "lost", "drawn", "won")[at:]:
            settled(someone, outcome, game=["sevens", "rummy-500", "pis-yedili"][at])
    boards.fold()
    settled(someone)
    before = everything()
    assert audit.rebuild(NOON) == (0, 0, 0)
    assert everything() == before


def everything():
    """All rows of the boards, with their place in the file, which a rewritten row would change."""
    found = []
    for table in ("standing", "rating", "fine", "coarse", "change"):
        with connection.cursor() as cursor:
            cursor.execute(f"select ctid, * from games_{table} order by 1")
            found.append(cursor.fetchall())
    return found


@pytest.mark.parametrize(
    ("damage", "mended"),
    [
        ("update games_standing set value = value + 10 where board = 0", (1, 0, 0)),
        ("update games_standing set shown = not shown where board = 0", (1, 0, 0)),
        ("delete from games_standing", (13, 0, 0)),
        ("delete from games_rating", (0, 1, 0)),
        ("update games_rating set mu = mu + 1", (0, 1, 0)),
        ("delete from games_change where board = 0", (0, 0, 1)),
        ("insert into games_change (board, value, n) values (0, 70, 5)", (0, 0, 1)),
        ("insert into games_fine (board, value, n) values (0, 70, 5)", (0, 0, 2)),
        ("insert into games_coarse (board, span, n) values (0, 0, 5)", (0, 0, 1)),
    ],
)
def test_what_is_wrong_is_mended_and_counted(db, damage, mended):
    settled(person("Olena"))
    with connection.cursor() as cursor:
        before = counters(), list(Standing.objects.order_by("pk").values())
        cursor.execute(damage)
        assert audit.rebuild(NOON) == mended
    assert (counters(), list(Standing.objects.order_by("pk").values())) == before
    boards.fold()
    assert audit.rebuild(NOON) == (0, 0, 0)


def at_once(work, arguments):
    """Call it in a thread for each argument; what one of them raises is raised here."""

    def alone(argument):
        try:
            work(argument)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(arguments)) as pool:
        list(pool.map(alone, arguments))


def test_writers_at_once_lose_nothing_and_every_rank_is_exact(transactional_db):
    """Eight people win at once, again and again, while the changes are added up."""
    everyone = [person(f"Player {at}") for at in range(8)]

    def play_on(at):
        for _ in range(1 + at):
            settled(everyone[at])
            boards.fold()

    at_once(play_on, range(8))
    assert [(row.rank, row.value) for row in boards.top(ALL)] == [
        (1 + at, 80 - 10 * at) for at in range(8)
    ]
    for at, user in enumerate(everyone):
        assert boards.mine(ALL, user.pk).rank == 8 - at
    assert audit.rebuild(NOON) == (0, 0, 0)


def test_the_boards_are_compared_while_people_play_come_and_go(transactional_db):
    """What is right is never taken for wrong, whatever happens meanwhile."""
    everyone = [person(f"Player {at}") for at in range(4)]
    compared = []

    def play_on(at):
        for _ in range(6):
            settled(everyone[at])

    def come_and_go(_):
        for hidden in (True, False) * 3:
            with transaction.atomic():
                User.objects.filter(pk=everyone[0].pk).update(hidden=hidden)
                ranking.relist(everyone[0].pk)

    def compare(_):
        for _ in range(6):
            compared.append(audit.rebuild(NOON))
            boards.fold()

    works = [*[(play_on, at) for at in range(4)], (come_and_go, 0), (compare, 0)]
    at_once(lambda work: work[0](work[1]), works)
    assert compared == [(0, 0, 0)] * 6
    assert [(row.rank, row.value) for row in boards.top(ALL)] == [(1, 60)] * 4


def test_boards_that_are_being_swept_are_not_taken_for_wrong(db):
    settled(person("Olena"), at=NOON - timedelta(weeks=9))
    boards.fold()
    boards.sweep(NOON, limit=1)
    assert audit.rebuild(NOON) == (0, 0, 0)


def test_two_first_matches_of_one_person_at_once_both_count(transactional_db):
    olena = person("Olena")
    together = threading.Barrier(2)

    def win(at):
        together.wait()
        settled(olena, at=NOON + at * timedelta(seconds=1))

    at_once(win, range(2))
    assert Standing.objects.get(user=olena, board=ALL.number).value == 20
    assert Rating.objects.get(user=olena).matches == 2
    assert audit.rebuild(NOON).standings == 0
