"""What passes rule out, worked out by hand, and hands drawn from what is left."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from random import Random

import pytest

from games.bots.sevens_inference import Beliefs, excluded
from games.engine.cards import NAMED, Cards, each, spell
from games.engine.game import DEAL, Observation, observe
from games.engine.record import Record, replay
from games.engine.sevens import Sevens, SevensTable
from tests.bots.matches import SEVENS, match

# Four seats, a pack of 32: seat 0 has all sevens and eights, seat 1 nines and tens, seat 2 jacks
# and queens, seat 3 kings and aces. Seat 0 gets the first card.
HANDS = [
    "7c 7d 7h 7s 8c 8d 8h 8s",
    "9c 9d 9h 9s Tc Td Th Ts",
    "Jc Jd Jh Js Qc Qd Qh Qs",
    "Kc Kd Kh Ks Ac Ad Ah As",
]


def dealt(hands: Sequence[str]) -> str:
    """The deal that gives these hands, from seat 0 on."""
    return DEAL + "".join(chain.from_iterable(zip(*map(str.split, hands), strict=True)))


ROUND = dealt(HANDS)


def cards(text: str) -> Cards:
    return sum(NAMED[name] for name in text.split())


def ruled_out(moves: str, seat: int, options: str = "preset=short32") -> list[str]:
    """What the seat can rule out for each seat after these moves of the deal above."""
    game = Sevens.from_options(options)
    plies = (ROUND, *moves.split())
    seen = observe(game, replay(game, plies), seat)
    heard = Record(game, plies).seen_by(seat)
    return [spell(each(bar), " ") for bar in excluded(game, seen, heard)]


def test_a_pass_rules_out_every_card_that_fitted_then() -> None:
    assert ruled_out("7c -- --", 3) == ["", "8c 7d 7h 7s", "8c 7d 7h 7s", ""]


def test_what_lies_by_now_is_no_longer_ruled_out_but_no_longer_hidden() -> None:
    assert ruled_out("7c -- -- -- 8c 9c --", 3) == ["", "7d 7h 7s", "Tc 7d 7h 7s", ""]


def test_cards_of_the_own_hand_are_not_ruled_out_for_others() -> None:
    assert ruled_out("7c -- -- --", 0) == ["", "", "", ""]
    assert ruled_out("7c -- -- -- 8c", 1) == ["", "", "7d 7h 7s", "7d 7h 7s"]


def test_a_spectator_rules_out_what_every_pass_shows() -> None:
    game = Sevens.from_options("preset=short32")
    plies = (ROUND, "7c", "--")
    seen = observe(game, replay(game, plies), None)
    bars = excluded(game, seen, Record(game, plies).seen_by(None))
    assert bars == (0, cards("8c 7d 7h 7s"), 0, 0)


def test_before_the_first_seven_a_pass_rules_out_all_sevens() -> None:
    game = Sevens.from_options("preset=short32 seats=4")
    moved = DEAL + ROUND.removeprefix(DEAL)[2:] + ROUND.removeprefix(DEAL)[:2]
    plies = (moved, "--", "--", "--")
    seen = observe(game, replay(game, plies), 3)
    assert excluded(game, seen, plies)[:3] == (0, 0, 0)
    plies = plies[:2]
    seen = observe(game, replay(game, plies), 1)
    assert excluded(game, seen, plies)[0] == cards("7c 7d 7h 7s")


def test_where_one_may_pass_at_will_a_pass_rules_out_nothing() -> None:
    assert ruled_out("7c -- --", 3, "preset=chips deck=32") == ["", "", "", ""]


def test_passes_of_an_earlier_deal_rule_out_nothing() -> None:
    game = Sevens.from_options("preset=short32")
    seen = observe(game, replay(game, (ROUND, "7c", "--", "--")), 3)
    earlier = (ROUND, "7c", "--", "--", "--", ROUND, "7c", "--", "--")
    assert excluded(game, seen, earlier) == excluded(game, seen, earlier[-4:])


def test_plies_without_a_deal_rule_out_nothing() -> None:
    game = Sevens.from_options("preset=short32")
    seen = observe(game, replay(game, (ROUND, "7c", "--")), 2)
    assert excluded(game, seen, ()) == (0, 0, 0, 0)


@pytest.mark.parametrize("options", SEVENS)
def test_nothing_is_ruled_out_that_a_seat_holds(options: str) -> None:
    game = Sevens.from_options(options)
    for spot in match(game, ["easy", "normal"] * 4, Random(5)):
        bars = excluded(game, spot.seen, spot.heard(game))
        assert not any(bar & hand for bar, hand in zip(bars, spot.state.hands, strict=True))


@pytest.mark.parametrize("options", SEVENS)
def test_every_imagined_deal_fits_what_is_seen_and_ruled_out(options: str) -> None:
    game, rng = Sevens.from_options(options), Random(6)
    for spot in islice(match(game, ["easy", "normal"] * 4, Random(6)), 2, 60, 5):
        seen, bars = spot.seen, excluded(game, spot.seen, spot.heard(game))
        beliefs = Beliefs(game, seen, spot.heard(game), rng)
        for _ in range(5):
            beliefs.draw()
            state = spot.state._replace(hands=tuple(beliefs.hands))
            assert observe(game, state, seen.seat) == seen
            assert sum(beliefs.hands) | seen.table.face_up == game.pack
            assert not any(map(int.__and__, bars, beliefs.hands))


def beliefs_after(
    moves: str, seat: int, draws: int, deal: str = ROUND
) -> tuple[list[list[Cards]], float]:
    """Many imagined deals after these moves, and how often seat 0 is taken to play blindly."""
    game = Sevens.from_options("preset=short32")
    plies = (deal, *moves.split())
    seen: Observation[SevensTable] = observe(game, replay(game, plies), seat)
    beliefs, found, blind = Beliefs(game, seen, plies, Random(3)), [], 0
    for _ in range(draws):
        beliefs.draw()
        found.append(beliefs.hands[:])
        glad = beliefs.gladness()
        blind += any(0 < glad[card] < 1 for card in each(beliefs.hands[0]))
    return found, blind / draws


def test_before_anything_was_chosen_all_deals_are_equally_likely() -> None:
    game = Sevens.from_options("preset=short32")
    seen = observe(game, replay(game, (ROUND,)), 0)
    beliefs, counts = Beliefs(game, seen, (ROUND,), Random(2)), Counter[int]()
    for _ in range(3000):
        beliefs.draw()
        counts.update(card for card in each(beliefs.hands[1]))
    assert counts == {card: pytest.approx(1000, abs=200) for card in counts}
    assert len(counts) == 24


def test_who_prefers_a_suit_to_the_sevens_he_holds_likely_holds_more_of_it() -> None:
    # Nobody else holds a seven, so seat 0 held back three of them for the eight of clubs.
    hands, _ = beliefs_after("7c -- -- -- 8c", 1, 600)
    clubs, diamonds = (sum(bool(deal[0] & cards(card)) for deal in hands) for card in ("Kc", "Kd"))
    assert clubs > 1.5 * diamonds


def test_it_is_hardly_believed_what_would_have_made_a_slip_of_what_was_played() -> None:
    # All others passed, so seat 0 held the sevens of hearts and spades too: with an eight of those
    # and no diamonds it would have opened that suit first, unless it plays blindly. By chance the
    # two cards left beside an eight would be no diamonds in 36 of 91 deals.
    hands, _ = beliefs_after("7c -- -- -- 7d", 1, 600)
    diamonds = cards("8d Jd Qd Kd Ad")
    eights = [deal[0] & diamonds for deal in hands if deal[0] & cards("8h 8s")]
    assert len(eights) > 60
    assert sum(not held for held in eights) < 0.25 * len(eights)


def test_who_helps_others_rather_than_himself_is_taken_to_play_blindly() -> None:
    # Seat 1 has all clubs that wait behind the eight, so habit does not explain that card.
    deal = dealt(
        [
            HANDS[0],
            "9c Tc Jc Qc Kc Ac 9d Td",
            "9h 9s Th Ts Jd Jh Js Qd",
            "Kd Kh Ks Ad Ah As Qh Qs",
        ]
    )
    eight, seven = (beliefs_after(f"7c -- -- -- {card}", 1, 600, deal)[1] for card in ("8c", "7d"))
    assert eight > seven + 0.2
