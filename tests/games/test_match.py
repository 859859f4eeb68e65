"""The page of a table: what is on it, and what must never be."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import play
from games.engine.game import observe
from games.engine.sevens import Sevens
from games.seating import Person

from .deals import ONE_SUIT_EACH, faceless, seat

# Alice holds the same cards in both, the three bots hold other ones.
MINE = "7d 6d 8d Ah 2h Kc Qc 3s 4s 5s Ts Js 9d"
THEIRS = (
    "7h 7c 7s Ad 2d 3d 4d 5d Td Jd Qd Kd 3h",
    "4h 5h 6h 8h 9h Th Jh Qh Kh Ac 2c 3c 4c",
    "5c 6c 8c 9c Tc Jc As 2s 6s 8s 9s Qs Ks",
)


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here."""


def test_the_page_shows_the_hand_the_rows_and_whose_turn_it_is(client, alice, match):
    client.force_login(alice)
    text = client.get(match.get_absolute_url()).content.decode()
    for rank in "A23456789TJQK":
        assert f'id="hand-{rank}d"' in text
        assert f'id="hand-{rank}h"' not in text
    assert "Your turn." in text
    assert 'id="pass"' not in text


def test_before_the_first_card_only_it_is_marked(client, alice):
    hand = "7d 7c 7s 6d 8d Ah 2h Kc Qc 3s 4s Ts Js"
    others = (
        "7h 9d 5s Ad 2d 3d 4d 5d Td Jd Qd Kd 3h",
        "4h 5h 6h 8h 9h Th Jh Qh Kh Ac 2c 3c 4c",
        "5c 6c 8c 9c Tc Jc As 2s 6s 8s 9s Qs Ks",
    )
    match = seat(Sevens(), [hand, *others], by=Person(user_id=alice.pk))
    client.force_login(alice)
    text = client.get(match.get_absolute_url()).content.decode()
    assert re.findall(r'class="slot" data-state="(\w+)"', text).count("fits") == 1
    assert 'data-state="next"' not in text
    assert re.findall(r'value="(\w\w)" data-state="legal"', text) == ["7d"]


def test_only_what_fits_is_marked_as_playable(client, alice):
    # Seat 3 holds nothing next to 7d, 7h and 8h, and no seven, so it has passed.
    match = seat(Sevens(), [MINE, *THEIRS], by=Person(user_id=alice.pk), moves="7d 7h 8h --")
    client.force_login(alice)
    text = client.get(match.get_absolute_url()).content.decode()
    legal = set(re.findall(r'value="(\w\w)" data-state="legal"', text))
    assert legal == {"6d", "8d"}


def test_the_page_is_the_same_whatever_the_others_hold(client, alice):
    """Two deals that differ in hidden cards only give the same bytes, on every surface."""
    client.force_login(alice)
    answers = []
    for others in (THEIRS, (THEIRS[2], THEIRS[0], THEIRS[1]), tuple(reversed(THEIRS))):
        match = seat(Sevens(), [MINE, *others], by=Person(user_id=alice.pk), ranked=False)
        where = reverse("games:move", args=[match.pk])
        refused = client.post(
            where,
            {"ply": 1, "request_id": "0" * 32, "move": "7h"},
            HTTP_HX_REQUEST="true",
        )
        page = client.get(match.get_absolute_url())
        part = client.get(reverse("games:table", args=[match.pk]))
        headers = {k: v for k, v in page.headers.items() if k not in ("Set-Cookie", "Expires")}
        answers.append((faceless(refused), faceless(page), faceless(part), headers))
    assert answers[0] == answers[1] == answers[2]


def test_an_observation_holds_nothing_of_the_other_hands(alice):
    match = seat(Sevens(), [MINE, *THEIRS], by=Person(user_id=alice.pk))
    opened = play._Open(match.pk)
    other = opened.state._replace(hands=(opened.state.hands[0], *reversed(opened.state.hands[1:])))
    assert observe(opened.game, other, 0) == opened.view().seen


@pytest.mark.parametrize("name", ["games:match", "games:table"])
def test_nobody_else_sees_the_match(client, alice, bob, match, name):
    where = reverse(name, args=[match.pk])
    client.force_login(alice)
    assert client.get(where).status_code == 200
    client.force_login(bob)
    assert client.get(where).status_code == 404
    assert Client().get(where).status_code == 404


def test_the_page_is_never_kept_by_a_cache(client, alice, match):
    client.force_login(alice)
    control = client.get(match.get_absolute_url())["Cache-Control"]
    assert "no-store" in control
    assert "private" in control


@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("en", "seven of diamonds"),
        ("ms", "tujuh wajik"),
        ("uk", "сімка бубен"),
        ("tr", "karo yedi"),
    ],
)
def test_a_card_is_spoken_in_the_language_of_the_page(client, alice, match, language, spoken):
    client.force_login(alice)
    with translation.override(language):
        where = match.get_absolute_url()
    text = client.get(where).content.decode()
    assert f'<html lang="{language}"' in text
    assert f'aria-label="{spoken}"' in text


def test_the_end_tells_points_and_everybodys_penalty(client, alice):
    moves = "7d 7h 7s 7c 6d 6h 6s 6c 5d 5h 5s 5c 4d 4h 4s 4c 3d 3h 3s 3c 2d 2h 2s 2c Ad Ah As Ac"
    moves += " 8d 8h 8s 8c 9d 9h 9s 9c Td Th Ts Tc Jd Jh Js Jc Qd Qh Qs Qc"
    match = seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=alice.pk), moves=moves)
    client.force_login(alice)
    data = {"ply": match.ply, "request_id": "0" * 32, "move": "Kd"}
    response = client.post(reverse("games:move", args=[match.pk]), data, HTTP_HX_REQUEST="true")
    text = response.content.decode()
    assert "You won!" in text
    assert "10 ranking points for you." in text
    # Each bot is left with its king.
    assert re.findall(r"<td>(\d+)</td>", text) == ["0", "13", "13", "13"]


def test_after_a_match_that_was_given_up_nobody_has_won(client, alice, match):
    client.force_login(alice)
    client.post(reverse("games:resign", args=[match.pk]))
    text = client.get(match.get_absolute_url()).content.decode()
    assert "The match was given up." in text
    assert 'data-state="fits"' not in text
    assert "You won!" not in text


def test_a_late_move_is_told_that_the_match_is_over(client, alice, match):
    client.force_login(alice)
    client.post(reverse("games:resign", args=[match.pk]))
    data = {"ply": match.ply, "request_id": "0" * 32, "move": "7d"}
    answer = client.post(reverse("games:move", args=[match.pk]), data)
    assert answer.status_code == 409
    assert "The match is over." in answer.content.decode()


def test_a_pass_at_will_says_what_it_costs(client, alice):
    game = Sevens.from_options("preset=chips ace=low fine_pass=2")
    match = seat(game, ONE_SUIT_EACH, by=Person(user_id=alice.pk), ranked=False)
    client.force_login(alice)
    text = client.get(match.get_absolute_url()).content.decode()
    assert "Pass for 2 chips" in text


def test_the_page_costs_a_known_number_of_queries(client, alice, match, django_assert_num_queries):
    client.force_login(alice)
    client.get(match.get_absolute_url())
    with django_assert_num_queries(4):  # session and user; the match with its person, its log
        client.get(match.get_absolute_url())
