"""What is told of a person: streaks, firsts, weeks, figures, and the list of his matches."""

import uuid
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import history, rating
from games.history import Figure, Key, Streak
from games.match import Level, Outcome, Status
from games.models import Match, Player, Settlement
from games.seating import Person

from .settled import NOON, settled

HOUR = timedelta(hours=1)


def for_fun(user, winners=(0,), *, at=NOON, game="sevens", level="easy", status=Status.FINISHED):
    """A match for fun of this person, or guest, on seat 0 of three."""
    live = status == Status.LIVE
    match = Match.objects.create(
        game=game,
        options="seats=3",
        level=level,
        ranked=False,
        status=status,
        turn=0 if live else -2,
        due=at if live else None,
        winners=list(winners),
        ended=None if live else at,
    )
    guest = user if isinstance(user, uuid.UUID) else None
    Player.objects.create(match=match, seat=0, bot=False, guest=guest, user=None if guest else user)
    return match


def row(user, results, **how):
    """Ranked matches an hour apart that ended so: w, d or l."""
    words = {"w": "won", "d": "drawn", "l": "lost"}
    return [
        settled(user, words[letter], at=NOON + hour * HOUR, **how)
        for hour, letter in enumerate(results)
    ]


@pytest.mark.parametrize(
    ("results", "now", "longest"),
    [
        ("w", 1, 1),
        ("l", 0, 0),
        ("wwlwww", 3, 3),
        ("wwwlw", 1, 3),
        ("wwwl", 0, 3),
        ("wwdw", 1, 2),
        ("llwwll", 0, 2),
    ],
)
def test_a_streak_is_of_wins_without_anything_between(alice, results, now, longest):
    row(alice, results)
    assert history.streaks(alice.pk) == {"sevens": Streak(now, longest)}


def test_each_game_has_a_streak_of_its_own(alice):
    settled(alice, game="sevens")
    settled(alice, "lost", game="pis-yedili", at=NOON + HOUR)
    settled(alice, game="sevens", at=NOON + 2 * HOUR)
    assert history.streaks(alice.pk) == {"sevens": Streak(2, 2), "pis-yedili": Streak(0, 0)}


def test_figures_are_by_game_and_level(alice, bob):
    row(alice, "wwl", level="easy")
    settled(alice, "drawn", level="expert", at=NOON + 9 * HOUR)
    settled(alice, "won", game="pis-yedili", at=NOON + 10 * HOUR)
    settled(bob, "won")
    assert history.figures(alice.pk) == {
        "sevens": {Level.EASY: Figure(3, 2), Level.EXPERT: Figure(1, 0)},
        "pis-yedili": {Level.EASY: Figure(1, 1)},
    }


def test_the_first_win_against_expert_is_told_with_its_match(alice):
    settled(alice, level="easy")
    settled(alice, "lost", level="expert", at=NOON + HOUR)
    first = settled(alice, level="expert", at=NOON + 2 * HOUR)
    settled(alice, level="expert", at=NOON + 3 * HOUR)
    assert history.first_wins(alice.pk) == {"sevens": (first.pk, NOON + 2 * HOUR)}


def test_the_best_week_begins_on_its_monday(alice):
    """30 and 10 points in the week of the 16th of November, 100 lost and 30 won in the next."""
    assert history.best_week(alice.pk) is None
    settled(alice, level="normal", at=NOON)
    settled(alice, level="easy", at=NOON + timedelta(days=4))
    settled(alice, "lost", level="expert", at=NOON + timedelta(days=5))
    settled(alice, level="normal", at=NOON + timedelta(days=6))
    assert history.best_week(alice.pk) == (date(2026, 11, 16), 40)


def test_the_course_of_a_rating_ends_where_the_rating_is(alice, monkeypatch):
    row(alice, "wlwwl")
    monkeypatch.setattr(history, "COURSE", 3)
    course = history.courses(alice.pk)["sevens"]
    assert [one.at for one in course] == [NOON + hour * HOUR for hour in (2, 3, 4)]
    assert course[-1].estimate == history.ratings(alice.pk)["sevens"][0]
    assert history.ratings(alice.pk)["sevens"][1] == 5


def test_ranked_and_for_fun_are_one_list_with_the_newest_first(alice, bob):
    old = settled(alice, "drawn", level="expert", at=NOON)
    fun = for_fun(alice, at=NOON + HOUR, game="pis-yedili")
    left = for_fun(alice, (), at=NOON + 2 * HOUR, status=Status.FORFEITED)
    for_fun(alice, (), status=Status.LIVE)
    for_fun(bob)
    settled(bob)
    page, more = history.matches(alice.pk)
    assert more is None
    assert page == [
        (Key(NOON + 2 * HOUR, left.pk), "sevens", "easy", 3, Outcome.LOST, True, None),
        (Key(NOON + HOUR, fun.pk), "pis-yedili", "easy", 3, Outcome.WON, False, None),
        (Key(NOON, old.pk), "sevens", "expert", 4, Outcome.DRAWN, False, 0),
    ]


def test_a_ranked_match_that_was_given_up_says_so(alice):
    match = settled(alice, "lost")
    Match.objects.filter(pk=match.pk).update(status=Status.FORFEITED)
    assert history.matches(alice.pk)[0][0].given_up


def test_matches_are_kept_by_game_and_level(alice):
    settled(alice, game="sevens", level="easy")
    expert = settled(alice, game="sevens", level="expert", at=NOON + HOUR)
    fun = for_fun(alice, game="pis-yedili", level="expert", at=NOON + 2 * HOUR)

    def found(**kept):
        return [past.key.match_id for past in history.matches(alice.pk, **kept)[0]]

    assert found(level="expert") == [fun.pk, expert.pk]
    assert found(game="pis-yedili") == [fun.pk]
    assert found(game="sevens", level="expert") == [expert.pk]
    assert found(game="rummy-500") == []


def test_every_match_is_on_exactly_one_page_whatever_ends_meanwhile(alice):
    """Four end at the same moment; between two pages another ends."""
    made = [for_fun(alice).pk for _ in range(4)]
    made += [settled(alice, at=NOON + hour * HOUR).pk for hour in range(1, 8)]
    pages, before = [], None
    while True:
        page, before = history.matches(alice.pk, before=before, limit=3)
        pages.append([past.key.match_id for past in page])
        if before is None:
            break
        before = Key.read(str(before))
        settled(alice, at=NOON + 100 * HOUR)
    assert [len(page) for page in pages] == [3, 3, 3, 2]
    seen = [match for page in pages for match in page]
    assert len(set(seen)) == 11
    assert set(seen) == set(made)


@pytest.mark.parametrize("text", ["", "x", "1", "1-", "1-" + 31 * "a", "9" * 17 + "-" + 32 * "a"])
def test_a_place_that_cannot_be_read_is_refused(text):
    with pytest.raises(ValueError, match="no place in a history"):
        Key.read(text)


def statements(alice):
    with CaptureQueriesContext(
        connection,
    ) as done:
        history.figures(alice.pk)
        history.ratings(alice.pk)
        history.streaks(alice.pk)
        history.courses(alice.pk)
        history.first_wins(alice.pk)
        history.best_week(alice.pk)
        history.matches(alice.pk)
    return len(done)


def test_who_played_more_costs_no_more_statements(alice):
    row(alice, "w")
    for_fun(alice)
    few = statements(alice)
    for hour in range(10, 22):
        settled(alice, level="expert", game="rummy-500", at=NOON + hour * HOUR)
        for_fun(alice, at=NOON + hour * HOUR)
    assert statements(alice) == few == 8


@pytest.fixture
def mine(alice):
    return for_fun(alice)


def may(match, by=None, *, staff=False):
    return history.shown(match.pk, by or Person(), staff=staff) is not None


def test_the_person_sees_his_own_match_whatever_he_shows(alice, bob, mine):
    alice.shows_matches = False
    alice.save()
    assert may(mine, Person(user_id=alice.pk))
    assert not may(mine, Person(user_id=bob.pk))
    assert not may(mine, Person(guest=uuid.uuid4()))
    assert not may(mine)
    assert may(mine, Person(user_id=bob.pk), staff=True)


def test_others_see_the_match_of_a_person_who_shows_his_matches(alice, bob, mine):
    shown = history.shown(mine.pk, Person(user_id=bob.pk), staff=False)
    assert (shown.own, shown.name) == (False, "Alice")
    assert may(mine)


@pytest.mark.parametrize("gone", [{"is_active": False}, {"closing": NOON}])
def test_nobody_else_sees_the_matches_of_who_is_leaving(alice, bob, mine, gone):
    type(alice).objects.filter(pk=alice.pk).update(**gone)
    assert not may(mine, Person(user_id=bob.pk))
    assert not may(mine)


def test_a_guests_match_is_its_guests_alone(alice):
    guest = uuid.uuid4()
    match = for_fun(guest)
    assert may(match, Person(guest=guest))
    assert not may(match, Person(guest=uuid.uuid4()))
    assert not may(match, Person(user_id=alice.pk))
    assert not may(match)


def test_the_match_of_a_deleted_account_is_for_the_staff_alone(alice, bob, mine):
    Player.objects.filter(match=mine).update(user=None)
    assert not may(mine)
    assert not may(mine, Person(user_id=alice.pk))
    assert may(mine, Person(user_id=bob.pk), staff=True)


def test_a_match_that_goes_on_is_nobodys_to_look_back_at(alice):
    match = for_fun(alice, (), status=Status.LIVE, at=timezone.now())
    assert not may(match, Person(user_id=alice.pk))
    assert not may(match, Person(user_id=alice.pk), staff=True)
    assert not may(Match(pk=uuid.uuid4()), Person(user_id=alice.pk), staff=True)


def test_the_rows_of_the_ledger_hold_what_the_course_shows(alice):
    settled(alice)
    ledger = Settlement.objects.get()
    assert history.courses(alice.pk)["sevens"] == [(NOON, rating.Estimate(ledger.mu, ledger.sigma))]
