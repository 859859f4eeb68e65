"""Each habit of the players of Rummy 500 on positions made by hand, and what playouts are."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from games.bots.levels import LEVELS
from games.bots.rummy500 import (
    KEEN,
    PLAIN,
    Rummy500Beginner,
    Rummy500Habits,
    habit,
    habits_of,
)
from games.bots.rummy500_guess import Deals, heard
from games.bots.rummy500_masks import felt_of, open_ends
from games.bots.rummy500_play import Play
from games.bots.rummy500_search import (
    MATCH,
    WHYS,
    Rummy500Search,
    Stakes,
    begin,
    ways_of,
)
from games.engine.cards import NAME, NAMED, PACK, Card, each, read_cards
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY, IllegalMove, Move, State, observe
from games.engine.melds import DISCARD, MELDS
from games.engine.record import Record, replay
from games.engine.rummy500 import (
    END,
    STOCK,
    TAKE,
    Rummy500,
    Rummy500Table,
)
from tests.bots.matches import bot_move, match, placed
from tests.bots.test_levels import dealt_otherwise

OPTIONS = [
    "",
    "seats=2",
    "seats=3",
    "seats=2 deal_2p=13 ace_low_value=1",
    "go_out=must_discard",
    "go_out=must_discard floating=true stock_out=discard_only seats=3",
    "top_card=keep_no_discard stock_out=discard_only",
    "dig_use=meld_only ace_low_value=5",
    "dig_support=hand_only go_out=must_discard seats=2",
    "pips=fives stock_out=discard_only seats=3",
    "seats=2 dig_use=meld_only dig_support=hand_only top_card=keep_no_discard go_out=must_discard",
]


def random_states(game: Rummy500, rng: Random, rounds: int) -> Iterator[State[Rummy500Table]]:
    """The states in which a seat is to move of some rounds of legal moves at random."""
    state = game.start()
    while state.table.round < rounds or state.table.turn >= 0:
        if state.table.turn == NOBODY:
            return
        if state.table.turn == CHANCE:
            state = game.apply(state, shuffle(game, state, rng))
        yield state
        moves = game.legal_moves(state.table, state.hands[state.table.turn])
        state = game.apply(state, moves[int(rng.random() * len(moves))])


@pytest.mark.parametrize("options", OPTIONS)
def test_two_masks_say_what_can_be_laid_off_singly(options: str) -> None:
    game = Rummy500.from_options(options)
    seen = 0
    for state in random_states(game, Random(3), 12):
        runs, sets = felt_of(state.table.melds)
        hidden = PACK & ~sum(state.table.laid)
        assert (open_ends(runs) | sets) & hidden == state.table.fits & hidden
        seen += bool(state.table.fits)
    assert seen > 100


def done(game: Rummy500, state: State[Rummy500Table], step: int) -> Move:
    """The legal move that an entry of ``Play.line`` stands for."""
    table = state.table
    moves = game.legal_moves(table, state.hands[table.turn])
    if step < 0:
        return DISCARD[-step]
    if not step:
        return STOCK
    if table.phase == "draw":
        return TAKE[step]
    ways = [m for m in moves if m in MELDS and MELDS[m].cards == step]
    if step in NAME:
        ways = [m for m in moves if m.partition(">")[0] == NAME[step] and ">" in m]
    # Of several places a run, and of two ends the one where the ace counts more.
    return max(ways, key=lambda move: after_it(game, state, move))


def after_it(game: Rummy500, state: State[Rummy500Table], move: Move) -> tuple[int, int]:
    table = game.apply(state, move).table
    return table.points[state.table.turn], felt_of(table.melds)[0]


@pytest.mark.parametrize("options", OPTIONS)
def test_a_round_played_on_is_the_one_that_the_rules_play(options: str) -> None:
    game = Rummy500.from_options(f"{options} target=100000 max_rounds=100")
    habits, rounds = habits_of(game, KEEN), 0
    for start in islice(random_states(game, Random(4), 30), 0, None, 5):
        if start.table.phase != "draw":
            continue
        play = Play(game, [habits] * game.seats, start)
        play.on(1000)
        assert play.over
        state = start
        for step in play.line:
            move = done(game, state, step)
            assert move in game.legal_moves(state.table, state.hands[state.table.turn])
            state = game.apply(state, move)
        if state.table.turn >= 0:
            # With an empty stock the seat may end the round, and does.
            assert END in game.legal_moves(state.table, state.hands[state.table.turn])
            state = game.apply(state, END)
        assert state.table.turn == CHANCE
        assert state.table.points == tuple(play.points)
        assert state.table.shown == tuple(play.hands)
        assert [*state.table.pile] == play.pile
        rounds += 1
    assert rounds > 50


@pytest.mark.parametrize("options", OPTIONS)
def test_each_level_plays_whole_matches_with_legal_moves(options: str) -> None:
    game = Rummy500.from_options(f"{options} target=150 max_rounds=3")
    for number in range(3):
        seats = [list(LEVELS)[(seat + number) % 3] for seat in range(game.seats)]
        for spot in match(game, seats, Random(number)):
            assert spot.move in spot.seen.moves


@pytest.mark.parametrize("options", OPTIONS)
def test_whatever_was_played_before_each_level_finds_a_legal_move(options: str) -> None:
    game = Rummy500.from_options(options)
    for state in islice(random_states(game, Random(6), 25), 0, None, 7):
        seen = observe(game, state, state.table.turn)
        for level in LEVELS:
            assert bot_move(level, game, seen, (), Random(1), 4) in seen.moves


@pytest.mark.parametrize(
    "options", ["max_rounds=1", "seats=2 max_rounds=1", f"{OPTIONS[5]} max_rounds=2"]
)
def test_no_level_sees_what_is_hidden_from_its_seat(options: str) -> None:
    game, rng, changed = Rummy500.from_options(options), Random(10), 0
    for number in range(6):
        seats = ["normal", "easy"] * 2
        for spot in islice(match(game, seats[: game.seats], Random(number)), 1, None, 2):
            try:
                plies = dealt_otherwise(game, spot, rng)
                heard = Record(game, plies).seen_by(spot.seen.seat)
            except IllegalMove:
                continue
            assert heard == spot.heard(game)
            state = replay(game, plies)
            changed += state != spot.state
            seen = observe(game, state, spot.seen.seat)
            for level in LEVELS:
                assert bot_move(level, game, seen, heard, Random(5)) == bot_move(
                    level, game, spot.seen, spot.heard(game), Random(5)
                )
    assert changed > 30


def easy(lines: str, options: str = "") -> Move:
    game, seen = placed("rummy-500", lines, options)
    return Rummy500Beginner().choose(game, seen, (), Random(1), 0)


def test_easy_draws_although_it_could_take() -> None:
    assert easy("pile: 7d\nhand: 7h 7s 2c 9d") == "+"


def test_easy_ends_the_round_when_only_the_pile_is_left() -> None:
    assert easy("stock: 0\npile: 7d\nhand: 7h 7s 2c", "stock_out=discard_only") == "."


def test_easy_lays_its_most_valuable_meld_first() -> None:
    assert easy("turn: meld\nhand: 2c 3c 4c 8d Kd Kh Ks") == "KdKhKs"


def test_easy_lays_off_what_fits() -> None:
    assert easy("turn: meld\nmelds: 5c6c7c\nhand: 8c Kd 2h") == "8c>1"


def test_easy_discards_its_highest_loose_card() -> None:
    # King and queen are neighbours, so are the ace and the two.
    assert easy("turn: meld\nhand: Kc Qc Td 9h Ah 2h 3s") == "-Td"


def test_easy_discards_its_highest_card_when_none_is_loose() -> None:
    assert easy("turn: meld\nhand: Kc Kd 4h 5h") == "-Kc"


def test_easy_discards_another_card_than_one_it_must_keep() -> None:
    assert easy("kept: Kd\nhand: Kd 9c 2s", "top_card=keep_no_discard") == "-9c"


def test_easy_discards_where_laying_may_not_empty_the_hand() -> None:
    assert easy("turn: meld\nhand: 5c 6c 7c", "go_out=must_discard") == "-7c"


def normal(lines: str, options: str = "", sizes: Sequence[int] = ()) -> Move:
    game, seen = placed("rummy-500", lines, options, sizes)
    return Rummy500Habits().choose(game, seen, (), Random(1), 0)


def test_normal_takes_a_card_that_it_can_use() -> None:
    assert normal("pile: 2d 7d\nhand: 7h 7s 2c 9d") == "+7d"


def test_normal_digs_deeper_where_that_lays_more() -> None:
    assert normal("pile: 2s 7d 7c\nhand: 7h 7s Kc 9d") == "+7d"


def test_only_who_is_keen_reaches_below_the_two_upper_cards_of_the_pile() -> None:
    lines = "pile: 7d 3c 2s\nhand: 7h 7s Kc 9d"
    assert normal(lines) == "+"
    game, seen = placed("rummy-500", f"turn: draw\n{lines}")
    assert habit(game, habits_of(game, KEEN), seen) == "+7d"


def test_who_digs_deep_leaves_a_dear_pile_when_others_are_near_going_out() -> None:
    # Three threes are 9 points, the cards above them cost 55 if somebody goes out.
    lines = "turn: draw\npile: 3d Kc Qh Js Ah Td\nhand: 3h 3s 9d 5c"
    for least, move in ((7, "+3d"), (1, "+")):
        game, seen = placed("rummy-500", lines, sizes=(least, 7, 7))
        assert habit(game, habits_of(game, PLAIN._replace(reach=52)), seen) == move


def test_normal_chooses_the_melds_that_bring_most() -> None:
    # The set 21 and the run that is left 27; the longer run alone 34.
    assert normal("turn: meld\nhand: 7c 7d 7h 8h 9h Th 2s") == "7c7d7h"


def test_normal_lays_off_behind_what_it_lays_off() -> None:
    assert normal("turn: meld\nmelds: 5c6c7c\nhand: 8c 9c Kd 2h") == "8c>1"
    assert normal("turn: meld\nmelds: 5c6c7c8c\nhand: 9c Kd 2h") == "9c>1"


def test_normal_keeps_cards_that_can_grow_and_throws_those_that_wait_in_vain() -> None:
    # Between seven and nine of clubs only the eight would do, and it lies on the table.
    assert normal("turn: meld\nmelds: 8c8d8h8s\nhand: 7c 9c 5d 6d") == "-9c"


def test_normal_throws_nothing_that_makes_a_meld_with_the_pile() -> None:
    assert normal("turn: meld\npile: Kc Kd 4h\nhand: Kh 9d 3s") == "-9d"
    assert normal("turn: meld\npile: Kc 6d 4h\nhand: Jh 9d 3s") == "-Jh"


def test_normal_throws_nothing_that_goes_with_cards_that_another_took() -> None:
    game, seen = placed("rummy-500", "turn: meld\nhand: Jc 9d 3s")
    assert Rummy500Habits().choose(game, seen, (), Random(1), 0) == "-Jc"
    shown = (0, sum(read_cards("Kc Qc")), 0, 0)
    seen = seen._replace(table=seen.table._replace(shown=shown))
    assert Rummy500Habits().choose(game, seen, (), Random(1), 0) == "-9d"


def test_normal_breaks_a_high_pair_when_others_are_near_going_out() -> None:
    lines = "turn: meld\nhand: Kc Kd 5h 2s"
    assert normal(lines, sizes=(7, 7, 7)) == "-5h"
    assert normal(lines, sizes=(1, 7, 7)) == "-Kc"


def test_a_card_that_goes_only_with_others_is_laid_off_with_them() -> None:
    # The seven of hearts was reached for; it fits the run behind the six alone.
    assert normal("must: 7h\nmelds: 3h4h5h\nhand: 6h 7h Kc 2d") == "6h7h>1"


def test_expert_weighs_laying_and_holding_back_and_goes_out() -> None:
    game, seen = placed("rummy-500", "turn: meld\nhand: 7c 7d 7h 9s", sizes=(9, 9, 9))
    ways = ways_of(game, habits_of(game, KEEN), seen, ())
    assert ways[0].move == "7c7d7h"
    assert {way.move[0] for way in ways[1:]} == {"-"}
    # Going out now leaves three hands of nine cards behind.
    assert Rummy500Search().choose(game, seen, (), Random(1), 200) == "7c7d7h"


def test_expert_carries_out_a_plan_without_thinking_again() -> None:
    game, seen = placed("rummy-500", "turn: meld\nhand: 7c 7d 7h 9s 2c", sizes=(9, 9, 9))
    ways = ways_of(game, habits_of(game, KEEN), seen, ("deal:", "+", "2d2h2s"))
    assert [way.move for way in ways] == ["7c7d7h"]


def test_expert_says_what_it_expects_of_each_move_and_plays_the_best() -> None:
    lines = "turn: meld\npile: 4h\nhand: 7c 8d Kd 2h Js"
    game, seen = placed("rummy-500", lines, sizes=(7, 7, 7))
    bot = Rummy500Search()
    thoughts = bot.think(game, seen, (), Random(1), 60)
    assert {thought.move for thought in thoughts} == {*seen.moves}
    assert thoughts[0].move == bot.choose(game, seen, (), Random(1), 60)
    assert thoughts[0].playouts >= thoughts[-1].playouts > 0
    assert all(thought.chance is None for thought in thoughts)


def test_expert_expects_what_the_rules_count() -> None:
    # Whatever the others hold, to go out brings three sevens; the nine goes to the pile.
    game, seen = placed("rummy-500", "turn: meld\nhand: 7c 7d 7h 9s", sizes=(9, 9, 9))
    first, *_ = Rummy500Search().think(game, seen, (), Random(1), 60)
    assert (first.move, first.points) == ("7c7d7h", 21)


def why(lines: str, move: str, options: str = "", sizes: Sequence[int] = ()) -> str:
    game, seen = placed("rummy-500", lines, options, sizes)
    assert move in seen.moves
    found = Rummy500Search().why(game, seen, Move(move))
    assert found in WHYS
    return found


def test_expert_says_why_it_draws_takes_and_lays() -> None:
    assert why("pile: 4d\nhand: 7h 7s 2c 9d", "+") == "draw"
    assert why("stock: 0\npile: 7d\nhand: 7h 7s 2c", ".", "stock_out=discard_only") == "draw"
    assert why("pile: 7d 4d\nhand: 7h 7s 2c 9d", "+7d") == "dig"
    # With the three sevens laid one card is left, and it is discarded.
    assert why("pile: 7d\nhand: 7h 7s 2c", "+7d") == "go_out"
    assert why("turn: meld\nhand: 7c 7d 7h 9s Kd", "7c7d7h") == "lay"
    assert why("turn: meld\nhand: 7c 7d 7h 9s", "7c7d7h") == "go_out"
    assert why("must: 7h\nmelds: 3h4h5h\nhand: 6h 7h Kc 2d", "6h7h>1") == "lay"


def test_expert_says_why_it_discards() -> None:
    assert why("turn: meld\nhand: 9s", "-9s") == "go_out"
    assert why("turn: meld\nhand: 7c 7d 7h 9s Kd", "-Kd") == "save"
    lines = "turn: meld\nhand: Kc Kd 5h 2s"
    assert why(lines, "-Kc", sizes=(1, 7, 7)) == "unload"
    assert why(lines, "-5h", sizes=(7, 7, 7)) == "loose"
    # The jack is as loose as the two, but goes with the king that lies there.
    assert why("turn: meld\npile: Qd\nhand: Jd 2h 5s", "-2h", sizes=(7, 7, 7)) == "feed_not"


def names(cards: Iterable[Card]) -> list[str]:
    return [NAME[card] for card in cards]


def test_plies_tell_what_each_seat_left_and_threw() -> None:
    game = Rummy500(seats=3)
    deal = "deal:" + "??" * 21 + "9h" + "??" * 30
    plies = (deal, "+", "-Tc", "+", "-Jc", "+9h", "9d9h9s", "-4c", "+", "-5c")
    first, second, third = heard(game, plies)
    # Of the pile that the second left nothing lies there since the third took it all.
    assert [names(seat.left) for seat in (first, second, third)] == [["4c"], [], []]
    assert [seat.takes for seat in (first, second, third)] == [0, 0, 1]
    assert names(thrown.card for thrown in first.thrown) == ["5c", "Tc"]
    assert (first.throws, first.pips) == (2, 15)
    five = first.thrown[0]
    # Of what the third took the ten and the jack are still in its hand, two of four cards.
    assert five.heap == sum(read_cards("4c Tc Jc"))
    assert five.gone == sum(read_cards("9d 9h 9s"))
    assert five.least == 6
    (four,) = third.thrown
    assert four.since == 0


def test_what_a_seat_takes_it_did_not_hold_when_it_threw() -> None:
    game = Rummy500(seats=2)
    deal = "deal:" + "??" * 20 + "9h" + "??" * 31
    first, _ = heard(game, (deal, "+", "-Tc", "+", "-Jc", "+Jc"))
    assert names(each(first.thrown[0].since)) == ["Jc"]


def test_who_plays_on_without_cards_has_ended_its_turn() -> None:
    game = Rummy500(seats=2, go_out="must_discard", floating="true")
    deal = "deal:" + "??" * 20 + "9h" + "??" * 31
    first, second = heard(game, (deal, "+", "7c7d7h", "+", "-Tc"))
    assert (names(t.card for t in first.thrown), names(t.card for t in second.thrown)) == (
        [],
        ["Tc"],
    )


def test_who_throws_low_cards_is_taken_to_keep_the_high_ones() -> None:
    game = Rummy500(seats=2)
    deal = "deal:" + "??" * 20 + "9h" + "??" * 31
    rounds = []
    for low, high in (("2c", "Kc"), ("3d", "Qd"), ("4h", "Jh"), ("2s", "Ks"), ("4c", "Td")):
        rounds += [deal, "+", f"-{low}", "+", f"-{high}"]
    # Who deals moves on, so the first seat throws the low cards in every other round only.
    first, second = heard(game, rounds)
    assert (first.pips, second.pips) == (2 + 10 + 4 + 10 + 4, 10 + 3 + 10 + 2 + 10)
    turns = [deal, *["+", "-2c", "+", "-Kc"] * 6]
    first, second = heard(game, turns)
    # Eight throws of nine and six of two are 84, less than eight times fourteen.
    assert first.keeps_high
    assert not second.keeps_high


def test_who_throws_a_card_is_seldom_taken_to_hold_one_that_it_likes_less() -> None:
    game, rng = Rummy500(seats=2), Random(1)
    plain, keen = habits_of(game, PLAIN), habits_of(game, KEEN)
    state, plies = game.start(), list[Move]()
    while NAMED["2c"] & ~state.hands[0]:
        plies = [shuffle(game, game.start(), rng)]
        state = game.apply(game.start(), plies[0])
    (up,) = state.table.pile
    for move in (STOCK, Move("-2c")):
        assert move in game.legal_moves(state.table, state.hands[0])
        state = game.apply(state, move)
        plies.append(move)
    seen = observe(game, state, 1)

    def rather_thrown(heard: Sequence[str]) -> int:
        deals = Deals(game, keen, seen, heard, Random(3))
        hands = [deals.draw().hands[0] for _ in range(300)]
        return sum([plain.preferred(hand, NAMED["2c"], up, 0, 10) for hand in hands])

    # Plain habits throw high cards first, so who throws a two has few that are loose.
    assert rather_thrown(Record(game, tuple(plies)).seen_by(1)) < rather_thrown(()) / 3


def test_near_the_target_the_best_of_the_others_counts_most() -> None:
    game, seen = placed("rummy-500", "turn: meld\nhand: 7c 7d 7h 9s")
    for best, weights in ((340, [0, 1, 1, 1]), (420, [0, 1, 3, 1])):
        table = seen.table._replace(scores=(100, 90, best, 0))
        stakes = Stakes(game, habits_of(game, KEEN), seen._replace(table=table))
        assert stakes.weights == weights


def test_a_round_that_wins_the_match_is_worth_that_too() -> None:
    game, seen = placed("rummy-500", "turn: meld\nhand: 7c 7d 7h 9s")
    habits = habits_of(game, KEEN)
    hands = (seen.hand, *[sum(read_cards(name)) for name in ("Kc", "Kd", "Kh")])
    for mine, won in ((400, 0), (485, MATCH)):
        table = seen.table._replace(scores=(mine, 0, 0, 0))
        stakes = Stakes(game, habits, seen._replace(table=table))
        play = Play(game, [habits] * 4, State(table, hands, ()))
        begin(play, ways_of(game, habits, seen._replace(table=table), ())[0])
        assert play.over
        # Three sevens lie and the nine is thrown: 21 points, and each of the others loses 10.
        # They are level and somebody may win soon, so each weighs 3.
        assert stakes.value(play) == (9 * (210 + 100 + won), 210)


def test_imagined_hands_fit_what_is_seen_and_seldom_hold_a_meld() -> None:
    game = Rummy500(seats=2, max_rounds=1)
    holding = number = 0
    for spot in islice(match(game, ["normal"] * 2, Random(3)), 8, 40):
        habits = habits_of(game, KEEN)
        deals = Deals(game, habits, spot.seen, spot.heard(game), Random(1))
        for _ in range(20):
            state = deals.draw()
            assert [hand.bit_count() for hand in state.hands] == [*spot.seen.sizes]
            assert state.hands[spot.seen.seat or 0] == spot.seen.hand
            for hand, shown in zip(state.hands, spot.seen.table.shown, strict=True):
                assert not shown & ~hand
            cards = [*state.hands, sum(state.stock), spot.seen.table.face_up]
            assert sum(cards) == PACK
            assert len(state.stock) == spot.seen.table.stock
            other = state.hands[1 - (spot.seen.seat or 0)]
            holding += bool(habits.melds(other))
            number += 1
    # By chance alone it is about every other of hands so large.
    assert holding < number / 5


@pytest.mark.parametrize(("level", "points"), [("normal", 20), ("expert", 50)])
def test_normal_and_expert_gain_far_more_in_a_round_than_easy(level: str, points: int) -> None:
    game, ahead = Rummy500(max_rounds=1, target=100_000), 0
    for number in range(8):
        levels = [level if seat == number % 4 else "easy" for seat in range(4)]
        *_, last = match(game, levels, Random(number))
        scores = game.apply(last.state, last.move).table.scores
        ahead += 4 * scores[number % 4] - sum(scores)
    # So many points a round more than the mean of the others.
    assert ahead > 8 * 3 * points
