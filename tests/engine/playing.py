"""Deals and states written by hand, and matches played at random, for the tests beside it."""

from collections.abc import Iterable
from random import Random
from typing import Any

from games.engine import GAMES
from games.engine.cards import NAME, each, pick, read_cards, spell
from games.engine.chance import shuffle
from games.engine.game import CHANCE, DEAL, NOBODY, Game, Move, State
from games.engine.sevens import Sevens, SevensTable

# A broad sample by game: each value of each option, every number of seats, and what meets seldom.
OPTIONS: dict[str, list[str]] = {
    "sevens": [
        *(f"preset={name} seats={n}" for name in ("quick", "short32") for n in range(2, 9)),
        *(f"preset=international target=15 seats={n}" for n in range(2, 9)),
        *(f"preset=chips rounds=2 seats={n}" for n in range(2, 9)),
        "ace=high start=holder_7H scoring=pips rounds=3",
        "start=left_any_seven scoring=pips seats=3 rounds=2",
        "preset=chips ace=low start=holder_7D rounds=1 fine_forced=1 fine_pass=3 ante=0",
        "deck=32 preset=chips start=holder_7H fine_seven=2 rounds=2 seats=3",
        "deck=36 ace=high center_rank=9 seats=3",
        "deck=36 ace=high center_rank=9 preset=chips rounds=1",
        "deck=36 center_rank=9 preset=international start=holder_7H target=10 seats=5",
    ],
    "rummy-500": [
        *(f"preset=standard target=100 seats={n}" for n in range(2, 5)),
        *(f"top_card=keep_no_discard target=60 max_rounds=2 seats={n}" for n in range(2, 5)),
        *(f"go_out=must_discard floating=true target=100 seats={n}" for n in range(2, 5)),
        *(f"stock_out=discard_only max_rounds=2 seats={n}" for n in range(2, 5)),
        "seats=2 deal_2p=13 target=150",
        "dig_use=meld_only target=80",
        "seats=3 dig_support=hand_only ace_low_value=1 target=100",
        "seats=2 dig_use=meld_only dig_support=hand_only deal_2p=13 ace_low_value=5 target=100",
        "seats=3 pips=fives go_out=must_discard target=60",
        "seats=2 stock_out=discard_only top_card=keep_no_discard ace_low_value=1 max_rounds=2",
        "seats=2 stock_out=discard_only go_out=must_discard dig_support=hand_only max_rounds=2",
        "seats=3 stock_out=discard_only floating=true go_out=must_discard dig_use=meld_only "
        "top_card=keep_no_discard dig_support=hand_only pips=fives ace_low_value=5 max_rounds=2",
        "target=1",
        "seats=2 max_rounds=1",
    ],
    "pis-yedili": [
        *(f"preset={name} rounds=1 seats={n}" for name in ("app", "turkish") for n in range(2, 9)),
        "rounds=3 jack_suit=different mult_seven=1 mult_jack=4",
        "per_seven=2 after_penalty=may_play seats=3",
        "seats=6 after_penalty=may_play stock_out=recycle draw_limit=3 rounds=1",
        "ace=must_again seats=3",
        "ace=must_again voluntary_draw=false draw_limit=1 decks=1 seats=5 rounds=2",
        "voluntary_draw=false stock_out_score=difference rounds=2",
        "opening=first_lap_clubs draw_limit=3 stock_out_score=all_own",
        "seats=2 two_player_ten=skip",
        "seats=2 two_player_ten=skip decks=2 stock_out=recycle rounds=1",
        "stock_out_trigger=on_empty rounds=2",
        "opening=first_lap_clubs stock_out_trigger=on_empty decks=2 rounds=2",
        "seats=7 decks=1 rounds=3",
        "seats=7 decks=1 stock_out=recycle opening=first_lap_clubs after_penalty=may_play rounds=1",
        "seats=3 stock_out=recycle ace=must_again jack_suit=different voluntary_draw=false "
        "rounds=1",
    ],
}
# The same with the key of the game, as the tests are given them.
EVERY = [(key, options) for key, sample in OPTIONS.items() for options in sample]


def deal_of(*hands: str, then: str = "", game: Game[Any] | None = None) -> Move:
    """The first deal of a match that gives each seat this hand; of those the first may be longer.

    ``then`` comes after the hands, and if a game is given the rest of its pack in order of bits.
    """
    dealt = [read_cards(hand) for hand in hands]
    order = [hand[at] for at in range(len(dealt[0])) for hand in dealt if at < len(hand)]
    order += read_cards(then)
    if game:
        order += each(game.pack & ~sum(pick(spell(order), game.pack)))
    return Move(DEAL + spell(order))


def late_state(game: Sevens, hands: list[str], turn: int, **table: object) -> State[SevensTable]:
    """A state of Sevens with all cards but these on the table; ``table`` sets fields of it."""
    held = tuple(sum(read_cards(hand)) for hand in hands)
    layout = spell(each(game.pack & ~sum(held)), " ")
    placed = game.place(held[turn], {"layout": layout})
    return State(placed._replace(turn=turn, deal=1, **table), held, ())  # type: ignore[arg-type]


def names(cards: Iterable[int] | int) -> list[str]:
    """The names of the cards of a set or a list."""
    return [NAME[card] for card in (each(cards) if isinstance(cards, int) else cards)]


def random_match(game: Game[Any], rng: Random) -> list[Move]:
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


def random_states(key: str, options: str, seed: int = 1) -> tuple[Game[Any], list[State[Any]]]:
    """The game, and the states of a random match from the first deal to the end."""
    game = GAMES[key].from_options(options)
    state = game.start()
    states = [state]
    for ply in random_match(game, Random(seed)):
        state = game.apply(state, ply)
        states.append(state)
    return game, states


def counted(game: Game[Any], state: State[Any]) -> bool:
    """Whether a deal is over here and not yet another one dealt; not so before the first."""
    table = state.table
    deal_due = table.turn == NOBODY or (
        table.turn == CHANCE and game.to_shuffle(state) == game.pack
    )
    return deal_due and any(state.hands)
