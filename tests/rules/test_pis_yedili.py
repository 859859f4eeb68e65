"""The page on Pis Yedili: the engine agrees with it, whatever rules it is read under."""

import itertools
import re

import pytest

from games.engine.cards import NAMED, PACK, each, read_cards, spell
from games.engine.game import CHANCE, DEAL, NOBODY, PASS, SHUFFLE, State, observe
from games.engine.pis_yedili import DRAW, EXTRA_DEALS, HAND, MOST_TURNS, PisYedili, points
from games.faces.pis_yedili import PisYediliFace
from games.match import POINTS
from rules import examples, pages
from rules.variants import Chosen
from tests.rules import reading
from tests.rules.reading import LANGUAGES, cards_of, codes, numbers_in, rows_of

SLUG = "pis-yedili"
FIRST_LAP = "opening=first_lap_clubs"
DIFFERENT = "jack_suit=different"
MAY_PLAY = "after_penalty=may_play"
MUST = "ace=must_again"
ON_EMPTY = "stock_out_trigger=on_empty"
RECYCLE = "stock_out=recycle"

pytestmark = pytest.mark.usefixtures("plain_cards")


def sections(language="en", options=""):
    return reading.sections(language, SLUG, options)


def asked(name, options=""):
    """The example of this name under these options."""
    return examples.find(SLUG, name, Chosen(PisYedili.from_options(options)))


def held(name):
    """The cards in the hand of an example."""
    game, _, hand, _ = asked(name).position
    return spell(game.in_order(hand), " ").split()


def answers(name, options=""):
    """The legal moves in an example."""
    return set(asked(name, options).position.legal_moves())


def placed(html):
    """The names of the examples that a section asks."""
    return re.findall(r'id="example-([\w-]+)"', html)


def without_examples(html):
    """The section without its examples, which show cards of their own."""
    return re.sub(r'(?s)<(\w+)[^>]* id="example-.*?</\1>', "", html)


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


@pytest.mark.parametrize(
    ("decks", "packs"),
    [("auto", (1, 1, 1, 2, 2, 2, 2)), ("1", (1,) * 6), ("2", (2,) * 7)],
)
def test_the_deal_table_counts_packs_hands_and_stock(decks, packs):
    rows = rows_of(sections(options=f"decks={decks}")["setup"])
    for (seats, counted, hand, stock), expected in zip(rows, packs, strict=True):
        assert int(counted) == expected
        assert int(hand) == HAND
        assert int(seats) * HAND + int(stock) == 52 * expected
    assert [int(seats) for seats, *_ in rows] == [*PisYedili.SEATS][: len(packs)]


@pytest.mark.parametrize("options", ["", FIRST_LAP, "voluntary_draw=false", "draw_limit=1"])
def test_the_first_card_is_a_club(options):
    hand = held("first-club")
    game, state = dealt(hand, options=options)
    clubs = {card for card in hand if card[1] == "c"}
    assert set(observe(game, state, 0).moves) == answers("first-club", options) == clubs
    assert not {card for card in held("no-club") if card[1] == "c"}
    assert answers("no-club", options) == {DRAW}


@pytest.mark.parametrize("options", ["", "draw_limit=1", "voluntary_draw=false"])
def test_who_has_no_club_to_open_with_draws_until_one_comes(options):
    game, state = dealt(["2d", "3d", "4d", "5h", "6h", "9s", "Ts"], options=options)
    state = state._replace(stock=(*read_cards("Kd 5c 9c"), *state.stock))
    for drawn in range(3):
        moves = observe(game, state, 0).moves
        assert moves == (("+",) if drawn < 2 else ("5c",))
        if drawn < 2:
            state = game.apply(state, "+")


@pytest.mark.parametrize("options", ["", FIRST_LAP])
def test_a_card_that_opens_has_no_effect(options):
    said = cards_of(without_examples(sections(options=options)["start"]))
    opened = ["7c", "8c", "Tc", "Ac", "Jc"]
    assert [card for card in opened if card in said] == opened
    for card in opened:
        game, state = dealt([*opened, "2d", "3d"], options=options)
        table = game.apply(state, card).table
        assert (table.turn, table.step, table.chain, table.again) == (1, 1, 0, False)


def test_the_first_lap_is_clubs_without_effect_and_its_last_card_is_followed():
    hands = [["7c", "2d"], ["8c", "7d"], ["Tc", "3d"], ["Jc", "4d"]]
    game, state = at_table(hands, FIRST_LAP, face_down=["5d"], opening="yes")
    state = state._replace(table=state.table._replace(opening=len(hands)))
    for seat, [club, _] in enumerate(hands):
        assert observe(game, state, seat).moves == (club,)
        state = game.apply(state, club)
    assert state.table.turn == 0
    assert (state.table.step, state.table.chain) == (1, 0)
    assert observe(game, state, 0).moves == (DRAW,)
    assert answers("first-lap") == {card for card in held("first-lap") if card[1] == "c"}
    assert "Q" in {card[0] for card in held("first-lap")}


def test_after_an_opening_jack_clubs_follow_and_no_jack():
    hand, moves = held("opening-jack"), answers("opening-jack")
    assert moves - {DRAW} == {card for card in hand if card[1] == "c" and card[0] != "J"}
    assert sum(card[0] == "J" for card in hand) > 1


def test_a_seven_on_an_opening_seven_is_the_first_of_a_chain():
    game, state = at_table([["7d", "2d"], ["3d"]], face_down=["4d"], pile="7c")
    assert game.apply(state, "7d").table.chain == 1


def test_a_card_fits_by_suit_or_rank_and_so_does_a_jack():
    assert placed(sections()["match"]) == ["match"]
    _, table, _, _ = asked("match").position
    top = spell([table.top])
    for card in held("match"):
        fits = card[0] in (top[0], "J") or card[1] == top[1]
        assert (card in cards_in(answers("match"))) == fits


def test_on_a_jack_only_the_suit_that_was_named_fits():
    assert cards_of(sections()["jack"])[0] == spell([asked("named-suit").position.table.top])
    hand = held("named-suit")
    assert answers("named-suit") - {DRAW} == {card for card in hand if card[1] == "h"}
    assert any(card[0] == "J" for card in hand)
    assert any(card[1] == "s" for card in hand)


def test_the_player_of_a_jack_may_name_any_suit():
    assert legal(["Jh", "3d"], pile="6c") == {"Jh=c", "Jh=d", "Jh=h", "Jh=s", "+"}


def test_a_jack_without_effect_and_a_last_jack_name_nothing():
    assert "Jc" in answers("first-club")
    assert answers("last-jack") == {"Js", DRAW}


def test_a_jack_that_must_change_the_suit_names_another():
    _, table, hand, _ = asked("other-suit").position
    assert hand & NAMED["Jh"]
    jacks = {move for move in answers("other-suit") if move[0] == "J"}
    top = spell([table.top])[1]
    assert jacks == {f"Jh={suit}" for suit in "cdhs" if suit != top}
    assert legal(["Jh", "3d"], DIFFERENT, pile="6d Ad", again="yes") >= {"Jh=c", "Jh=h", "Jh=s"}
    assert "Jh=d" not in legal(["Jh", "3d"], DIFFERENT, pile="6d Ad", again="yes")


def test_only_a_seven_answers_a_seven():
    assert placed(sections()["seven"]) == ["chain", "no-seven", "old-seven"]
    assert answers("chain") == {"7c", DRAW}
    assert answers("no-seven") == {DRAW}
    ranks = {card[0] for card in held("no-seven")}
    assert {"J", "A", "T", "8"} <= ranks
    assert answers("no-seven", "voluntary_draw=false") == {DRAW}


def test_a_seven_whose_cards_were_taken_is_a_card_like_any_other():
    fitting = {card for card in held("old-seven") if card[1] == "s" or card[0] in "7J"}
    assert cards_in(answers("old-seven")) == fitting
    game, state = at_table([["7h", "2d"], ["3d"]], face_down=["4d"], pile="7d 7s")
    assert game.apply(state, "7h").table.chain == 1


@pytest.mark.parametrize("per_seven", [2, 3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chain_costs_what_the_table_says_and_ends_the_turn(language, per_seven):
    options = f"per_seven={per_seven}"
    sevens = ["7c", "7d", "7h", "7s"]
    rows = rows_of(sections(language, options)["seven"])
    assert [chain for chain, _ in rows] == ["1", "2", "3", "4"]
    for chain, cards in rows:
        down = [name for name in spell(each(PACK), " ").split() if name[0] in "23456"]
        pile = " ".join(sevens[: int(chain)])
        hands = [["Kc", "Kd"], ["Ac"]]
        game, state = at_table(hands, options, face_down=down, pile=pile, chain=chain)
        after = game.apply(state, DRAW)
        assert after.hands[0].bit_count() == 2 + int(cards)
        assert (after.table.turn, after.table.chain) == (1, 0)


def after_taking(options, face_down, hand=("Kh", "Qd")):
    """What a seat may do after it has taken the cards for one seven."""
    game, state = at_table([hand, ["9c"]], options, face_down, pile="7s", chain="1")
    taken = game.apply(state, DRAW)
    assert taken.table.turn == 0
    return set(observe(game, taken, 0).moves)


def test_after_taking_the_turn_may_go_on():
    misfits = ["2c", "3c", "4c", "5c", "6c"]
    assert after_taking(MAY_PLAY, ["2c", "3c", "4s", "5c"]) == {"4s", PASS}
    assert after_taking(MAY_PLAY, misfits) == {DRAW, PASS}
    # The cards taken count: three are as many as may be drawn, two are fewer.
    assert after_taking(f"{MAY_PLAY} draw_limit=3", misfits) == {PASS}
    assert after_taking(f"{MAY_PLAY} draw_limit=3 per_seven=2", misfits) == {DRAW, PASS}
    assert after_taking(f"{MAY_PLAY} draw_limit=1", misfits) == {PASS}


def test_a_seven_that_came_with_the_cards_answers_nothing():
    assert after_taking(MAY_PLAY, ["2c", "7c", "4h", "5c"]) == {"7c", PASS}
    game, state = at_table(
        [["Kh"], ["9c"]], MAY_PLAY, ["2c", "7c", "4h", "5c"], pile="7s", chain="1"
    )
    assert game.apply(game.apply(state, DRAW), "7c").table.chain == 1


def next_after(card, seats, turn=0, step=1, options=""):
    """Who moves after this player has played this card, on a card of its suit."""
    hands = [["Kh", "Kd"] for _ in range(seats)]
    hands[turn] = [card, "Qs"]
    game, state = at_table(hands, options, pile=f"2{card[1]}", face_down=["4c"])
    state = state._replace(table=state.table._replace(turn=turn, step=step))
    return game.apply(state, card).table


def test_an_eight_skips_and_a_ten_turns_as_the_page_tells():
    names = ["Aina", "Oksana", "Emre", "Rose"]
    eight, *_ = cards_of(sections()["eight"])
    assert names[next_after(eight, 4).turn] == "Emre"
    assert names[next_after(eight, 4, step=-1).turn] == "Emre"
    assert next_after(eight, 2).turn == 0
    [ten] = cards_of(sections()["ten"])
    turned = next_after(ten, 4, turn=names.index("Oksana"))
    assert names[turned.turn] == "Aina"
    assert names[turned.turn + turned.step] == "Rose"
    assert next_after(ten, 2).turn == 1
    assert next_after(ten, 2, options="two_player_ten=skip").turn == 0
    assert next_after(ten, 4, options="two_player_ten=skip").turn == 3


def test_after_an_eight_of_two_players_begins_a_turn_like_any_other():
    assert asked("eight-two").position.game.seats == 2
    assert answers("eight-two") == {DRAW}
    game, state = at_table([["8d", "Kd", "Ks"], ["3c"]], pile="2d", face_down=["4c"])
    assert set(observe(game, game.apply(state, "8d"), 0).moves) == {"Kd", DRAW}


def test_every_deal_begins_clockwise():
    game, state = at_table([["6c"], ["3c", "4c"]], pile="5c")
    state = state._replace(table=state.table._replace(step=-1))
    state = game.apply(state, "6c")
    cards = game.in_order(game.to_shuffle(state))
    assert game.apply(state, DEAL + spell(cards)).table.step == 1


def test_the_example_of_an_ace_is_the_engines():
    *_, second, then, other, waits = cards_of(without_examples(sections()["ace"]))
    assert placed(sections()["ace"]) == ["ace"]
    assert cards_in(answers("ace")) == {waits, other, second}
    assert PASS in answers("ace")
    assert DRAW not in answers("ace")
    left = [card for card in held("ace") if card != second]
    for options, ends in ("", {PASS}), (MUST, set()):
        moves = legal(left, options, pile=f"Ad {second}", again="yes")
        assert cards_in(moves) == {then, other}
        assert {move for move in moves if move[0] in "+-"} == ends
    game, state = at_table([["Ad"], ["3c"]], MUST, pile="5d", face_down=["4c"])
    assert game.apply(state, "Ad").table.finish.won == (0,)


def test_an_ace_that_must_be_covered_asks_for_a_card_if_need_be_a_drawn_one():
    assert answers("ace", MUST) == answers("ace") - {PASS}
    assert answers("cover-ace") == {PASS}
    hand = [card for card in held("cover-ace") if card != "4h"]
    assert legal(hand, MUST, pile="5d Ad", again="yes") == {DRAW}
    assert legal([*hand, "4d"], MUST, pile="5d Ad", again="yes", drawn="1") == {"4d"}
    assert legal(hand, MUST, pile="5d Ad", again="yes", stock="0") == {PASS}


def test_the_examples_of_drawing_are_the_engines():
    assert placed(sections()["draw"]) == ["at-will", "drawn-misfit", "drawn-fit"]
    assert answers("at-will") == {"5h", DRAW}
    assert answers("drawn-misfit") == {DRAW, PASS}
    assert answers("drawn-fit") == {"5d", PASS}
    assert set(held("drawn-fit")) == {*held("drawn-misfit"), "5d"}
    # Whoever drew at will may play or pass.
    assert legal(["5h", "Kd", "2c"], pile="5s", drawn="1") == {"5h", PASS}


def test_fewer_cards_may_be_drawn_under_other_rules():
    assert answers("at-will", "voluntary_draw=false") == {"5h"}
    assert answers("drawn-misfit", "draw_limit=1") == {PASS}
    assert placed(sections(options="draw_limit=1")["draw"]) == ["at-will", "drawn-misfit"]
    three = "draw_limit=3"
    assert numbers_in(sections(options=three)["draw"]) == ["3"]
    for drawn in "0123":
        moves = legal(["Kh", "Qd"], three, pile="5s", drawn=drawn)
        assert (DRAW in moves) == (drawn != "3")
        assert (PASS in moves) == (drawn != "0")


def test_with_an_empty_stock_a_card_that_fits_must_be_played():
    assert placed(sections()["stock"]) == ["empty-stock"]
    assert answers("empty-stock") == {"5h"}
    for options in ON_EMPTY, RECYCLE:
        assert placed(sections(options=options)["stock"]) == []


@pytest.mark.parametrize("score", PisYedili.choices()["stock_out_score"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_an_empty_stock_is_scored_as_the_page_says(language, score):
    options = f"stock_out_score={score}"
    *_, paragraph = re.findall(r"(?s)<p>(.*?)</p>", sections(language, options)["scoring"])
    numbers = [int(number) for number in numbers_in(paragraph)]
    counted, scored = numbers[-6:-3], numbers[-3:]
    # Seat 0 has drawn the last card; it does not help, and seat 1 needs one as well.
    hands = [["2h", "Kh"], ["2d", "Td"], ["Kc", "Qc", "Tc"]]
    assert [points(hand_of(hand)) for hand in hands] == counted
    game, state = at_table(hands, options, pile="5s", drawn="1")
    table = game.apply(state, PASS).table
    assert table.turn == CHANCE
    assert list(table.scores) == scored
    assert table.finish.won == (0, 1)


def test_too_few_cards_for_a_chain_end_the_deal_and_the_last_card_drawn_does_not():
    hands = [["Kh", "Qd"], ["9c", "4d"]]
    game, state = at_table(hands, pile="7s", chain="1", face_down=["2c", "3c"])
    assert game.apply(state, "+").table.finish.ended == "stock"
    game, state = at_table(hands, pile="9s", face_down=["2c"])
    drawn = game.apply(state, "+")
    assert observe(game, drawn, 0).moves == ("--",)
    assert observe(game, game.apply(drawn, "--"), 1).moves == ("9c",)


def test_a_chain_may_be_answered_and_paid_to_the_last_card():
    hands = [["7d", "Qd"], ["9s", "4d"]]
    game, state = at_table(hands, pile="7s", chain="1")
    assert set(observe(game, state, 0).moves) == {"7d", DRAW}
    game, state = at_table(hands, pile="7s", chain="1", face_down=["2c", "3c", "4c"])
    assert game.apply(state, DRAW).table.finish is None


def test_under_on_empty_the_last_card_ends_the_deal_even_if_it_fits():
    for options, ended in ("", False), (ON_EMPTY, True):
        game, state = at_table([["Kh", "Qd"], ["9s"]], options, ["5d"], pile="5s")
        assert (game.apply(state, DRAW).table.finish is not None) == ended
        game, state = at_table([["Kh"], ["9s"]], options, ["2c", "3c", "4c"], pile="7s", chain="1")
        assert (game.apply(state, DRAW).table.finish is not None) == ended


def test_under_recycle_the_pile_below_its_top_is_the_new_stock():
    hands = [["Kh", "Qd"], ["9c", "4d"]]
    game, state = at_table(hands, RECYCLE, pile="2c 3c Js", suit="c")
    assert set(observe(game, state, 0).moves) == {DRAW}
    state = game.apply(game.apply(state, DRAW), f"{SHUFFLE}2c3c")
    assert (state.table.top, state.table.suit) == (NAMED["Js"], "c")
    assert state.hands[0] == hand_of(["Kh", "Qd", "2c"])
    # A chain takes what is left, then from the new stock; if that is too little, the turn ends.
    game, state = at_table(hands, RECYCLE, ["5c"], pile="2c 7s", chain="1")
    state = game.apply(game.apply(state, DRAW), f"{SHUFFLE}2c")
    assert state.hands[0] == hand_of(["Kh", "Qd", "5c", "2c"])
    assert (state.table.turn, state.table.finish) == (1, None)
    assert legal(["Kh", "Qd"], RECYCLE, pile="5s", stock="0") == {PASS}
    assert legal(["Kh", "5d"], RECYCLE, pile="5s", stock="0") == {"5d"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_under_recycle_the_page_knows_how_long_a_deal_may_be(language):
    html = sections(language, RECYCLE)
    for section in "stock", "end", "variant-stock":
        assert numbers_in(html[section]).count(str(MOST_TURNS)) == 1


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
@pytest.mark.parametrize("options", ["", "mult_seven=5 mult_jack=4", "mult_seven=1 mult_jack=1"])
@pytest.mark.parametrize(("last", "column"), [("6c", 2), ("Jc", 3), ("7c", 4)])
def test_the_worked_example_is_scored_as_the_engine_does(language, last, column, options):
    game, state = at_table([[last], *left(language)[1:]], options, pile="5c")
    rows = rows_of(sections(language, options)["example"])
    printed = [int(re.findall(r"\d+", row[column])[-1]) for row in rows]
    assert list(game.apply(state, last).table.scores) == printed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mult_seven", ["3", "5"])
def test_two_players_of_the_worked_example_are_as_far_apart_as_the_page_says(language, mult_seven):
    html = sections(language, f"mult_seven={mult_seven}")["example"]
    _, oksana, _, rose = rows_of(html)
    apart = [
        int(re.findall(r"\d+", oksana[column])[-1]) - int(re.findall(r"\d+", rose[column])[-1])
        for column in (2, 4)
    ]
    assert [int(number) for number in numbers_in(html)[-2:]] == apart


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_who_share_the_lowest_total_of_the_example_get_one_more_deal(language):
    totals = [int(number) for number in numbers_in(sections(language)["winner"])[-4:]]
    assert totals.count(min(totals)) == 2
    game, state = at_table([["6c"], *left(language)[1:]], pile="5c")
    gains = game.apply(state, "6c").table.scores
    before = tuple(total - gain for total, gain in zip(totals, gains, strict=True))
    assert numbers_in(sections(language)["winner"])[-5] == str(EXTRA_DEALS)
    for extra, turn in (0, CHANCE), (EXTRA_DEALS - 1, CHANCE), (EXTRA_DEALS, NOBODY):
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_follows_the_number_of_deals(language):
    for rounds in "1", "6":
        html = sections(language, f"rounds={rounds}")
        assert numbers_in(html["goal"]) == ([] if rounds == "1" else [rounds])
        assert numbers_in(html["faq-deals"]) == [rounds, str(EXTRA_DEALS)]


def test_equal_cards_of_two_packs_fit_each_other_except_jacks():
    assert "5s" in legal(["5s", "3d"], "decks=2", pile="5s")
    assert cards_in(legal(["Js", "3s"], "decks=2", pile="Js")) == {"3s"}


def test_a_last_card_of_any_kind_wins():
    for last in "7c", "8c", "Tc", "Ac", "Jc":
        game, state = at_table([[last], ["3d"]], pile="5c", face_down=["4d"])
        assert game.apply(state, last).table.finish.won == (0,)


def test_the_examples_meet_every_refusal():
    """But that a jack must name a suit: who taps one is asked for the suit."""
    met = set()
    for name in examples.names(SLUG):
        game, table, hand, _ = asked(name).position
        legal = answers(name)
        for move in (*held(name), DRAW, PASS, *asked(name).offers):
            if not any(each.startswith(move) for each in legal):
                met.add(game.why_not(table, hand, game.read(move)).key)
    assert met == PisYediliFace.reasons.keys() - {"name_suit"}


@pytest.mark.parametrize("name", examples.names(SLUG))
def test_every_example_can_be_under_any_rules_under_which_it_is_asked(name):
    for rules in itertools.product(
        ("", FIRST_LAP),
        ("", MAY_PLAY),
        ("", MUST),
        ("", "voluntary_draw=false"),
        ("", "draw_limit=1", "draw_limit=3"),
        ("", ON_EMPTY, RECYCLE),
    ):
        if name != "drawn-fit" or "draw_limit=1" not in rules:
            assert asked(name, " ".join(rules)).as_chosen


@pytest.mark.parametrize(
    "options",
    [
        "seats=2 two_player_ten=skip",
        f"{MAY_PLAY} draw_limit=1",
        f"{MAY_PLAY} draw_limit=3 per_seven=2",
        f"{RECYCLE} {ON_EMPTY}",
        "rounds=1 mult_seven=5 mult_jack=1",
    ],
)
def test_the_languages_agree_where_several_options_count_together(options):
    english = sections(options=options)
    for language in LANGUAGES[1:]:
        for key, html in sections(language, options).items():
            facts = reading.facts(html)
            assert (language, key, facts) == (language, key, reading.facts(english[key]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_earn_the_points_that_the_page_names(language):
    printed = [points for *_, points in rows_of(sections(language)["bots"])]
    assert printed == [f"+{points}" for points in POINTS.values()]
