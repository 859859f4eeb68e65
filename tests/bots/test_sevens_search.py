"""The playout of the search against the rules, and what the search finds."""

from itertools import islice
from random import Random

import pytest

from games.bots.bot import Thought
from games.bots.sevens import worth_of
from games.bots.sevens_rows import rows_of
from games.bots.sevens_search import WIN, Deal, Favourites, Plan, SevensSearch, outcome, value
from games.engine.cards import NAMED, each
from games.engine.game import NOBODY, PASS, Move
from games.engine.sevens import MOVE, Sevens
from tests.bots.matches import SEVENS, match, seen_in


@pytest.mark.parametrize("options", SEVENS)
def test_a_playout_follows_the_rules_ply_by_ply(options: str) -> None:
    game, rng = Sevens.from_options(options), Random(8)
    for spot in islice(match(game, ["easy", "normal"] * 4, rng), 1, 90, 7):
        state = spot.state
        glad = {card: rng.random() for card in each(game.pack)}
        for move in spot.seen.moves:
            favourites = Favourites(glad)
            deal = Deal(game, state.table, state.hands, favourites)
            after = game.apply(state, move)
            if after.table.turn != (state.table.turn + 1) % game.seats:
                continue
            played = deal.play_out(NAMED.get(move, 0), favourites)
            met = []
            deals = after.table.deal, after.table.scores
            for card in played.line[1:]:
                # The deal is not over, the card is the favourite one, and the rules allow it.
                assert (after.table.deal, after.table.scores) == deals
                table, hand = after.table, after.hands[after.table.turn]
                fits = hand & table.takes
                if fits and table.turn == state.table.turn:
                    met.append(fits)
                assert card == max(each(fits), key=glad.__getitem__, default=0)
                ply = MOVE[card] if card else PASS
                assert ply in game.legal_moves(table, hand)
                after = game.apply(after, ply)
            assert list(after.hands) == played.hands
            assert met == played.met
            assert after.table.turn < 0
            ended = deal.ended(played)
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


def after(layout: str, hand: str, rival: str, card: str) -> tuple[int, int]:
    """What a deal of two seats brings that is played out by habit after this card."""
    game, seen = seen_in(layout, hand, "seats=2", (len(rival.split()),))
    hands = (seen.hand, sum(NAMED[name] for name in rival.split()))
    favourites = Favourites(dict.fromkeys(each(game.pack), 0))
    deal = Deal(game, seen.table, hands, favourites)
    return outcome(deal, deal.play_out(NAMED[card], Plan(game, seen.hand)))


def test_goes_out_when_it_can() -> None:
    assert after(f"{without(CLUBS, 'Kc')} 7h", "Kc", "8h", "Kc") == (WIN, 1)


def test_a_lost_deal_costs_the_pips_that_are_left() -> None:
    layout = f"{without(CLUBS, 'Qc', 'Kc')} 7h"
    assert after(layout, "Qc Kh 2h", "Kc", "Qc") == (-50 * (13 + 2), 0)


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
    favourites, (first, *rest) = Favourites(glad), [spot.move for spot in spots[1:]]
    plan = Plan(game, state.hands[state.table.turn])
    played = Deal(game, state.table, state.hands, favourites).play_out(NAMED.get(first, 0), plan)
    assert [MOVE[card] if card else PASS for card in played.line[1:]] == rest


def test_a_plan_leaves_the_habit_that_loses_for_what_wins() -> None:
    # Habit keeps its own row going: the eight, behind which nine and ten wait.
    game, seen = seen_in("7c 7d", "8c 9c Tc 6d")
    plan, fits = Plan(game, seen.hand), NAMED["8c"] | NAMED["6d"]
    assert plan[fits] == NAMED["8c"]
    for _ in range(20):
        plan.learn([fits], WIN if plan[fits] == NAMED["6d"] else 0)
    assert plan[fits] == NAMED["6d"]


def test_a_plan_keeps_the_habit_that_wins() -> None:
    game, seen = seen_in("7c 7d", "8c 9c Tc 6d")
    plan, fits = Plan(game, seen.hand), NAMED["8c"] | NAMED["6d"]
    for _ in range(20):
        plan.learn([fits], WIN if plan[fits] == NAMED["8c"] else 0)
    assert plan[fits] == NAMED["8c"]


def test_what_is_no_choice_teaches_a_plan_nothing() -> None:
    game, seen = seen_in("7c 7d", "8c 6d")
    plan = Plan(game, seen.hand)
    plan.learn([NAMED["8c"]], WIN)
    assert not plan


def thoughts(layout: str, hand: str, options: str, sizes: tuple[int, ...]) -> list[Thought]:
    game, seen = seen_in(layout, hand, options, sizes)
    found = SevensSearch().think(game, seen, (), Random(4), 60)
    assert found[0].move == SevensSearch().choose(game, seen, (), Random(4), 60)
    assert sorted(thought.move for thought in found) == sorted(seen.moves)
    return found


def test_thinks_of_the_chance_where_the_first_out_wins() -> None:
    # The king of hearts first leaves the other no card to play; the queen lets him out.
    layout = f"{without(CLUBS, 'Qc', 'Kc')} {without(HEARTS, 'Kh')} {SPADES} {DIAMONDS}"
    assert thoughts(layout, "Qc Kh", "seats=2", (1,)) == [
        Thought(Move("Kh"), 1.0, None, 30),
        Thought(Move("Qc"), 0.0, None, 30),
    ]


def test_thinks_in_points_where_deals_are_counted() -> None:
    layout = f"{without(CLUBS, 'Qc', 'Kc')} {without(HEARTS, 'Kh')} {SPADES} {DIAMONDS}"
    told = [
        (thought.move, thought.chance, thought.points)
        for thought in thoughts(layout, "Qc Kh", "seats=2 scoring=pips", (1,))
    ]
    assert told == [("Kh", None, 0.0), ("Qc", None, 13.0)]


def test_thinks_of_its_only_move_too() -> None:
    layout = f"{without(CLUBS, 'Qc', 'Kc')} {SPADES} {DIAMONDS}"
    (told,) = thoughts(layout, "Qc 2h", "seats=2", (13,))
    assert (told.move, told.playouts) == ("Qc", 60)
