"""POST of a move: every malformed, foreign, stale, doubled or illegal one is answered kindly."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import play

from .deals import faceless

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here."""


@pytest.fixture
def post(client, alice, match):
    """Post a move as alice by htmx; fields may be replaced, or left out with None."""
    client.force_login(alice)

    def post(move="7d", *, client=client, match=match, **fields):
        data = {"ply": 1, "request_id": uuid.uuid4(), "move": move, **fields}
        data = {name: value for name, value in data.items() if value is not None}
        return client.post(url(match), data, **HTMX)

    return post


def url(match):
    return reverse("games:move", args=[match.pk])


def plies(match):
    return list(match.plies.order_by("number").values_list("move", flat=True))


def test_a_legal_move_is_answered_with_the_new_table_alone(post, match):
    response = post("7d")
    assert response.status_code == 200
    assert plies(match)[1:] == ["7d"]
    text = response.content.decode()
    assert "<html" not in text
    assert 'id="table"' in text
    assert 'id="hand-7d"' not in text
    assert 'id="hand-8d"' in text


def test_without_a_script_a_move_leads_back_to_the_whole_page(client, alice, match):
    client.force_login(alice)
    data = {"ply": 1, "request_id": uuid.uuid4(), "move": "7d"}
    response = client.post(url(match), data)
    assert (response.status_code, response["Location"]) == (302, match.get_absolute_url())
    assert plies(match)[1:] == ["7d"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"move": "8d"}, 409),
        ({"move": "7h"}, 409),
        ({"move": "--"}, 409),
        ({"move": "deal:7d"}, 409),
        ({"move": "7x"}, 400),
        ({"move": "+"}, 400),
        ({"move": ""}, 400),
        ({"move": None}, 400),
        ({"move": "7d" * 300}, 400),
        ({"ply": 0}, 409),
        ({"ply": 2}, 409),
        ({"ply": -1}, 400),
        ({"ply": "one"}, 400),
        ({"ply": "٣"}, 400),
        ({"ply": "9" * 40}, 400),
        ({"ply": None}, 400),
        ({"request_id": "x"}, 400),
        ({"request_id": "٣" * 32}, 400),
        ({"request_id": "0x" + "a" * 30}, 400),
        ({"request_id": "urn:uuid:00000000-0000-4000-8000-000000000000"}, 400),
        ({"request_id": "00000000-0000-4000-8000-000000000000-"}, 400),
        ({"request_id": None}, 400),
        ({"seat": 2, "move": "7h"}, 409),
    ],
)
def test_a_bad_move_is_refused_with_a_sentence_and_changes_nothing(post, match, fields, status):
    before = plies(match)
    response = post(**fields)
    assert response.status_code == status
    assert plies(match) == before
    sentence = re.search(r'role="alert">([^<]+)', response.content.decode())
    assert sentence
    assert len(sentence[1].strip()) > 10
    assert 'id="hand-7d"' in response.content.decode()


def test_a_refusal_without_a_script_is_a_whole_page_with_the_sentence(client, alice, match):
    client.force_login(alice)
    data = {"ply": 1, "request_id": uuid.uuid4(), "move": "8d"}
    response = client.post(url(match), data)
    assert response.status_code == 409
    assert "The first card must be the seven of diamonds." in response.content.decode()
    assert "<html" in response.content.decode()


def test_a_refused_card_is_answered_alike_whoever_holds_it(post):
    assert faceless(post("7h")) == faceless(post("2s"))


def test_one_request_sent_twice_counts_once(post, match):
    request_id = uuid.uuid4()
    first = post("7d", request_id=request_id)
    again = post("7d", request_id=request_id)
    assert (first.status_code, again.status_code) == (200, 200)
    assert plies(match)[1:] == ["7d"]


def test_a_foreign_match_is_answered_like_none(client, post, match, bob, alice):
    stranger, guest = Client(), Client()
    stranger.force_login(bob)
    for other in (stranger, guest):
        foreign = other.post(url(match), {"ply": 1, "request_id": uuid.uuid4(), "move": "7d"})
        none = other.post(reverse("games:move", args=[uuid.uuid4()]), {})
        malformed = other.post(url(match), {})
        assert foreign.status_code == none.status_code == 404
        assert malformed.status_code in (400, 404)
        assert "hand-" not in malformed.content.decode()
    assert len(plies(match)) == 1


def test_a_get_moves_nothing(client, alice, match):
    client.force_login(alice)
    response = client.get(url(match), {"ply": 1, "request_id": uuid.uuid4(), "move": "7d"})
    assert (response.status_code, response["Location"]) == (302, match.get_absolute_url())
    assert client.put(url(match)).status_code == 405
    assert len(plies(match)) == 1


def test_a_move_without_the_csrf_token_is_refused(alice, match):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post(url(match), {"ply": 1, "request_id": uuid.uuid4(), "move": "7d"})
    assert response.status_code == 403
    assert len(plies(match)) == 1


def test_a_body_without_end_is_refused_with_a_page_of_ours(post, match):
    response = post("x" * 3_000_000)
    assert response.status_code == 400
    assert "Please try again." in response.content.decode()
    assert len(plies(match)) == 1


def test_a_match_that_is_over_takes_no_move(post, match, alice):
    play.resign(match.pk, play.Person(user_id=alice.pk))
    response = post("7d")
    assert response.status_code == 409
    assert "The match is over." in response.content.decode()
    assert len(plies(match)) == 1


def test_a_session_that_ended_leads_the_whole_page_to_the_login(post, match):
    nobody = Client()
    response = post("7d", client=nobody)
    assert response.status_code == 404
    assert response.content == b""
    page = match.get_absolute_url()
    assert response["HX-Redirect"] == f"{reverse('account_login')}?next={page.replace('/', '%2F')}"
    assert len(plies(match)) == 1


def test_giving_up_is_a_post_and_ends_the_match(client, alice, match):
    client.force_login(alice)
    where = reverse("games:resign", args=[match.pk])
    assert client.get(where).status_code == 302
    match.refresh_from_db()
    assert match.status == "live"
    assert client.post(where).status_code == 302
    match.refresh_from_db()
    assert match.status == "forfeited"
    assert client.post(where).status_code == 409


def test_a_move_costs_a_known_number_of_queries(post, match, django_assert_num_queries):
    post("7d", ply=0)  # the rules are in their cache
    # session and user; begin, the match locked with its person, its log, the write, commit
    with django_assert_num_queries(7):
        assert post("7d").status_code == 200
