"""The hint: what Expert would play in the person's place, where one may ask."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils.translation import gettext, override

from games.engine.pis_yedili import PisYedili
from games.engine.rummy500 import Rummy500
from games.engine.sevens import Sevens
from games.faces import FACES
from games.models import Match, Ply
from games.seating import Person

from .deals import deal, faceless, keep, seat
from .test_pis_yedili import deal as deal_pis_yedili
from .test_rummy500 import HANDS as RUMMY
from .test_rummy500 import deal as deal_rummy

# Alice can play six cards after a lap; the last of the others had to pass.
MINE = "7d 6d 8d 7c 7s 6h 9h 2c 3s 4s Ts Js Qc"
THEIRS = (
    "7h Ac 3c 4c 5c 6c 8c 9c Tc Jc Kc As 2s",
    "8h Ad 2d 3d 4d 5d 9d Td Jd Qd Kd 5s 6s",
    "Ah 2h 3h 4h 5h Th Jh Qh Kh 8s 9s Qs Ks",
)
MOVES = "7d 7h 8h --"


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here."""


@pytest.fixture
def ask(client, alice):
    """Ask for a hint in the match as alice, by a whole page or for the table alone."""
    client.force_login(alice)

    def asked(match, *, language="en", htmx=True):
        with override(language):
            url = reverse("games:hint", args=[match.pk])
        return client.get(url, headers={"HX-Request": "true"} if htmx else {})

    return asked


def for_fun(alice, hands=(MINE, *THEIRS), moves=MOVES, **how):
    return seat(
        Sevens(), list(hands), by=Person(user_id=alice.pk), moves=moves, ranked=False, **how
    )


def advised(response):
    """The move that the hint names, and the moves of its table."""
    text = response.content.decode()
    best = re.search(r"Expert would play: ([^<]+)\.</strong>", text)
    lines = re.findall(r'<tr><th scope="row">([^<]+)</th><td class="number">([^<]+)</td>', text)
    return best and best[1], lines


def test_a_hint_names_the_best_move_and_its_two_best_alternatives(ask, alice):
    match = for_fun(alice)
    best, lines = advised(ask(match))
    legal = {"six of diamonds", "eight of diamonds", "seven of clubs", "seven of spades"}
    assert {move for move, _ in lines} < {*legal, "six of hearts", "nine of hearts"}
    assert len(lines) == 3
    assert lines[0][0] == best
    chances = [int(chance.rstrip("%")) for _, chance in lines]
    assert 0 < sum(chances) <= 300


def test_to_ask_changes_nothing_and_gives_the_same_answer_again(ask, alice):
    match = for_fun(alice)
    before = (list(Match.objects.values()), list(Ply.objects.values()))
    one, other = ask(match), ask(match)
    assert faceless(one) == faceless(other)
    assert (list(Match.objects.values()), list(Ply.objects.values())) == before


def test_a_hint_comes_alone_or_in_the_whole_page(ask, alice):
    match = for_fun(alice)
    part, page = ask(match), ask(match, htmx=False)
    assert part.content.lstrip().startswith(b'<div class="advice"')
    assert b"<html" in page.content
    assert advised(part) == advised(page)


def test_a_hint_is_offered_when_one_may_ask(client, alice):
    client.force_login(alice)
    fun, ranked = (
        for_fun(alice),
        seat(Sevens(), [MINE, *THEIRS], by=Person(user_id=alice.pk), moves=MOVES),
    )
    waiting = for_fun(alice, moves="7d")
    offers = [
        b'id="ask"' in client.get(match.get_absolute_url()).content
        for match in (fun, ranked, waiting)
    ]
    assert offers == [True, False, False]


def test_there_are_no_hints_in_ranked_matches(ask, alice):
    match = seat(Sevens(), [MINE, *THEIRS], by=Person(user_id=alice.pk), moves=MOVES)
    answer = ask(match)
    assert answer.status_code == 409
    assert answer["HX-Retarget"] == "#table"
    assert "There are no hints in ranked matches." in answer.content.decode()
    assert advised(answer) == (None, [])
    # Who asks by the address, or loads an old one again, is sent to the table.
    assert ask(match, htmx=False)["Location"] == match.get_absolute_url()


def test_there_is_no_hint_while_others_move(ask, alice):
    answer = ask(for_fun(alice, moves="7d"))
    assert answer.status_code == 409
    assert "It is not your turn." in answer.content.decode()


def test_nobody_is_told_about_the_match_of_another(client, alice, bob):
    client.force_login(bob)
    match = for_fun(alice)
    assert client.get(reverse("games:hint", args=[match.pk])).status_code == 404


def test_the_only_move_needs_no_search(ask, alice):
    answer = ask(for_fun(alice, moves=""))
    assert advised(answer) == ("seven of diamonds", [])
    assert "There is no other move." in answer.content.decode()


def test_a_hint_does_not_depend_on_cards_that_the_person_cannot_see(ask, alice):
    one = for_fun(alice)
    first = faceless(ask(one))
    key = one.pk
    one.delete()
    # Two of the others exchange kings, which nobody could play yet.
    swapped = [
        theirs.replace("Ks", "??").replace("Kc", "Ks").replace("??", "Kc") for theirs in THEIRS
    ]
    other = for_fun(alice, hands=(MINE, *swapped), match_id=key)
    assert faceless(ask(other)) == first


def test_a_hint_at_rummy_does_not_depend_on_the_hands_of_the_others(ask, alice):
    by, answers = Person(user_id=alice.pk), set()
    one, two, three = RUMMY[1:]
    key = None
    for others in ((one, two, three), (two, three, one), (three, two, one)):
        plies = [deal_rummy((RUMMY[0], *others), "5h", ""), "+"]
        match = keep(Rummy500(), plies, by=by, ranked=False, match_id=key)
        key = match.pk
        answers.add(faceless(ask(match)))
        match.delete()
    assert len(answers) == 1


def test_a_hint_stays_when_the_table_is_asked_for_again_at_the_same_ply(client, alice):
    client.force_login(alice)
    match = for_fun(alice)
    url = reverse("games:table", args=[match.pk])
    answers = [client.get(url, {"ply": ply}).status_code for ply in (match.ply, match.ply - 1, "x")]
    assert answers == [204, 200, 200]


def test_a_match_given_up_has_no_hints_and_is_shown_as_over(ask, client, alice):
    match = for_fun(alice)
    with override("en"):
        client.force_login(alice)
        client.post(reverse("games:resign", args=[match.pk]))
        table = client.get(reverse("games:table", args=[match.pk]), {"ply": match.ply})
    assert table.status_code == 200
    assert "The match is over." in ask(match).content.decode()


@pytest.mark.parametrize("language", ["en", "ms", "tr", "uk"])
def test_each_game_gives_hints_in_each_language(ask, alice, language):
    by = Person(user_id=alice.pk)
    rummy = [deal_rummy(RUMMY, "5h", ""), "+"]
    sevens = [deal([MINE, *THEIRS]), *MOVES.split()]
    pis_yedili = [deal_pis_yedili(("2c 3c Jh Ah 9h 3s 5d", "7d 7h 8d Kd Qs 4s 6d"))]
    for game, plies in (
        (Sevens(), sevens),
        (Rummy500(), rummy),
        (PisYedili(seats=2), pis_yedili),
    ):
        match = keep(game, plies, by=by, ranked=False)
        answer = ask(match, language=language)
        assert answer.status_code == 200
        with override(language):
            whys = [str(why) for why in FACES[game.key].whys.values()]
            words = gettext("Expert would play: %(move)s.").partition("%")[0]
        text = unescape(answer.content.decode())
        assert words in text
        assert any(why in text for why in whys)
