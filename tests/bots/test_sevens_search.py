"""The playout of the search against the rules, and what the search finds."""

from itertools import islice
from random import Random

import pytest

from games.bots.sevens import worth_of
from games.bots.sevens_rows import rows_of
from games.bots.sevens_search import WIN, Deal, SevensSearch, play_out, value
from games.engine.cards import NAMED, each
from games.engine.game import NOBODY, PASS, Move
from games.engine.sevens import MOVE, Sevens
from tests.bots.matches import SEVENS, match, seen_in


@pytest.mark.parametrize("options", SEVENS)
def test_a_playout_follows_the_rules_ply_by_ply(options: str) -> None:
    game, rng = Sevens.from_options(options), Random(8)
    opens = rows_of(game).opens
    for spot in islice(match(game, ["easy", "normal"] * 4, rng), 1, 90, 7):
        state = spot.state
        glad = {card: rng.random() for card in each(game.pack)}
        for move in spot.seen.moves:
            deal = Deal(game, state.table, state.hands, glad)
            after, hands, line = game.apply(state, move), list(state.hands), [NAMED.get(move, 0)]
            if after.table.turn != (state.table.turn + 1) % game.seats:
                continue
            hands[state.table.turn] ^= line[0]
            takes = state.table.takes | opens.get(line[0], 0)
            play_out(hands, takes, after.table.turn, opens, deal.favourites, line)
            deals = after.table.deal, after.table.scores
            for card in line[1:]:
                # The deal is not over, the card is the favourite one, and the rules allow it.
                assert (after.table.deal, after.table.scores) == deals
                table, hand = after.table, after.hands[after.table.turn]
                fits = hand & table.takes
                assert card == max(each(fits), key=glad.__getitem__, default=0)
                ply = MOVE[card] if card else PASS
                assert ply in game.legal_moves(table, hand)
                after = game.apply(after, ply)
            assert list(after.hands) == hands
            assert after.table.turn < 0
            ended = deal.ended(hands, line)
            for field in ("turn", "scores", "shown", "dealer", "deal", "extra"):
                assert getattr(ended, field) == getattr(after.table, field)


@pytest.mark.parametrize("options", SEVENS)
def test_the_rows_are_those_of_the_rules(options: str) -> None:
    game = Sevens.from_options(options)
    rows, table = rows_of(game), None
    for spot in match(game, ["easy"] * game.seats, Random(9)):
        if table is not None and spot.state.table.deal == table.deal:
            played = spot.state.table.face_up ^ table.face_up
            assert table.takes ^ played | rows.opens.get(played, 0) == spot.state.table.takes
        elif spot.state.table.face_up == 0:
            assert spot.state.table.takes == rows.sevens
            assert all(NAMED[move] & rows.first for move in spot.seen.moves if move != PASS)
        table = spot.state.table


def test_behind_a_card_waits_the_rest_of_its_row() -> None:
    def behind(name: str, options: str) -> list[list[str]]:
        lines = rows_of(Sevens.from_options(options)).beyond[NAMED[name]]
        return [[MOVE[card] for card in line] for line in lines]

    assert behind("4h", "") == [["3h", "2h", "Ah"]]
    assert behind("7d", "") == [
        ["6d", "5d", "4d", "3d", "2d", "Ad"],
        ["8d", "9d", "Td", "Jd", "Qd", "Kd"],
    ]
    assert behind("Kc", "") == []
    assert behind("Jc", "ace=high") == [["Qc", "Kc", "Ac"]]
    assert behind("3c", "ace=high") == [["2c"]]
    assert behind("9s", "deck=36 center_rank=9 ace=high") == [
        ["8s", "7s", "6s"],
        ["Ts", "Js", "Qs", "Ks", "As"],
    ]


def search(layout: str, hand: str, options: str, sizes: tuple[int, ...]) -> Move:
    game, seen = seen_in(layout, hand, options, sizes)
    return SevensSearch().choose(game, seen, (), Random(4), 100)


HEARTS = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
SPADES = HEARTS.replace("h", "s")
DIAMONDS = HEARTS.replace("h", "d")
CLUBS = HEARTS.replace("h", "c")


def without(row: str, *cards: str) -> str:
    return " ".join(card for card in row.split() if card not in cards)


def test_wins_by_the_order_of_its_last_two_cards() -> None:
    # The queen first would let the king of clubs out, and with it the other seat.
    layout = f"{without(CLUBS, 'Qc', 'Kc')} {without(HEARTS, 'Kh')} {SPADES} {DIAMONDS}"
    assert search(layout, "Qc Kh", "seats=2", (1,)) == "Kh"


def test_wins_by_keeping_two_rivals_shut_out() -> None:
    # Behind the ten wait two cards: each of the others holds one and is out with it.
    layout = f"{without(CLUBS, 'Jc', 'Qc', 'Kc')} {without(HEARTS, '2h', 'Ah')} {SPADES} {DIAMONDS}"
    assert search(layout, "Jc Ah 2h", "seats=3", (1, 1)) == "2h"


def test_goes_out_when_it_can() -> None:
    game, seen = seen_in(f"{without(CLUBS, 'Kc')} 7h", "Kc", "seats=3")
    glad = dict.fromkeys(each(game.pack), 0)
    deal = Deal(game, seen.table, (seen.hand, *[NAMED["8h"]] * 2), glad)
    assert deal.outcome(MOVE[NAMED["Kc"]]) == WIN


def test_a_lost_deal_costs_the_pips_that_are_left() -> None:
    game, seen = seen_in(f"{without(CLUBS, 'Qc', 'Kc')} 7h", "Qc Kh 2h", "seats=2", (1,))
    glad = dict.fromkeys(each(game.pack), 0)
    deal = Deal(game, seen.table, (seen.hand, NAMED["Kc"]), glad)
    assert deal.outcome(MOVE[NAMED["Qc"]]) == -50 * (13 + 2)


def test_a_match_won_counts_more_than_a_deal_won() -> None:
    game = Sevens.from_options("scoring=pips rounds=2 seats=2")
    for spot in match(game, ["normal", "normal"], Random(1)):
        last = game.apply(spot.state, spot.move).table
    assert last.turn == NOBODY
    winner = game.winners(last)[0]
    running = last._replace(turn=0)
    before = game.returns(spot.state.table)
    assert value(game, before, last, winner) - value(game, before, running, winner) == WIN
    assert value(game, before, last, 1 - winner) == value(game, before, running, 1 - winner)


def test_a_playout_by_habit_is_what_four_normals_play() -> None:
    game = Sevens()
    spots = list(match(game, ["normal"] * 4, Random(3)))
    state = spots[1].state
    worth = worth_of(game)
    glad = {card: worth(card, hand) for hand in state.hands for card in each(hand)}
    deal = Deal(game, state.table, state.hands, glad)
    hands, line = list(state.hands), list[int]()
    play_out(hands, state.table.takes, state.table.turn, rows_of(game).opens, deal.favourites, line)
    assert [MOVE[card] if card else PASS for card in line] == [spot.move for spot in spots[1:]]
