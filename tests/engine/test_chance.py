"""What chance does: shuffles, the deal that can be verified, guesses at hidden cards."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import GAMES
from games.engine.cards import NAME, NAMED, SECOND, each, pick, read_cards, spell
from games.engine.chance import (
    commitment,
    deal_order,
    determinize,
    in_order,
    seeded,
    shuffle,
)
from games.engine.game import (
    CHANCE,
    IllegalMove,
    Move,
    Observation,
    State,
    observe,
    parse,
)
from games.engine.pis_yedili import PisYedili, PisYediliTable
from games.engine.rummy500 import Rummy500
from games.engine.sevens import Sevens, SevensTable
from tests.engine.playing import EVERY, deal_of, late_state, names, random_match

SERVER = bytes(range(32))
LATE = Sevens.from_options("seats=4 ace=high")
TWO_PACKS = PisYedili.from_options("seats=2 decks=2 stock_out=recycle")


# Shuffles


@pytest.mark.parametrize(("key", "options"), EVERY)
def test_a_shuffle_is_a_legal_deal_and_repeats_with_its_generator(key: str, options: str) -> None:
    game = GAMES[key].from_options(options)
    state = game.start()
    move = shuffle(game, state, Random(3))
    assert move.startswith("deal:")
    assert parse(game, state, move) == move
    assert shuffle(game, state, Random(3)) == move
    assert shuffle(game, state, Random(4)) != move


def dry(top: str, below: str) -> State[PisYediliTable]:
    """Two packs, two seats, no stock, this pile: seat 0 drew, so chance makes a new stock.

    Seat 0 holds a king of hearts of each pack, seat 1 all other cards.
    """
    game = TWO_PACKS
    pile = sum(pick(f"{below} {top}", game.pack))
    kings = sum(pick("Kh Kh", game.pack))
    table = game.place(kings, {"pile": f"{below} {top}", "stock": "0"})._replace(deal=1)
    state = State(table, (kings, game.pack & ~(kings | pile)), ())
    return game.apply(state, parse(game, state, "+"))


def test_a_new_stock_is_a_shuffle_of_the_pile_below_its_top() -> None:
    # Two sevens of diamonds, one of each pack, both below the top.
    state = dry("3s", "7d 7d 9c")
    assert state.table.turn == CHANCE
    seen = set()
    for seed in range(60):
        move = shuffle(TWO_PACKS, state, Random(seed))
        assert parse(TWO_PACKS, state, move) == move
        seen.add(move)
    assert seen == {"shuffle:7d7d9c", "shuffle:7d9c7d", "shuffle:9c7d7d"}
    after = TWO_PACKS.apply(state, Move("shuffle:9c7d7d"))
    assert names(after.hands[0]) == ["9c", "Kh", "Kh"]
    # Of equal cards the one of the first pack comes first.
    assert after.stock == (NAMED["7d"], NAMED["7d"] << SECOND)


def test_an_order_of_a_new_stock_counts_from_the_lowest_bit_up() -> None:
    state = dry("3s", "9c 7d 8h 7d")
    # In bits: 9c, 7d and 8h of the first pack, then the other 7d.
    assert in_order(TWO_PACKS, state, [3, 2, 0, 1]) == "shuffle:7d8h9c7d"
    with pytest.raises(ValueError, match="a permutation of 0 to 3"):
        in_order(TWO_PACKS, state, range(104))


@pytest.mark.parametrize(
    "text",
    [
        "deal:7d7d9c",
        "shuffle:7d9c",
        "shuffle:7d7d9c3s",
        "shuffle:7d7d7d",
        "shuffle:7d9c9c",
        "shuffle:7d7d8c",
        "shuffle:" + spell(each(TWO_PACKS.pack)),
        "deal:" + spell(each(TWO_PACKS.pack)),
    ],
)
def test_only_the_cards_that_are_due_make_a_new_stock(text: str) -> None:
    state = dry("3s", "7d 7d 9c")
    with pytest.raises(IllegalMove) as caught:
        parse(TWO_PACKS, state, text)
    assert caught.value.reason.key == "wrong_deal"


def test_a_deal_of_the_whole_pack_is_no_new_stock_and_none_comes_at_a_wrong_time() -> None:
    game = TWO_PACKS
    pack = spell(each(game.pack))
    with pytest.raises(IllegalMove) as caught:
        parse(game, game.start(), f"shuffle:{pack}")
    assert caught.value.reason.key == "wrong_deal"
    dealt = game.apply(game.start(), Move(f"deal:{pack}"))
    for text in (f"deal:{pack}", f"shuffle:{pack}", "shuffle:7d"):
        with pytest.raises(IllegalMove) as caught:
            parse(game, dealt, text)
        assert caught.value.reason.key == "not_chance"


def test_every_card_is_as_likely_at_every_place() -> None:
    game, rng = Sevens.from_options("preset=short32"), Random(1)
    state = game.start()
    places: Counter[tuple[int, str]] = Counter()
    for _ in range(3200):
        cards = shuffle(game, state, rng).removeprefix("deal:")
        places.update((at, cards[at : at + 2]) for at in range(0, 64, 2))
    # 100 expected of each of 1,024; six standard deviations leave one false alarm in a million.
    assert len(places) == 1024
    assert all(40 < count < 160 for count in places.values())


def test_an_order_becomes_a_deal_from_the_lowest_bit_up() -> None:
    game = Sevens.from_options("preset=short32")
    move = in_order(game, game.start(), range(31, -1, -1))
    # In the order of bits the ace comes first in its suit, also where it ranks high.
    assert move == "deal:KsQsJsTs9s8s7sAsKhQhJhTh9h8h7hAhKdQdJdTd9d8d7dAdKcQcJcTc9c8c7cAc"


@pytest.mark.parametrize("order", [range(31), [0] * 32, range(1, 33)])
def test_an_order_that_is_no_permutation_is_refused(order: range | list[int]) -> None:
    game = Sevens.from_options("preset=short32")
    with pytest.raises(ValueError, match="a permutation of 0 to 31"):
        in_order(game, game.start(), order)


# The verifiable deal


def test_the_published_vector() -> None:
    assert commitment(SERVER, "g1") == (
        "b870b5dfcab2c0153e1f1b78b211a67a834264d5db9ced1a4e18911d8bc90ccd"
    )
    order = deal_order(SERVER, "g1", "my own words", 52, "deal|0")
    assert order[:10] == [51, 27, 26, 46, 11, 39, 40, 41, 32, 19]
    assert sorted(order) == list(range(52))


def test_an_order_of_two_packs_is_a_deal_of_both() -> None:
    order = deal_order(SERVER, "g1", "my own words", 104, "deal|0")
    assert sorted(order) == list(range(104))
    game = PisYedili.from_options("seats=8")
    move = in_order(game, game.start(), order)
    assert parse(game, game.start(), move) == move
    text = move.removeprefix("deal:")
    # 0 to 51 are the first pack from the ace of clubs up, 52 to 103 the second.
    assert [text[at : at + 2] for at in range(0, 208, 2)] == [
        "A23456789TJQK"[n % 13] + "cdhs"[n % 52 // 13] for n in order
    ]


def test_each_label_seed_and_match_has_an_order_of_its_own() -> None:
    orders = {
        tuple(deal_order(server, match, client, 32, label))
        for server in (SERVER, bytes(32))
        for match in ("g1", "g2")
        for client in ("a", "b")
        for label in ("deal|0", "deal|1")
    }
    assert len(orders) == 16


def test_the_order_has_no_modulo_bias_worth_the_name() -> None:
    counts = Counter(
        tuple(deal_order(SERVER, "g1", str(client), 3, "deal|0")) for client in range(3000)
    )
    assert set(counts) == set(permutations(range(3)))
    assert all(400 < count < 600 for count in counts.values())


def test_numbers_that_would_bias_the_order_are_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 2**32 - 1 is one too many for a choice of three; then come 1, which swaps the last two, and 0.
    blocks = [bytes(32), b"\xff" * 4 + b"\x00\x00\x00\x01" + bytes(24)]
    monkeypatch.setattr("games.engine.chance._hmac", lambda *_: blocks.pop(0))
    assert deal_order(SERVER, "g1", "c", 3, "deal|0") == [2, 0, 1]


def test_a_seeded_generator_repeats_and_differs_by_label() -> None:
    first = [seeded(SERVER, "g1", "my own words", "bot|1|7").random() for _ in range(2)]
    assert first[0] == first[1]
    assert seeded(SERVER, "g1", "my own words", "bot|1|8").random() != first[0]


# Guesses


def guess(hands: list[str], rng: Random, excluded: list[str], seat: int | None = 0) -> list[str]:
    state = late_state(LATE, hands, 0)
    bars = [sum(read_cards(bar)) for bar in excluded]
    seen = observe(LATE, state, seat)
    guessed = determinize(LATE, seen, rng, bars)
    assert observe(LATE, guessed, seat) == seen
    assert all(not hand & bar for hand, bar in zip(guessed.hands, bars, strict=False))
    return [spell(each(hand), " ") for hand in guessed.hands]


def test_without_exclusions_every_split_is_equally_likely() -> None:
    rng = Random(1)
    counts = Counter(tuple(guess(["Ac", "Ad", "Ah", "As"], rng, [])) for _ in range(1200))
    assert set(counts) == {("Ac", *rest) for rest in permutations(["Ad", "Ah", "As"])}
    assert all(140 < count < 260 for count in counts.values())


def test_an_excluded_card_goes_elsewhere_and_every_fitting_split_comes_up() -> None:
    rng = Random(1)
    excluded = ["", "Ah", "", ""]
    splits = {tuple(guess(["Ac", "Ad", "Ah", "As"], rng, excluded)) for _ in range(200)}
    assert splits == {("Ac", *rest) for rest in permutations(["Ad", "Ah", "As"]) if rest[0] != "Ah"}


def test_the_only_split_that_fits_is_found() -> None:
    # Seat 1 can hold Ad only, seat 2 not Ah.
    for seed in range(50):
        hands = guess(["Ac", "Ad", "As", "Ah"], Random(seed), ["", "Ah As", "Ah", ""])
        assert hands == ["Ac", "Ad", "As", "Ah"]


def test_a_card_without_a_place_pushes_others_on() -> None:
    # Cards of seats 1 to 3 in a chain: whoever starts wrongly must be moved.
    hands = ["Ac", "Kd Ad", "Kh Ah", "Ks As"]
    excluded = ["", "Ks As", "Kd Ad", "Kh"]
    for seed in range(200):
        guess(hands, Random(seed), excluded)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="No deal fits"):
        guess(["Ac", "Ad", "Ah", "As"], Random(1), ["", "Ad Ah As", "", ""])
    seen = observe(LATE, late_state(LATE, ["Ac", "Ad", "Ah", "As"], 0), 0)
    with pytest.raises(ValueError, match="larger than the cards that are left"):
        determinize(LATE, seen._replace(sizes=(1, 2, 1, 1)), Random(1))


def test_a_spectator_can_guess_all_hands() -> None:
    rng = Random(1)
    splits = {tuple(guess(["Ac", "Ad", "Ah", "As"], rng, [], None)) for _ in range(500)}
    assert len(splits) == 24


def test_the_forced_first_card_is_guessed_where_it_is_known_to_be() -> None:
    game = Sevens()
    state = game.apply(game.start(), shuffle(game, game.start(), Random(1)))
    turn = state.table.turn
    seen = observe(game, state, (turn + 1) % 4)
    for seed in range(20):
        guessed = determinize(game, seen, Random(seed), [NAMED["7c"], 0, 0, 0])
        assert guessed.hands[turn] & NAMED["7d"]


def test_a_guess_gives_the_stock_what_the_hands_do_not_hold() -> None:
    # Of seat 1 everybody knows one card; all others are as likely anywhere.
    game, rng = Rummy500(seats=2), Random(1)
    state = game.apply(game.start(), shuffle(game, game.start(), rng))
    table, hands, stock = state
    known = next(each(hands[1]))
    seen = observe(game, state._replace(table=table._replace(shown=(0, known))), 0)
    in_hand: Counter[int] = Counter()
    for _ in range(1200):
        guessed = determinize(game, seen, rng)
        assert observe(game, guessed, 0) == seen
        assert guessed.hands[0] == hands[0]
        assert guessed.hands[1] & known
        assert len(set(guessed.stock)) == len(stock) == 31
        in_hand.update(each(guessed.hands[1] ^ known))
    # 9 of 40 hidden cards are in the other hand: 270 expected; six standard deviations are 87.
    assert len(in_hand) == 40
    assert all(183 < count < 357 for count in in_hand.values())


def test_the_order_of_a_guessed_stock_is_as_likely_as_any_other() -> None:
    game, rng = Rummy500(seats=2), Random(1)
    seen = observe(game, game.apply(game.start(), shuffle(game, game.start(), rng)), 0)
    first = Counter(determinize(game, seen, rng).stock[0] for _ in range(2050))
    # 41 hidden cards, 50 expected of each; six standard deviations are 42.
    assert len(first) == 41
    assert all(8 < count < 92 for count in first.values())


def test_a_guess_with_two_packs_gives_out_equal_cards_apart() -> None:
    game, rng = TWO_PACKS, Random(1)
    hands = ["7d 7d 2c 3c 4c 5c 6c", "8d 8d 2c 3c 4c 5c 6c"]
    state = game.apply(game.start(), deal_of(*hands, game=game))
    seen = observe(game, state, 0)
    held: Counter[str] = Counter()
    for _ in range(1000):
        guessed = determinize(game, seen, rng)
        assert observe(game, guessed, 0) == seen
        held.update(names(guessed.hands[1]))
    # Both sevens of diamonds are seen. The two eights are guessed like any other two cards:
    # 97 hidden cards, 7 in the hand, so 1000 * 2 * 7 / 97 = 144 expected, 72 of a single one.
    assert "7d" not in held
    assert 90 < held["8d"] < 200
    assert 30 < held["2c"] < 115


def test_an_excluded_card_may_always_be_in_the_stock() -> None:
    game, rng = TWO_PACKS, Random(1)
    state = game.apply(game.start(), shuffle(game, game.start(), rng))
    seen = observe(game, state, 0)
    clubs = sum(card for card in each(game.pack) if NAME[card][1] == "c")
    for _ in range(50):
        guessed = determinize(game, seen, rng, [0, clubs])
        assert observe(game, guessed, 0) == seen
        assert not guessed.hands[1] & clubs


def test_a_guess_while_a_new_stock_is_made_knows_which_cards_are_due() -> None:
    state = dry("3s", "7d 7d 9c")
    for seat in (0, 1, None):
        guessed = determinize(TWO_PACKS, observe(TWO_PACKS, state, seat), Random(1))
        assert guessed.stock == ()
        assert TWO_PACKS.to_shuffle(guessed) == TWO_PACKS.to_shuffle(state)


def fits(cards: list[int], room: list[int], excluded: list[int]) -> bool:
    """Whether the cards can be given out at all, by trying everything."""
    if not cards:
        return True
    for place, bar in enumerate(excluded):
        if room[place] and not bar & cards[0]:
            room[place] -= 1
            found = fits(cards[1:], room, excluded)
            room[place] += 1
            if found:
                return True
    return False


@given(st.data(), st.randoms(use_true_random=False))
def test_a_guess_succeeds_exactly_if_some_deal_fits(data: st.DataObject, rng: Random) -> None:
    cards = read_cards("Kd Ad Kh Ah Ks As")
    first, second = sorted(data.draw(st.tuples(st.integers(0, 6), st.integers(0, 6))))
    sizes = (1, first, second - first, 6 - second)
    bar = st.sets(st.sampled_from(cards)).map(sum)
    excluded = [0, *data.draw(st.tuples(bar, bar, bar))]
    layout = spell(each(LATE.pack & ~sum(cards) & ~NAMED["Ac"]), " ")
    table = LATE.place(NAMED["Ac"], {"layout": layout})
    seen: Observation[SevensTable] = Observation(table, 0, NAMED["Ac"], sizes, (Move("Ac"),))
    if fits(cards, list(sizes), [sum(cards), *excluded[1:]]):
        guessed = determinize(LATE, seen, rng, excluded)
        assert observe(LATE, guessed, 0) == seen
        assert all(not hand & bar for hand, bar in zip(guessed.hands, excluded, strict=True))
    else:
        with pytest.raises(ValueError, match="No deal fits"):
            determinize(LATE, seen, rng, excluded)


def test_guesses_fit_what_the_passes_of_a_whole_match_betray() -> None:
    rng = Random(9)
    for options in ("", "seats=8", "preset=international target=1 seats=3"):
        game = Sevens.from_options(options)
        state, excluded = game.start(), [0] * game.seats
        for ply in random_match(game, rng):
            turn = state.table.turn
            if ply == "--":
                excluded[turn] |= state.table.takes
            state = game.apply(state, ply)
            for seat in range(game.seats):
                seen = observe(game, state, seat)
                bars = [0 if s == seat else bar for s, bar in enumerate(excluded)]
                guessed = determinize(game, seen, rng, bars)
                assert observe(game, guessed, seat) == seen
                assert all(not h & b for h, b in zip(guessed.hands, bars, strict=True))
