"""The course of a match: what was seen on the way, and what its orders of cards are called."""

from games.course import Course
from games.engine.cards import NAME, PACK, each, pick, spell
from games.engine.game import CHANCE, NOBODY
from games.engine.pis_yedili import PisYedili
from games.engine.sevens import Sevens

HANDS = ("2c 7d 3h 4h 5h 6h 8h", "7h 3c 4c 5c 6c 8c 9c")
# Two seats and 38 cards of stock, of which the first are these.
STOCK = "Kd Qd Jd"


def deal(hands=HANDS, stock=STOCK):
    held = [hand.split() for hand in hands]
    cards = [hand[turn] for turn in range(7) for hand in held] + stock.split()
    rest = PACK & ~sum(pick("".join(cards), PACK))
    return "deal:" + "".join(cards) + spell(each(rest))


def names(cards):
    return [NAME[card] for card in each(cards)]


def test_a_draw_is_told_and_what_it_brought_is_known_until_the_next_move():
    course = Course(PisYedili(seats=2), 0, [deal(), "2c", "3c"])
    assert course.told == [(0, "2c", 0), (1, "3c", 0)]
    assert course.drawn == 0
    course.take("+")
    assert course.told[-1] == (0, "+", 1)
    assert names(course.drawn) == ["Kd"]
    course.take("3h")
    assert course.drawn == 0


def test_another_seats_draw_is_told_and_not_shown():
    course = Course(PisYedili(seats=2), 1, [deal(), "2c", "3c", "+"])
    assert course.told[-1] == (0, "+", 1)
    assert course.drawn == 0


def test_a_draw_across_a_new_stock_is_one_move():
    # Seven hands of one pack leave three cards. Seat 2 has no club, no three and no jack, draws
    # all of them, and the next one comes from the pile below the three: the two.
    game = PisYedili(seats=7, decks=1, stock_out="recycle")
    mine, stock = "2d 4d 5d 6d 7d 8d 9d", "Kd Qd Td"
    rest = iter(spell(each(PACK & ~sum(pick(f"2c 3c {mine} {stock}", PACK))), " ").split())
    others = {0: ["2c"], 1: ["3c"]}
    hands = [mine if seat == 2 else others.get(seat, []) for seat in range(7)]
    hands = [
        mine if seat == 2 else " ".join([*hand, *(next(rest) for _ in range(7 - len(hand)))])
        for seat, hand in enumerate(hands)
    ]
    course = Course(game, 2, [deal(hands, stock), "2c", "3c", "+", "+", "+"])
    assert course.label() == "deal|1"  # no order is due; the next one would be a deal
    course.take("+")
    assert course.state.table.turn == CHANCE
    assert course.label() == "reshuffle|0|0"
    course.take("shuffle:2c")
    assert course.told[-1] == (2, "+", 1)
    assert [told.move for told in course.told] == ["2c", "3c", "+", "+", "+", "+"]
    assert names(course.drawn) == ["2c"]


def moves(course):
    table, hands, _ = course.state
    return course.game.legal_moves(table, hands[table.turn])


def test_each_deal_that_was_played_out_leaves_its_end_and_has_its_label():
    course = Course(Sevens.from_options("preset=chips rounds=2 seats=2"), 0, [])
    for number in range(2):
        assert course.label() == f"deal|{number}"
        course.take("deal:" + spell(each(PACK)))
        assert course.told == []
        while course.state.table.turn >= 0:
            course.take(moves(course)[0])
    assert course.state.table.turn == NOBODY
    assert [end.deal for end in course.ends] == [1, 2]
    assert all(0 in end.shown and any(end.shown) for end in course.ends)
