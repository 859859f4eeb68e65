"""The table of Rummy 500: what taking a card would bring, what picked cards can do, the count."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games import play
from games.engine.cards import PACK, each, pick, spell
from games.engine.game import DEAL
from games.engine.rummy500 import Rummy500
from games.faces import FACES
from games.seating import Person

from .deals import faceless, keep

HANDS = (
    "9s 2d Kc 5c 6c 8h 3s",
    "4h 5s Jc Qh Kd 2c Ts",
    "Ad 7d Jd 8s Qc 2s Th",
    "3c 4c Jh Qs Ks Ac 6d",
)
# Everybody draws and throws that card: the pile is 5h 7s 9h 4d 9c when Alice draws again.
DEEP = "+ -7s + -9h + -4d + -9c"
DRAWN = "2d 3h 4s 5h 6d 7h 8s 9h Ts Jh Qd Kh Ac 2s 4d 6s 8d Td Qs Ah 3c 5c 7c 9c Jc"
RUNS = ("Js Qs Ks 2s 3s 4s As 5h 5d 5c", "Kd Kh 9d 9h 8c 7d 6h 4h 3d 2d")


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here."""


def deal(hands, turned, stock):
    """The ply that deals these hands, turns this card up and puts these on top of the stock."""
    held = [hand.split() for hand in hands]
    cards = [hand[turn] for turn in range(len(held[0])) for hand in held]
    cards += [turned, *stock.split()]
    return DEAL + "".join(cards) + spell(each(PACK & ~sum(pick("".join(cards), PACK))))


@pytest.fixture
def table(client, alice):
    """The page of a match after these moves, and the match."""

    def table(moves, hands=HANDS, turned="5h", stock="7s 9h 4d 9c", **options):
        game = Rummy500(seats=len(hands), **options)
        plies = [deal(hands, turned, stock), *moves.split()]
        match = keep(game, plies, by=Person(user_id=alice.pk), ranked=False)
        client.force_login(alice)
        return client.get(match.get_absolute_url()).content.decode(), match

    return table


def offers(text):
    """The moves that are offered for picked cards: by the cards, in order."""
    found = re.findall(r'data-for="([^"]+)"[^>]*><button[^>]*value="([^"]+)"', unescape(text))
    return {cards: [move for other, move in found if other == cards] for cards, _ in found}


def panel(text, card):
    """What is told of a card of the pile."""
    return " ".join(re.search(rf'id="take-{card}".*?</div>', text, re.S)[0].split())


def test_the_pile_lies_in_order_and_what_may_be_taken_is_marked(table):
    text, _ = table(DEEP)
    assert re.findall(r'id="pile-(\w\w)"', text) == ["5h", "7s", "9h", "4d", "9c"]
    # Only the nine of hearts has a use: with the nine in hand and the one on top of it.
    legal = re.findall(r'data-state="legal">\s*<button[^>]*id="pile-(\w\w)"', text)
    assert legal == ["9h"]
    assert "draw from the stock or take from the pile" in text


def test_a_card_of_the_pile_tells_what_taking_it_brings(table):
    text, _ = table(DEEP)
    told = panel(text, "9h")
    assert "Taking this brings 3 cards into your hand" in told
    assert "meld 9♣ 9♥ 9♠ (+27)" in told
    assert 'name="move" value="+9h"' in told


def test_a_card_of_the_pile_tells_why_it_may_not_be_taken(table):
    text, _ = table(DEEP)
    for card, name in (("4d", "four of diamonds"), ("9c", "nine of clubs")):
        told = panel(text, card)
        assert f"There is no use for the {name} at once, so it may not be taken." in told
        assert 'name="move"' not in told


def test_a_top_card_that_may_be_kept_is_offered_without_a_use(table):
    text, _ = table(DEEP, top_card="keep_no_discard")
    told = panel(text, "9c")
    assert 'value="+9c"' in told
    assert "must be used" not in told


def test_a_card_reached_for_must_be_used_and_nothing_else_is_offered(table):
    text, _ = table(DEEP + " +9h")
    assert "Now use the nine of hearts." in text
    assert offers(text) == {"9c 9h 9s": ["9c9h9s"]}
    assert 'popovertarget="take-' not in text


def test_a_meld_tells_its_worth_and_its_owner(table):
    text, _ = table(DEEP + " +9h")
    assert re.search(r"Meld <span.*?27 points", text, re.S)
    text, _ = table(DEEP + " +9h 9c9h9s")
    assert "Points on the table: </span>+27" in text
    assert text.count('data-mine title="You"') == 3
    assert re.findall(r'class="meld-owners" aria-hidden="true">([^<]*)<', text) == ["You"]
    # What is left may be thrown, also the card that came along.
    assert offers(text) == {
        card: [f"-{card}"] for card in ("5c", "6c", "Kc", "2d", "4d", "8h", "3s")
    }


def test_a_high_ace_is_written_where_it_will_lie(table):
    text, _ = table("+", RUNS, "6c", "Tc")
    offer = re.search(r'value="JsQsKsAs".*?</button>', text, re.S)[0]
    assert [name.split(" of")[0] for name in re.findall(r'aria-label="([^"]+)"', offer)] == [
        "jack", "queen", "king", "ace",
    ]  # fmt: skip


def test_a_card_with_two_homes_is_offered_to_both(table):
    text, _ = table("+ JsQsKs 2s3s4s", RUNS, "6c", "Tc")
    assert offers(text)["As"] == ["As>1", "As>2", "-As"]
    assert "Lay off on 1" in text
    assert "Lay off on 2" in text


def test_what_is_proposed_without_a_pick_is_the_most_that_can_be_laid(table):
    text, _ = table("+", RUNS, "6c", "Tc")
    proposed = re.findall(r'data-for="([^"]+)" data-most', text)
    # Of A 2 3 4 and its parts only the whole; so too of J Q K A.
    assert set(proposed) == {"5c 5d 5h", "As 2s 3s 4s", "As Js Qs Ks"}


def test_the_end_of_a_round_shows_all_hands_and_how_they_count(table, client, alice):
    moves = "+ JsQsKs 2s3s4s As>1 5c5d5h"
    _, match = table(moves, RUNS, "6c", "Tc")
    data = {"ply": match.ply, "request_id": "0" * 32, "move": "-Tc"}
    text = client.post(reverse("games:move", args=[match.pk]), data, HTTP_HX_REQUEST="true")
    text = text.content.decode()
    # 30 and 9 and 15 and 15 are laid; the other holds 10 10 9 9 8 7 6 4 3 2.
    cells = re.findall(r"<td>([^<]*)</td>", text[: text.index('class="seats"')])
    assert cells == ["69", "0", "69", "69", "0", "68", "−68", "−68"]
    assert "Round 1 is over." in text
    assert "Out of cards: You." in text
    shown = text[text.index('class="before"') : text.index('class="seats"')]
    assert shown.count('aria-label="king of') == 2
    assert "Round 2, to 500 points" in text


def test_a_round_that_ends_with_the_stock_says_so(alice):
    # The 16 cards that are left are drawn and thrown; nobody lays anything.
    game = Rummy500(seats=2, deal_2p=13)
    hands = (
        "2c 4c 6c 8c Tc Qc Ad 3d 5d 7d 9d Jd Kd",
        "2h 4h 6h 8h Th Qh As 3s 5s 7s 9s Js Ks",
    )
    plies = [deal(hands, "Kc", DRAWN)]
    for card in DRAWN.split():
        plies += ["+", f"-{card}"]
    match = keep(game, plies[:-1], by=Person(user_id=alice.pk), ranked=False)
    view = play.play(
        match.pk, Person(user_id=alice.pk), ply=match.ply, text=plies[-1], request_id=match.pk
    )
    assert len(view.ends) == 1
    said = FACES["rummy-500"].ending(game, view.ends[0], ["You", "Aisyah"])
    assert said == "The stock is used up, so the round is over."


def test_the_page_is_the_same_whatever_the_others_hold(client, alice):
    """Two deals that differ in hidden cards only give the same bytes, on every surface."""
    client.force_login(alice)
    answers = []
    for others, stock in ((HANDS[1:], "7s 9h 4d 9c"), (HANDS[:0:-1], "7s Td 3d 9c")):
        plies = [deal((HANDS[0], *others), "5h", stock), "+"]
        match = keep(Rummy500(), plies, by=Person(user_id=alice.pk), ranked=False)
        where = reverse("games:move", args=[match.pk])
        data = {"ply": 2, "request_id": "0" * 32, "move": "+5h"}
        refused = client.post(where, data, HTTP_HX_REQUEST="true")
        assert refused.status_code == 409
        page = client.get(match.get_absolute_url())
        answers.append((faceless(refused), faceless(page)))
    assert answers[0] == answers[1]
