"""The leaderboard and the worth of a match."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from games import ranking
from games.models import Standing

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def people(*points):
    """One person for each number of points, who reached it an hour after the one before."""
    rows = []
    for hour, number in enumerate(points):
        name = f"Player {hour}"
        user = User.objects.create_user(f"p{hour}@example.org", name=name)
        reached = NOON + timedelta(hours=hour)
        Standing.objects.create(user=user, points=number, won=1, played=1, reached=reached)
        rows.append(user)
    return rows


@pytest.mark.parametrize(("winners", "points"), [([0], 30), ([1], 0), ([0, 1], 0), ([], 0)])
def test_only_a_sole_win_is_worth_points(winners, points):
    assert ranking.worth("normal", winners, 0) == points


def test_equal_points_share_a_rank_and_the_next_is_skipped(db):
    people(100, 99, 101, 100)
    rows, _ = ranking.board(None)
    assert [(row.rank, row.name, row.points) for row in rows] == [
        (1, "Player 2", 101),
        (2, "Player 0", 100),
        (2, "Player 3", 100),
        (4, "Player 1", 99),
    ]


def test_my_row_is_found_wherever_it_is(db, monkeypatch):
    monkeypatch.setattr(ranking, "TOP", 2)
    *_, last = people(300, 200, 200, 100, 100)
    rows, mine = ranking.board(last.pk)
    assert [row.rank for row in rows] == [1, 2]
    assert mine == ranking.Row(4, "Player 4", 100, 1, 1, me=True)


def test_my_row_in_the_top_is_marked_there(db):
    first, _ = people(20, 10)
    rows, mine = ranking.board(first.pk)
    assert [row.me for row in rows] == [True, False]
    assert mine == rows[0]


def test_who_has_no_points_is_not_on_the_board(db):
    zero, _ = people(0, 10)
    rows, mine = ranking.board(zero.pk)
    assert [row.name for row in rows] == ["Player 1"]
    assert mine is None


def test_who_left_vanishes_and_the_ranks_close_up(db):
    first, second, third = people(30, 20, 10)
    first.is_active = False
    first.save()
    second.delete()
    rows, mine = ranking.board(third.pk)
    assert [(row.rank, row.name) for row in rows] == [(1, "Player 2")]
    assert mine.rank == 1


def test_the_page_shows_the_board_and_what_is_missing_to_be_on_it(client, alice):
    people(30, 20)
    anonymous = client.get(reverse("games:board")).content.decode()
    assert "Player 0" in anonymous
    assert "Log in and win a match" in anonymous
    client.force_login(alice)
    mine = client.get(reverse("games:board")).content.decode()
    assert "Win a ranked match" in mine
    assert "#0" not in mine


def test_the_board_costs_the_same_whoever_is_on_it(client, alice, django_assert_num_queries):
    people(*range(10, 40))
    client.force_login(alice)
    with django_assert_num_queries(4):  # session and user, the top, the own row
        client.get(reverse("games:board"))
