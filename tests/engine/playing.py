"""Deals and states written by hand, and matches played at random, for the tests beside it."""

from random import Random

from games.engine.cards import each, read_cards, spell
from games.engine.chance import shuffle
from games.engine.game import DEAL, NOBODY, Move, State
from games.engine.sevens import Sevens, SevensTable

OPTIONS = [
    *(f"preset={name} seats={n}" for name in ("quick", "short32") for n in range(2, 9)),
    *(f"preset=international target=30 seats={n}" for n in range(2, 9)),
    *(f"preset=chips rounds=2 seats={n}" for n in range(2, 9)),
    "ace=high start=holder_7H scoring=pips rounds=3",
    "start=left_any_seven scoring=pips seats=3 rounds=2",
    "preset=chips ace=low start=holder_7D rounds=1 fine_forced=1 fine_pass=3 ante=0",
    "deck=32 preset=chips start=holder_7H fine_seven=2 rounds=2 seats=3",
    "deck=36 ace=high center_rank=9 seats=3",
    "deck=36 ace=high center_rank=9 preset=chips rounds=1",
    "deck=36 center_rank=9 preset=international start=holder_7H target=10 seats=5",
]


def deal_of(*hands: str) -> Move:
    """The first deal of a match that gives each seat this hand; the first may be longer by one."""
    cards = [read_cards(hand) for hand in hands]
    return Move(
        DEAL
        + "".join(
            spell([hand[at]]) for at in range(len(cards[0])) for hand in cards if at < len(hand)
        )
    )


def late_state(game: Sevens, hands: list[str], turn: int, **table: object) -> State[SevensTable]:
    """A state in which all cards but these lie on the table; ``table`` sets fields of it."""
    held = tuple(sum(read_cards(hand)) for hand in hands)
    layout = spell(each(game.pack & ~sum(held)), " ")
    placed = game.place(held[turn], {"layout": layout})
    return State(placed._replace(turn=turn, deal=1, **table), held, ())  # type: ignore[arg-type]


def random_match(game: Sevens, rng: Random) -> list[Move]:
    """The plies of a match in which every seat plays any legal move."""
    state, plies = game.start(), []
    while state.table.turn != NOBODY:
        turn = state.table.turn
        if turn >= 0:
            move = rng.choice(game.legal_moves(state.table, state.hands[turn]))
        else:
            move = shuffle(game, state, rng)
        plies.append(move)
        state = game.apply(state, move)
    return plies
