"""The page on Pis Yedili: its languages say the same, and the engine agrees with it."""

import re

import pytest

from games.engine.cards import NAMED, PACK, each, read_cards, spell
from games.engine.game import CHANCE, DEAL, NOBODY, State, observe
from games.engine.pis_yedili import PisYedili, points
from games.ranking import POINTS
from rules import pages
from tests.rules import reading
from tests.rules.reading import LANGUAGES, blocks, cards_of, codes, numbers_in, rows_of

SLUG = "pis-yedili"

pytestmark = pytest.mark.usefixtures("plain_cards")


def sections(language="en"):
    return reading.sections(language, SLUG)


def hand_of(names):
    return sum(NAMED[name] for name in names)


def legal(hand, options="", **keys):
    """The moves of a player with this hand; the keys are those of a position."""
    game, cards = PisYedili.from_options(options), hand_of(hand)
    return set(game.legal_moves(game.place(cards, keys), cards))


def cards_in(moves):
    """The cards that moves play, whatever suit a jack names."""
    return {move[:2] for move in moves if move[0] not in "+-"}


def at_table(hands, options="", face_down=(), **keys):
    """A state with these hands, seat 0 to move, and a stock of these cards."""
    game = PisYedili.from_options(f"seats={len(hands)} {options}")
    held = tuple(hand_of(hand) for hand in hands)
    table = game.place(held[0], {"stock": str(len(face_down)), **keys})
    return game, State(table, held, tuple(NAMED[card] for card in face_down))


def dealt(hand, seats=4, options=""):
    """A first deal in which seat 0, who opens, gets this hand of seven."""
    game = PisYedili.from_options(f"seats={seats} {options}")
    rest = [card for card in each(PACK) if not card & hand_of(hand)]
    order = []
    for name in hand:
        order += [NAMED[name], *rest[: seats - 1]]
        rest = rest[seats - 1 :]
    return game, game.apply(game.start(), DEAL + spell(order + rest))


def test_the_head_has_the_numbers_of_the_engine():
    head, seats = pages.find("en", SLUG).head, PisYedili.SEATS
    assert numbers_in(head.goal) == [PisYedili().options()["rounds"]]
    first, last, *_ = map(int, numbers_in(head.players))
    assert (first, last) == (seats[0], seats[-1])
    assert tuple(map(int, numbers_in(head.players)[-3:])) == PisYedili.RANKED
    assert numbers_in(head.pack) == [str(PisYedili().pack.bit_count())]


def test_the_deal_table_counts_packs_hands_and_stock():
    rows = [tuple(map(int, row)) for row in rows_of(sections()["setup"])]
    assert [seats for seats, *_ in rows] == list(PisYedili.SEATS)
    for seats, packs, hand, stock in rows:
        assert packs == (1 if seats < 5 else 2)
        assert hand == 7
        assert seats * hand + stock == 52 * packs


def test_the_first_card_is_a_club():
    [hand], groups = blocks(sections()["start"])
    game, state = dealt(hand)
    assert set(observe(game, state, 0).moves) == {card for [card] in groups[:3]}


def test_who_has_no_club_to_open_with_draws_until_one_comes():
    game, state = dealt(["2d", "3d", "4d", "5h", "6h", "9s", "Ts"])
    state = state._replace(stock=(*read_cards("Kd 5c 9c"), *state.stock))
    for drawn in range(3):
        moves = observe(game, state, 0).moves
        assert moves == (("+",) if drawn < 2 else ("5c",))
        if drawn < 2:
            state = game.apply(state, "+")


def test_the_opening_card_has_no_effect():
    _, groups = blocks(sections()["start"])
    opened = [card for [card] in groups[3:]]
    assert sorted(opened) == sorted(["7c", "8c", "Tc", "Ac", "Jc"])
    for card in opened:
        game, state = dealt([*opened, "2d", "3d"])
        table = game.apply(state, card).table
        assert (table.turn, table.step, table.chain, table.again) == (1, 1, 0, False)
    # After the jack, clubs and no jack.
    assert legal(["Jd", "4c", "4h"], pile="Jc") == {"4c", "+"}


def test_the_example_of_cards_that_fit_is_the_engines():
    [[top], hand], groups = blocks(sections()["match"])
    may, may_not = groups[:3], groups[3:]
    assert cards_in(legal(hand, pile=top)) == {card for [card] in may}
    assert {card for [card] in may_not} == set(hand) - {card for [card] in may}


def test_the_example_of_a_jack_is_the_engines():
    [[jack], hand], groups = blocks(sections()["jack"])
    may, may_not = groups[:2], groups[2:]
    assert cards_in(legal(hand, pile=jack, suit="h")) == {card for [card] in may}
    assert {card for [card] in may_not} == set(hand) - {card for [card] in may}


def test_the_player_of_a_jack_may_name_any_suit():
    assert legal(["Jh", "3d"], pile="6c") == {"Jh=c", "Jh=d", "Jh=h", "Jh=s", "+"}


def test_the_example_of_a_chain_is_the_engines():
    [hand], groups = blocks(sections()["seven"])
    first, second, answer, *others = [card for [card] in groups]
    assert legal(hand, pile=f"{first} {second}", chain="2") == {answer, "+"}
    assert {answer, *others} == set(hand)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chain_costs_what_the_table_says_and_ends_the_turn(language):
    sevens = ["7c", "7d", "7h", "7s"]
    rows = rows_of(sections(language)["seven"])
    assert [chain for chain, _ in rows] == ["1", "2", "3", "4"]
    for chain, cards in rows:
        down = [name for name in spell(each(PACK), " ").split() if name[0] in "23456"]
        pile = " ".join(sevens[: int(chain)])
        game, state = at_table([["Kc", "Kd"], ["Ac"]], face_down=down, pile=pile, chain=chain)
        after = game.apply(state, "+")
        assert after.hands[0].bit_count() == 2 + int(cards)
        assert (after.table.turn, after.table.chain) == (1, 0)


def next_after(card, seats, turn=0, step=1):
    """Who moves after this player has played this card, on a card of its suit."""
    hands = [["Kh", "Kd"] for _ in range(seats)]
    hands[turn] = [card, "Qs"]
    game, state = at_table(hands, pile=f"2{card[1]}", face_down=["4c"])
    state = state._replace(table=state.table._replace(turn=turn, step=step))
    return game.apply(state, card).table


def test_an_eight_skips_and_a_ten_turns_as_the_page_tells():
    names = ["Aina", "Oksana", "Emre", "Rose"]
    _, [[eight]] = blocks(sections()["eight"])
    assert names[next_after(eight, 4).turn] == "Emre"
    assert names[next_after(eight, 4, step=-1).turn] == "Emre"
    assert next_after(eight, 2).turn == 0
    _, [[ten]] = blocks(sections()["ten"])
    turned = next_after(ten, 4, turn=names.index("Oksana"))
    assert names[turned.turn] == "Aina"
    assert names[turned.turn + turned.step] == "Rose"
    assert next_after(ten, 2).turn == 1


def test_the_example_of_an_ace_is_the_engines():
    [[top], hand], groups = blocks(sections()["ace"])
    (ace, *more), after = [card for [card] in groups[:4]], [card for [card] in groups[4:]]
    not_this, second, then, waits = after
    assert ace in cards_in(legal(hand, pile=top))
    left = [card for card in hand if card != ace]
    moves = legal(left, pile=f"{top} {ace}", again="yes")
    assert cards_in(moves) == set(more)
    assert "--" in moves
    assert "+" not in moves
    assert set(left) - set(more) == {not_this}
    moves = legal(
        [card for card in left if card != second], pile=f"{top} {ace} {second}", again="yes"
    )
    assert cards_in(moves) == {then}
    assert "--" in moves
    assert waits in left


def test_the_example_of_drawing_is_the_engines():
    [[top], hand], [[first], [second]] = blocks(sections()["draw"])
    assert legal(hand, pile=top) == {"+"}
    assert legal([*hand, first], pile=top, drawn="1") == {"+", "--"}
    assert legal([*hand, first, second], pile=top, drawn="2") == {second, "--"}


def test_one_card_may_be_drawn_at_will_and_only_then_may_a_player_pass():
    assert legal(["5h", "Kd"], pile="5s") == {"5h", "+"}
    assert legal(["5h", "Kd", "2c"], pile="5s", drawn="1") == {"5h", "--"}


def test_with_an_empty_stock_a_card_that_fits_must_be_played():
    assert legal(["5h", "Kd"], pile="5s", stock="0") == {"5h"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_an_empty_stock_is_scored_as_the_page_says(language):
    *_, paragraph = re.findall(r"<p>(.*?)</p>", sections(language)["scoring"])
    numbers = [int(number) for number in numbers_in(paragraph)]
    held, scored = numbers[-6:-3], numbers[-3:]
    # Seat 0 has drawn the last card; it does not help, and seat 1 needs one as well.
    hands = [["2h", "Kh"], ["2d", "Td"], ["Kc", "Qc", "Tc"]]
    assert [points(hand_of(hand)) for hand in hands] == held
    game, state = at_table(hands, pile="5s", drawn="1")
    table = game.apply(state, "--").table
    assert table.turn == CHANCE
    assert list(table.scores) == scored


def test_too_few_cards_for_a_chain_end_the_deal_and_the_last_card_drawn_does_not():
    hands = [["Kh", "Qd"], ["9c", "4d"]]
    game, state = at_table(hands, pile="7s", chain="1", face_down=["2c", "3c"])
    assert game.apply(state, "+").table.finish.ended == "stock"
    game, state = at_table(hands, pile="9s", face_down=["2c"])
    drawn = game.apply(state, "+")
    assert observe(game, drawn, 0).moves == ("--",)
    assert observe(game, game.apply(drawn, "--"), 1).moves == ("9c",)


def left(language="en"):
    """The hands of the worked example by seat: what is left when seat 0 is out."""
    return [cards_of(cards) for _, cards, *_ in rows_of(sections(language)["example"])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_example_adds_up(language):
    for _, cards, sum_, *_ in rows_of(sections(language)["example"]):
        *terms, total = map(int, numbers_in(sum_.replace("+", " ")))
        assert terms == [points(NAMED[card]) for card in cards_of(cards)]
        assert total == sum(terms)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("last", "column"), [("6c", 2), ("Jc", 3), ("7c", 4)])
def test_the_worked_example_is_scored_as_the_engine_does(language, last, column):
    game, state = at_table([[last], *left(language)[1:]], pile="5c")
    printed = [
        int(re.findall(r"\d+", row[column])[-1]) for row in rows_of(sections(language)["example"])
    ]
    assert list(game.apply(state, last).table.scores) == printed


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_who_share_the_lowest_total_of_the_example_get_one_more_deal(language):
    totals = [int(number) for number in numbers_in(sections(language)["winner"])[-4:]]
    assert totals.count(min(totals)) == 2
    game, state = at_table([["6c"], *left(language)[1:]], pile="5c")
    gains = game.apply(state, "6c").table.scores
    before = tuple(total - gain for total, gain in zip(totals, gains, strict=True))
    for extra, turn in (0, CHANCE), (2, CHANCE), (3, NOBODY):
        last = state.table._replace(scores=before, deal=game.rounds + extra, extra=extra)
        table = game.apply(state._replace(table=last), "6c").table
        assert list(table.scores) == totals
        assert table.turn == turn
        assert game.winners(table) == ((1, 2) if turn == NOBODY else ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_penalty_table_is_the_engines(language):
    printed = [penalty for _, penalty in rows_of(sections(language)["scoring"])[:6]]
    assert printed == [str(points(NAMED[f"{rank}c"])) for rank in "J7AKQT"]
    assert [points(NAMED[f"{rank}c"]) for rank in "2345689"] == [2, 3, 4, 5, 6, 8, 9]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_variants_are_the_engines_options_and_the_default_is_bold(language):
    rows = rows_of(sections(language)["variants"])
    defaults, choices = PisYedili().options(), PisYedili.choices()
    assert sorted(codes(" ".join(option for _, option, _ in rows))) == sorted(defaults)
    for _, option, values in rows:
        (name,) = codes(option)
        if name == "seats":
            assert codes(values) == [str(seats) for seats in PisYedili.SEATS]
            assert reading.bold_codes(values) == [str(seats) for seats in PisYedili.RANKED]
        else:
            assert sorted(codes(values)) == sorted(choices[name] or [defaults[name]])
            assert reading.bold_codes(values) == [defaults[name]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_that_the_text_sets_is_one(language):
    given = [code for code in codes(pages.find(language, SLUG).html) if "=" in code]
    assert len(given) >= 2
    for code in given:
        assert PisYedili.from_options(code) != PisYedili()


def test_the_game_as_usual_in_turkey_is_what_the_page_says():
    turkish = PisYedili.from_options("preset=turkish").options()
    changed = {key for key, value in turkish.items() if value != PisYedili().options()[key]}
    assert changed == {"opening", "draw_limit", "stock_out"}


def test_the_example_of_another_suit_is_the_engines():
    _, [[top], [jack]] = blocks(sections()["variant-jack"])
    moves = legal([jack, "3d"], "jack_suit=different", pile=top)
    assert moves == {f"{jack}=d", f"{jack}=h", f"{jack}=s", "+"}


def test_the_other_variants_do_what_the_page_says():
    assert legal(["3c", "4h", "5s"], "opening=first_lap_clubs", pile="9c", opening="yes") == {"3c"}
    # The turn goes on after the cards for a seven.
    down = ["2c", "3c", "4s"]
    hands = [["Kh", "Qd"], ["9c"]]
    game, state = at_table(hands, "after_penalty=may_play", down, pile="7s", chain="1")
    after = game.apply(state, "+")
    assert set(observe(game, after, 0).moves) == {"4s", "--"}
    # An ace must be covered, if need be by a card that is drawn.
    must = "ace=must_again"
    assert legal(["Kd", "3c"], must, pile="5d Ad", again="yes") == {"Kd"}
    assert legal(["3c"], must, pile="5d Ad", again="yes") == {"+"}
    assert legal(["3c", "4d"], must, pile="5d Ad", again="yes", drawn="1") == {"4d"}
    assert legal(["3c", "4h"], must, pile="5d Ad", again="yes", drawn="1") == {"--"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_earn_the_points_that_the_page_names(language):
    printed = [points for *_, points in rows_of(sections(language)["bots"])]
    assert printed == [f"+{points}" for points in POINTS.values()]
