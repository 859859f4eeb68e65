"""The table of Pis Yedili: what is owed and asked for, what a card can do, and how a deal ended."""

import re

import pytest
from django.urls import reverse

from games import play
from games.engine.cards import PACK, each, pick, spell
from games.engine.game import DEAL
from games.engine.pis_yedili import PisYedili
from games.seating import Person

from .deals import faceless, keep

# Seat 0 is Alice. All can begin with a club; each of the first three holds a seven beside it.
HANDS = (
    "2c 7d Jh Ah 9h 3s 5d",
    "3c 7h 8d Kd Qs 4s 6d",
    "4c 7s 9d Td Js 5s 2h",
    "5c 7c 8h Th Ac 6s 2s",
)


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here."""


def deal(hands, stock="", pack=PACK):
    """The ply that deals these hands and puts these cards on top of the stock."""
    held = [hand.split() for hand in hands]
    cards = [hand[turn] for turn in range(7) for hand in held] + stock.split()
    rest = pack & ~sum(pick("".join(cards), pack))
    return DEAL + "".join(cards) + spell(each(rest))


@pytest.fixture
def table(client, alice):
    """The page of a match after these moves: table(moves, hands=…, stock=…, **options)."""

    def table(moves="", hands=HANDS, stock="", own=0, **options):
        game = PisYedili(**options)
        plies = [deal(hands, stock), *moves.split()]
        match = keep(game, plies, by=Person(user_id=alice.pk), own=own, ranked=False)
        client.force_login(alice)
        return client.get(match.get_absolute_url()).content.decode(), match

    return table


def test_the_opening_asks_for_a_club(table):
    text, _ = table()
    assert "A club to begin with" in text
    assert "Your turn: play a club." in text
    assert re.findall(r'value="(\w\w)" data-state="legal"', text) == ["2c"]


def test_the_suit_in_force_and_the_direction_are_told(table):
    text, _ = table("2c 3c 4c 5c")
    assert "Suit: clubs" in re.sub(r"\s+", " ", re.sub("<[^>]+>", "", text))
    assert "clockwise" in text
    assert "counter-clockwise" not in text
    turned = ("2c 7d Jh Ah 9h 3s 5d", "3c 7h 8d Kd Qs 4s 6d", "Tc 7s 9d Td Js 5s 2h", HANDS[3])
    assert "counter-clockwise" in table("2c 3c Tc", turned, own=1)[0]


def test_a_jack_asks_which_suit(table):
    text, _ = table("2c 3c 4c 5c")
    asked = re.search(r'id="choose-Jh".*?</div>', text, re.S)[0]
    assert re.findall(r'value="([^"]+)"', asked) == ["Jh=c", "Jh=d", "Jh=h", "Jh=s"]
    assert "Which suit shall the jack ask for?" in asked


def test_what_a_jack_asked_for_is_told(table):
    text, _ = table("2c 3c 4c 5c Jh=s 4s 5s 6s")
    assert "jack of hearts, now spades" in text
    text, _ = table("2c 3c 4c 5c Jh=s", own=1)
    assert "Suit in force: spades" in re.sub(r"\s+", " ", re.sub("<[^>]+>", "", text))


def test_a_chain_of_sevens_is_owed_until_it_is_paid(table, alice):
    text, match = table("2c 3c 4c 7c 7d 7h 7s", own=3)
    assert "12 cards to take" in text
    assert "you have no seven, take 12 cards" in text
    assert re.search(r'value="\+"[^>]*>Take 12 cards<', text)
    assert 'data-state="legal"' not in text
    view = play.play(
        match.pk, Person(user_id=alice.pk), ply=match.ply, text="+", request_id=match.pk
    )
    assert view.moves[-1] == (3, "+", 12)
    assert view.drawn.bit_count() == 12


def test_a_stock_too_short_for_a_chain_ends_the_deal_and_says_so(table):
    # Seven seats of one pack leave three cards; two sevens ask for six.
    rest = iter(spell(each(PACK & ~sum(pick("2c 7c 7d 3s 4s 5s 6s 8s 9s", PACK))), " ").split())
    mine = ["3s", "4s", "5s", "6s", "8s", "9s"]
    hands = [["2c"], ["7c"], ["7d"], mine, [], [], []]
    hands = [" ".join([*hand, *(next(rest) for _ in range(7 - len(hand)))]) for hand in hands]
    text, _ = table("2c 7c 7d", hands, own=3, seats=7, decks=1)
    assert "6 cards to take" in text
    assert "you have no seven, and taking what is left ends the deal" in text
    assert re.search(r'value="\+"[^>]*>Take what is left and end the deal<', text)


def test_a_seven_may_be_answered(table):
    text, _ = table("2c 3c 4c 7c")
    assert "answer with a seven or take 3 cards" in text
    assert re.findall(r'value="(\w\w)" data-state="legal"', text) == ["7d"]


def test_after_an_ace_one_more_card_is_offered(table):
    hands = ("6c Ah 9h 3s As 5d 5h", "3c 7h 8d Kd Qs 4s 6d", HANDS[2], "8h 7c 5c Th Ac 6s 2s")
    text, _ = table("6c 3c 4c Ac -- ".strip(), hands)
    assert "One more card on your ace" not in text
    text, _ = table("6c 3c 4c Ac", hands, own=3)
    assert "One more card on your ace, if you like." in text
    assert "End the turn" in text
    assert set(re.findall(r'value="(\w\w)" data-state="legal"', text)) == {"7c", "5c"}


def test_who_has_drawn_sees_the_new_card_and_may_end_the_turn(table):
    text, _ = table("2c 3c 4c 5c +", stock="Qh")
    assert re.search(r'id="hand-Qh"[^>]* data-new', text)
    assert text.count(" data-new") == 1
    assert "End the turn" in text


def test_equal_cards_of_two_packs_stand_side_by_side(client, alice):
    hands = ["2c 2c 7d 7d Jh Jh 3s"] + ["3c 4c 5c 6c 8c 9c Tc"] * 2 + ["Kd Qd 9d 8d 6d 5d 4d"] * 2
    game = PisYedili(seats=5)
    match = keep(game, [deal(hands, "", game.pack)], by=Person(user_id=alice.pk), ranked=False)
    client.force_login(alice)
    text = client.get(match.get_absolute_url()).content.decode()
    places = re.findall(r'id="hand-([^"]+)"', text)
    assert places == ["2c", "2c-2", "7d", "7d-2", "Jh", "Jh-2", "3s"]
    assert re.findall(r'value="(\w\w)" data-state="legal"', text) == ["2c", "2c"]


@pytest.mark.parametrize(
    ("last", "told", "penalty"),
    [
        ("8c", "", "64"),
        ("Jh", "The last card was jack of hearts: hands count 2 times.", "64 × 2 = 128"),
        ("7c", "The last card was seven of clubs: hands count 3 times.", "64 × 3 = 192"),
    ],
)
def test_the_end_of_a_deal_tells_points_multiplier_and_totals(table, client, last, told, penalty):
    # The other is left with Kd Qd 7s Ad 2h 3h 4h: 10 + 10 + 20 + 15 + 2 + 3 + 4.
    hands = (f"2c 3c 4c 5c 6c 9c {last}", "Kc Qc Tc Kd Qd 7s Ad")
    moves = "2c Kc 3c Qc 4c Tc 5c + -- 6c + -- 9c + --"
    _, match = table(moves, hands, "2h 3h 4h", seats=2, rounds=2)
    data = {"ply": match.ply, "request_id": "0" * 32, "move": last}
    text = client.post(reverse("games:move", args=[match.pk]), data, HTTP_HX_REQUEST="true")
    text = text.content.decode()
    assert "Deal 1 is over." in text
    assert "Out of cards: You." in text
    assert told in text
    assert ("hands count" in text) == bool(told)
    total = penalty.rpartition(" ")[2]
    cells = re.findall(r"<td>([^<]*)</td>", text[: text.index('class="seats"')])
    assert cells == ["0", "0", penalty, total]
    assert "Deal 2 of 2" in text
    sheet = text[text.index('id="sheet"') :]
    assert re.findall(r"<td>([^<]*)</td>", sheet) == ["0", total, "0", total]


def test_how_the_last_deal_ended_is_told_until_one_has_moved(table, client, alice):
    hands = ("2c 3c 4c 5c 6c 9c 8c", "Kc Qc Tc Kd Qd 7s Ad")
    moves = "2c Kc 3c Qc 4c Tc 5c + -- 6c + -- 9c + -- 8c"
    second = deal(("2d 3d 4d 5d 6d 9d 8d", "Kc Qc Tc Kd Qd 7s Ad")[::-1], "Ac 4c")
    text, match = table(f"{moves} {second} Kc", hands, "2h 3h 4h", seats=2)
    assert "Deal 1 is over." in text
    play.play(match.pk, Person(user_id=alice.pk), ply=match.ply, text="+", request_id=match.pk)
    text = client.get(match.get_absolute_url()).content.decode()
    assert "Deal 1 is over." not in text


OTHERWISE = (HANDS[2], HANDS[3], HANDS[1])
FIVE = ["2c 2c 7d 7d Jh Jh 3s", *["3c 4c 5c 6c 8c 9c Tc"] * 2, *["Kd Qd 9d 8d 6d 5d 4d"] * 2]


@pytest.mark.parametrize(
    ("options", "hands", "stocks", "moves"),
    [
        ({}, [HANDS, (HANDS[0], *OTHERWISE)], ["Qh 2d", "Qh 4h"], ""),
        # Two seats: the other draws once and passes, and it shows what it has drawn nowhere.
        (
            {"seats": 2},
            [
                ("2c 3h 4h 5h 6h 8h 9h", "3c 9s 8s 6s 5s 4s 2s"),
                ("2c 3h 4h 5h 6h 8h 9h", "3c Td 8d 6d 5d 4d 2d"),
            ],
            ["Kd Qs Ks", "Kd Qs Qd"],
            "2c 3c + 3h + --",
        ),
        # Five seats and two packs: who holds the twins of Alice's cards.
        ({"seats": 5}, [FIVE, [FIVE[0], *FIVE[:0:-1]]], ["As Ad", "Ad As"], ""),
    ],
)
def test_the_page_is_the_same_whatever_the_others_hold(
    client, alice, options, hands, stocks, moves
):
    """Two deals that differ in hidden cards only give the same bytes, on every surface."""
    client.force_login(alice)
    game, answers = PisYedili(**options), []
    for held, stock in zip(hands, stocks, strict=True):
        plies = [deal(held, stock, game.pack), *moves.split()]
        match = keep(game, plies, by=Person(user_id=alice.pk), ranked=False)
        data = {"ply": match.ply, "request_id": "0" * 32, "move": "Jh"}
        where = reverse("games:move", args=[match.pk])
        refused = client.post(where, data, HTTP_HX_REQUEST="true")
        assert refused.status_code == 409
        part = client.get(reverse("games:table", args=[match.pk]))
        page = client.get(match.get_absolute_url())
        answers.append((faceless(refused), faceless(part), faceless(page)))
    assert answers[0] == answers[1]


def test_what_is_said_when_nothing_but_ending_is_left(table):
    # Alice's ace of clubs is followed by nothing of hers: no club, no ace, no jack.
    hands = (
        "6c 9h 3s 5d 5h 2h 4d",
        "3c 7h 8d Kd Qs 4s 6d",
        "4c 7s 9d Td Js 5s 8h",
        "Ac 7d 2d Th Tc 6s 2s",
    )
    text, _ = table(
        "6c 3c 4c Ac Tc 4c".replace(" Tc 4c", ""), (*hands[:3], "Ac 7d 2d Th 3h 6s 2s"), own=3
    )
    assert "Your turn: nothing fits, end the turn." in text
    assert "if you like" not in text


def test_a_match_given_up_in_a_later_deal_tells_no_deal_as_its_end(table, client):
    hands = ("2c 3c 4c 5c 6c 9c 8c", "Kc Qc Tc Kd Qd 7s Ad")
    moves = "2c Kc 3c Qc 4c Tc 5c + -- 6c + -- 9c + -- 8c"
    second = deal(("2d 3d 4d 5d 6d 9d 8d", "Kc Qc Tc Kd Qd 7s Ad")[::-1], "Ac 4c")
    _, match = table(f"{moves} {second} Kc", hands, "2h 3h 4h", seats=2)
    client.post(reverse("games:resign", args=[match.pk]))
    text = client.get(match.get_absolute_url()).content.decode()
    assert "The match was given up." in text
    assert "Out of cards" not in text
    # What was played out still stands on the score sheet.
    sheet = text[text.index('id="sheet"') :]
    assert re.findall(r"<td>([^<]*)</td>", sheet) == ["0", "64", "0", "64"]
