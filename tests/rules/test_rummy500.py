"""The page on Rummy 500: its languages say the same, and the engine agrees with it."""

import pytest

from games.engine.cards import NAMED, PACK, each, read_cards, spell
from games.engine.game import CHANCE, DEAL, NOBODY, State, observe, parse
from games.engine.rummy500 import Rummy500
from games.ranking import POINTS
from rules import pages
from tests.rules import reading
from tests.rules.reading import LANGUAGES, blocks, cards_of, codes, numbers_in, rows_of

SLUG = "rummy-500"

pytestmark = pytest.mark.usefixtures("plain_cards")


def sections(language="en"):
    return reading.sections(language, SLUG)


def hand_of(names):
    return sum(NAMED[name] for name in names)


def legal(hand, options="", **keys):
    """The moves of a player with this hand; the keys are those of a position."""
    game, cards = Rummy500.from_options(options), hand_of(hand)
    return set(game.legal_moves(game.place(cards, keys), cards))


def at_table(hand, options="", face_down=(), **keys):
    """A state with seat 0 to move and this hand; the others hold nothing that matters here."""
    game, cards = Rummy500.from_options(options), hand_of(hand)
    table = game.place(cards, {"stock": str(len(face_down)), **keys})
    others = [card for card in each(PACK) if not card & (cards | table.face_up)]
    hands = (cards, *others[: game.seats - 1])
    return game, State(table, hands, tuple(NAMED[card] for card in face_down))


def moves_of(game, state):
    return set(observe(game, state, state.table.turn).moves)


def test_the_head_has_the_numbers_of_the_engine():
    head, seats = pages.find("en", SLUG).head, Rummy500.SEATS
    assert numbers_in(head.goal) == [Rummy500().options()["target"]]
    first, last, *ranked = map(int, numbers_in(head.players))
    assert (first, last) == (seats[0], seats[-1])
    assert tuple(ranked) == Rummy500.RANKED
    assert numbers_in(head.pack) == [str(Rummy500().pack.bit_count())]


def test_the_deal_table_counts_hands_pile_and_stock():
    rows = [tuple(map(int, row)) for row in rows_of(sections()["setup"])]
    assert [row[:3] for row in rows] == [(2, 10, 1), (3, 7, 1), (4, 7, 1)]
    assert all(seats * hand + up + stock == 52 for seats, hand, up, stock in rows)


def test_the_question_about_hands_is_answered_as_the_deal_table_says():
    answer = [int(number) for number in numbers_in(sections()["faq-cards"])]
    assert answer == [int(hand) for _, hand, *_ in rows_of(sections()["setup"])][:2]


@pytest.mark.parametrize("seats", Rummy500.SEATS)
@pytest.mark.parametrize(("second", "moves"), [("9d", {"+", "+9h"}), ("8d", {"+"})])
def test_the_left_of_the_dealer_begins_and_may_take_the_first_card_if_it_is_of_use(
    seats, second, moves
):
    game = Rummy500.from_options(f"seats={seats}")
    dealt = game.apply(game.start(), DEAL + spell(each(PACK)))
    hands = (hand_of(["9c", second]), *dealt.hands[1:])
    turned_up = dealt.table._replace(pile=(NAMED["9h"],))
    assert turned_up.turn == 0
    assert moves_of(game, State(turned_up, hands, dealt.stock)) == moves


def test_the_example_of_taking_is_the_engines():
    [pile, hand], groups = blocks(sections()["take"])
    [reached], taken, meld, *not_these = groups
    assert legal(hand, pile=" ".join(pile)) == {"+", f"+{reached}"}
    assert taken == pile[pile.index(reached) :]
    assert set(meld) <= {*hand, *taken}
    assert {card for [card] in not_these} == set(pile) - {reached}


def test_the_example_of_use_is_the_engines():
    [pile, hand], ([reached], _, meld, *_) = blocks(sections()["take"])
    _, (now, [back], *_) = blocks(sections()["use"])
    game, state = at_table(hand, face_down=["2h"], pile=" ".join(pile))
    state = game.apply(state, f"+{reached}")
    assert moves_of(game, state) == {"".join(meld)}
    state = game.apply(state, "".join(meld))
    assert state.hands[0] == hand_of(now)
    assert moves_of(game, state) == {f"-{card}" for card in now}
    assert back in now
    assert back in pile


def test_the_example_of_several_cards_laid_off_as_use_is_the_engines():
    [run, hand], groups = blocks(sections()["use"])
    _, _, [top], [again], both, [without], _ = groups
    assert top == again
    position = {"pile": top, "melds": "".join(run)}
    assert legal(hand, **position) == {"+", f"+{top}"}
    game, state = at_table(hand, face_down=["2h"], **position)
    assert moves_of(game, game.apply(state, f"+{top}")) == {f"{''.join(both)}>1"}
    assert without in hand
    assert legal([card for card in hand if card != without], **position) == {"+"}


def test_the_melds_drawn_are_melds_and_the_others_are_none():
    melds, others = reading.lines(sections()["meld"])
    assert len(melds) == len(others) == 4
    for row in melds:
        assert "".join(row) in legal([*row, "8s"], turn="meld")
    for row in others:
        assert legal(row, turn="meld") == {f"-{card}" for card in row}


def test_the_cards_that_fit_the_melds_drawn_are_the_engines():
    [melds], groups = reading.lines(sections()["layoff"]), blocks(sections()["layoff"])[1]
    on_table = " ".join("".join(row) for row in melds)
    lying = hand_of(card for row in melds for card in row)
    fits = set()
    for card in spell(each(PACK & ~lying), " ").split():
        moves = legal([card], turn="meld", melds=on_table)
        fits |= {card} if any(">" in move for move in moves) else set()
    assert fits == {card for [card] in groups}


def test_the_example_of_going_out_without_a_discard_is_the_engines():
    [hand], groups = blocks(sections()["discard"])
    assert sorted(hand) == sorted(card for group in groups for card in group)
    game, state = at_table(hand, face_down=["2h"], turn="meld")
    for group in groups:
        assert state.table.turn == 0
        state = game.apply(state, parse(game, state, "".join(group)))
    assert state.table.turn == CHANCE


def test_whoever_draws_the_last_card_of_the_stock_finishes_the_round():
    game, state = at_table(["Kc", "Kd"], face_down=["2h"], pile="4s")
    state = game.apply(state, "+")
    assert state.table.turn == 0
    assert game.apply(state, "-2h").table.turn == CHANCE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_table_is_the_engines(language):
    game = Rummy500()
    printed = [points for _, points in rows_of(sections(language)["scoring"])[:4]]
    assert printed == [str(game.value(NAMED[f"{rank}c"])) for rank in "AKQJ"]
    assert [game.value(NAMED[f"{rank}c"]) for rank in "23456789T"] == list(range(2, 11))


def test_an_ace_counts_the_same_in_every_place():
    game = Rummy500()
    worth = {meld: game.worth(meld) for meld in ("As2s3s", "QsKsAs", "AcAdAh")}
    assert worth == {"As2s3s": 15 + 5, "QsKsAs": 15 + 20, "AcAdAh": 45}


def example(language="en"):
    """The rows of the worked example: cards on the table, cards in hand, the numbers."""
    rows = rows_of(sections(language)["example"])
    return [(cards_of(laid), cards_of(hand), numbers_in(score)) for _, laid, hand, score in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_adds_up(language):
    game = Rummy500()
    for laid, hand, numbers in example(language):
        plus, minus, score = map(int, numbers)
        assert plus == game.value(hand_of(laid))
        assert minus == game.value(hand_of(hand))
        assert score == plus - minus


def test_a_round_can_go_as_the_worked_example_tells():
    game = Rummy500.from_options("seats=3")
    hands = [read_cards(" ".join(laid + hand)) for laid, hand, _ in example()]
    order = [card for round_ in zip(*hands, strict=True) for card in round_]
    order += read_cards("Tc 2c 3c 4c 5c")
    order += [card for card in each(PACK) if card not in order]
    state = game.apply(game.start(), DEAL + spell(order))
    for text in (
        "+ 9c9d9h 4s5s6s -2c",
        "+ QdKdAd 7s8s>2 -3c",
        "+ 9s>2 -4c",
        "+ Jd>3 -5c",
    ):
        for move in text.split():
            state = game.apply(state, parse(game, state, move))
    assert state.table.turn == CHANCE
    assert list(state.table.scores) == [int(numbers[-1]) for *_, numbers in example()]


def totals(language):
    return [
        [int(numbers_in(cell)[0]) for cell in cells]
        for _, *cells in rows_of(sections(language)["winner"])
    ]


def after_round(before, **changed):
    """The match after a round that gave +20, +45 and -10."""
    game = Rummy500.from_options("seats=3")
    hands = tuple(NAMED[card] for card in ("2c", "5h", "Kc"))
    table = game.place(hands[0], {"turn": "meld"})
    table = table._replace(points=(20, 50, 0), scores=before, **changed)
    return game, game.apply(State(table, hands, ()), "-2c").table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_match_ends_as_the_page_says(language):
    rows = totals(language)
    assert [last for _, last, _ in rows] == [20, 45, -10]
    assert all(before + last == total for before, last, total in rows)
    game, table = after_round(tuple(before for before, *_ in rows))
    assert list(table.scores) == [total for *_, total in rows]
    assert table.turn == NOBODY
    assert game.winners(table) == (1,)


def test_a_shared_best_total_goes_on_and_the_last_round_ends_the_match_in_any_case():
    game, table = after_round((500, 475, 0))
    assert table.turn == CHANCE
    game, table = after_round((100, 0, 0), round=game.max_rounds)
    assert table.turn == NOBODY
    assert game.winners(table) == (0,)
    game, table = after_round((125, 100, 0), round=game.max_rounds)
    assert game.winners(table) == (0, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_variants_are_the_engines_options_and_the_default_is_bold(language):
    rows = rows_of(sections(language)["variants"])
    defaults, choices = Rummy500().options(), Rummy500.choices()
    assert sorted(codes(" ".join(option for _, option, _ in rows))) == sorted(defaults)
    for _, option, values in rows:
        (name,) = codes(option)
        if name == "seats":
            assert codes(values) == [str(seats) for seats in Rummy500.SEATS]
            assert reading.bold_codes(values) == [str(seats) for seats in Rummy500.RANKED]
        else:
            assert sorted(codes(values)) == sorted(choices[name] or [defaults[name]])
            assert reading.bold_codes(values) == [defaults[name]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_that_the_text_sets_is_one(language):
    given = {code for code in codes(pages.find(language, SLUG).html) if "=" in code}
    assert len(given) >= 4
    for code in given:
        # As the page says, these two go together.
        with_it = "go_out=must_discard" if code == "floating=true" else ""
        assert Rummy500.from_options(f"{code} {with_it}") != Rummy500()


def test_the_example_of_keeping_the_top_card_is_the_engines():
    keeping = "top_card=keep_no_discard"
    _, ([top], hand, [_], *throw) = blocks(sections()["variant-top"])
    assert legal(hand, pile=top) == {"+"}
    assert legal(hand, keeping, pile=top) == {"+", f"+{top}"}
    game, state = at_table(hand, keeping, ["2h"], pile=top)
    moves = moves_of(game, game.apply(state, f"+{top}"))
    assert moves == {f"-{card}" for [card] in throw} == {f"-{card}" for card in hand}
    assert legal([top], keeping, kept=top) == {f"-{top}"}


def test_with_the_cards_held_before_alone_the_example_of_taking_has_no_take():
    [pile, hand], _ = blocks(sections()["take"])
    assert legal(hand, "dig_support=hand_only", pile=" ".join(pile)) == {"+"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_low_ace_is_what_the_engine_counts(language):
    html = sections(language)["variant-ace"]
    _, [run] = blocks(html)
    for value, worth in (15, 20), (1, 6), (5, 10):
        game = Rummy500.from_options(f"ace_low_value={value}")
        assert game.worth("".join(run)) == worth
        assert str(worth) in numbers_in(html)
        assert game.worth("QdKdAd") == 35


def test_the_example_of_a_discard_to_go_out_is_the_engines():
    _, [hand, [top]] = blocks(sections()["variant-out"])
    assert legal(hand, pile=top) == {"+", f"+{top}"}
    assert legal(hand, "go_out=must_discard", pile=top) == {"+"}


def test_a_floating_player_goes_on_without_cards():
    floating = "go_out=must_discard floating=true"
    game, state = at_table(["4c", "5c", "6c"], floating, ["2h"], turn="meld", pile="Ks")
    state = game.apply(state, "4c5c6c")
    assert state.hands[0] == 0
    assert state.table.turn == 1


def test_without_a_stock_a_player_may_take_or_end_the_round():
    playing_on = "stock_out=discard_only"
    assert legal(["9c", "9d", "2h"], playing_on, pile="9h", stock="0") == {"+9h", "."}
    game, state = at_table(["Kc", "2h"], playing_on, pile="9h", turn="meld")
    assert game.apply(state, "-Kc").table.turn == CHANCE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_earn_the_points_that_the_page_names(language):
    printed = [points for *_, points in rows_of(sections(language)["bots"])]
    assert printed == [f"+{points}" for points in POINTS.values()]
