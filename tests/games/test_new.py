"""Starting a match, and the way back to one."""

import re
import uuid

import pytest
from django.test import Client

from accounts.models import User
from games import seating
from games.engine.sevens import Sevens
from games.models import Match, Player


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here."""


NEW = "/en/play/sevens/"


def test_a_guest_starts_an_unranked_match_at_once(client, db):
    response = client.post(NEW, {"seats": 3, "level": "normal"})
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert (match.ranked, match.level, match.rules.seats) == (False, "normal", 3)
    assert client.get(match.get_absolute_url()).status_code == 200
    assert Client().get(match.get_absolute_url()).status_code == 404


def test_who_is_signed_in_plays_ranked(client, alice):
    client.force_login(alice)
    client.post(NEW, {"seats": 4, "level": "expert"})
    match = Match.objects.get()
    assert (match.ranked, match.level, match.rules.seats) == (True, "expert", 4)
    assert Player.objects.get(match=match, bot=False).user == alice


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"seats": 4, "level": "easy", "request_id": "x"},
        {"seats": 4, "level": "easy", "pass_limit": 3},
        {"seats": 4, "level": "easy", "center_rank": 9},
        {"seats": 4, "level": "easy", "target": 0},
        {"seats": 1, "level": "easy"},
        {"seats": 9, "level": "easy"},
        {"seats": 4, "level": "x"},
        {"seats": 4, "level": "easy", "deck": 32},
        {"seats": 4, "level": "easy", "ace": "middle"},
        {"seats": 4, "level": "easy", "ante": -1},
        {"seats": 4, "level": "easy", "rounds": "9" * 9},
    ],
)
def test_what_cannot_be_chosen_is_refused_and_starts_nothing(client, db, data):
    answer = client.post(NEW, data)
    assert answer.status_code == 400
    assert 'class="errorlist' in answer.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "other", [{"seats": 2}, {"seats": 5}, {"ace": "high"}, {"scoring": "pips", "rounds": 3}]
)
def test_other_tables_and_rules_are_played_for_fun(client, alice, other):
    client.force_login(alice)
    client.post(NEW, {"seats": 4, "level": "easy", **other})
    match = Match.objects.get()
    assert not match.ranked
    assert {key: match.rules.options()[key] for key in other} == {
        key: str(value) for key, value in other.items()
    }


def test_who_is_signed_in_may_play_for_fun(client, alice):
    client.force_login(alice)
    assert 'name="for_fun"' in client.get(NEW).content.decode()
    client.post(NEW, {"seats": 4, "level": "easy", "for_fun": "on"})
    assert not Match.objects.get().ranked


def test_a_guest_is_not_asked_whether_he_plays_for_fun(client, db):
    assert 'name="for_fun"' not in client.get(NEW).content.decode()


def test_after_a_match_for_fun_one_may_play_the_same_or_for_points(client, alice):
    client.force_login(alice)
    client.post(NEW, {"seats": 4, "level": "easy", "for_fun": "on"})
    match = Match.objects.get()
    text = client.post(f"{match.get_absolute_url()}resign/", follow=True).content.decode()
    assert re.search(r'name="for_fun" value="on">Play again<', text)
    assert "Play again for points" in text
    client.post(NEW, {"seats": 4, "ace": "high", "level": "easy"})
    match = Match.objects.get(options__contains="ace=high")
    text = client.post(f"{match.get_absolute_url()}resign/", follow=True).content.decode()
    assert "Play again for points" not in text


def test_the_default_rules_said_aloud_are_ranked(client, alice):
    client.force_login(alice)
    client.post(NEW, {"seats": 3, "level": "easy", **Sevens(seats=3).options()})
    assert Match.objects.get().ranked


def test_rules_that_do_not_go_together_are_named(client, db):
    text = client.post(NEW, {"seats": 4, "level": "easy", "deck": 32}).content.decode()
    assert "This cannot be played, look again at: Pack, Ace." in text
    assert '<option value="32" selected>' in text


def test_a_link_carries_the_rules(client, db):
    text = client.get(NEW + "?preset=international&seats=6&target=50").content.decode()
    assert '<option value="high" selected>' in text
    assert 'value="50"' in text
    assert re.search('value="6"[^>]* checked', text)


def test_a_link_with_impossible_rules_says_so(client, db):
    for asked in ("?preset=none", "?deck=32", "?ante=x"):
        answer = client.get(NEW + asked)
        assert answer.status_code == 400
        assert 'role="alert"' in answer.content.decode()
    assert client.get(NEW + "?source=mail").status_code == 200


def test_each_start_of_the_home_page_makes_a_match_of_its_own(client, db):
    text = client.get("/en/").content.decode()
    starts = re.findall(
        r'action="/en/play/([\w-]+)/".*?name="request_id" value="([^"]+)"', text, re.S
    )
    assert [game for game, _ in starts] == ["sevens", "rummy-500", "pis-yedili"]
    for game, request_id in starts:
        data = {"seats": 4, "level": "easy", "request_id": request_id}
        client.post(f"/en/play/{game}/", data)
    assert set(Match.objects.values_list("game", flat=True)) == {game for game, _ in starts}


@pytest.mark.parametrize(("field", "most"), [("rounds", 20), ("mult_seven", 99)])
def test_a_match_without_end_cannot_be_asked_for(client, db, field, most):
    data = {"seats": 4, "level": "easy"}
    where = "/en/play/pis-yedili/"
    assert client.post(where, {**data, field: most + 1}).status_code == 400
    assert client.post(where, {**data, field: most}).status_code == 302


def test_a_game_that_is_not_there_is_not_found(client, db):
    assert client.get("/en/play/chess/").status_code == 404
    assert client.post("/en/play/chess/", {"seats": 4, "level": "easy"}).status_code == 404


def test_a_button_pressed_twice_starts_one_match(client, alice):
    for user in (None, alice):
        if user:
            client.force_login(user)
        data = {"seats": 4, "level": "easy", "request_id": uuid.uuid4()}
        answers = [client.post(NEW, data)["Location"] for _ in range(2)]
        assert answers[0] == answers[1] == f"/en/match/{data['request_id']}/"
    assert Match.objects.count() == 2


def test_looking_starts_nothing(client, db):
    assert client.get(NEW).status_code == 200
    assert not Match.objects.exists()


def test_a_second_ranked_match_is_refused_and_the_first_one_shown(client, alice, match):
    client.force_login(alice)
    response = client.post(NEW, {"seats": 4, "level": "easy"})
    assert response.status_code == 409
    assert match.get_absolute_url() in response.content.decode()
    assert Match.objects.count() == 1


def test_the_home_page_leads_back_to_what_goes_on(client, alice, bob, match):
    client.force_login(alice)
    text = client.get("/en/").content.decode()
    assert match.get_absolute_url() in text
    assert "Sevens: a match of yours is waiting." in text
    client.force_login(bob)
    assert match.get_absolute_url() not in client.get("/en/").content.decode()


def test_a_guests_match_is_kept_when_he_signs_in(client, db):
    client.post(NEW, {"seats": 4, "level": "easy"})
    match = Match.objects.get()
    user = User.objects.create_user("new@example.org", name="Newcomer")
    client.force_login(user)  # sends the signal of a login, as allauth's does
    person = Player.objects.get(match=match, bot=False)
    assert (person.user, person.guest) == (user, None)
    assert seating.GUEST not in client.session
    assert client.get(match.get_absolute_url()).status_code == 200
    assert not match.ranked
