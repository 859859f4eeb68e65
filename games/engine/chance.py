"""What chance does: shuffle, the deal a player can verify, and guesses at hidden cards.

No function here has a generator of its own: chance is an argument, so everything can be repeated.
"""

import hashlib
import hmac
from collections.abc import Sequence
from random import Random

from .cards import Card, Cards, each, spell
from .game import Game, Move, Observation, State, T, order_word


def shuffle(game: Game[T], state: State[T], rng: Random) -> Move:
    """The chance ply that puts the cards in a random order; chance must be to move.

    Every order is equally likely, as far as the generator is good.
    """
    due = game.to_shuffle(state)
    return Move(order_word(game, due) + spell(_mixed(due, rng)))


def _mixed(cards: Cards, rng: Random) -> list[Card]:
    """The cards in a random order."""
    # Sorting by random keys is three times as fast as Random.shuffle, and 53-bit keys do not tie.
    return sorted(each(cards), key=lambda card: rng.random())


def in_order(game: Game[T], state: State[T], order: Sequence[int]) -> Move:
    """The chance ply that gives the cards out in this order, as ``deal_order`` returns one.

    0 is the first card in the order of bits (suits c d h s, ace lowest). The order must be a
    permutation of as many numbers as chance has cards to put in order, else ValueError.
    """
    due = game.to_shuffle(state)
    cards = list(each(due))
    if sorted(order) != list(range(len(cards))):
        raise ValueError(f"The order must be a permutation of 0 to {len(cards) - 1}.")
    return Move(order_word(game, due) + spell([cards[i] for i in order]))


def _hmac(key: bytes, *words: str) -> bytes:
    return hmac.new(key, "|".join(words).encode(), hashlib.sha256).digest()


def commitment(server: bytes, match: str) -> str:
    """What is published before the deal: a hash, in hex, that fixes the server's seed."""
    return hashlib.sha256(f"deal-v1|{match}|{server.hex()}".encode()).hexdigest()


def deal_order(server: bytes, match: str, client: str, n: int, label: str) -> list[int]:
    """The numbers 0 to n-1 in the order that both seeds together fix for this label.

    ``server`` is the secret seed of the match, ``client`` the player's. The labels: ``deal|k``
    for deal k and ``reshuffle|k|r`` for new stock r in it, all counted from 0. Each order is
    equally likely over the seeds (rejection, so no modulo bias). Neither ``match`` nor ``client``
    may contain ``|``, else two matches could share their deals; the caller sees to that.
    """
    seed = _hmac(server, "deal-v1", match, client)
    order, buffer, block = list(range(n)), b"", 0
    for i in range(n - 1, 0, -1):
        while True:
            if not buffer:
                buffer, block = _hmac(seed, label, str(block)), block + 1
            number, buffer = int.from_bytes(buffer[:4], "big"), buffer[4:]
            if number < 2**32 - 2**32 % (i + 1):
                break
        j = number % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def seeded(server: bytes, match: str, client: str, label: str) -> Random:
    """A generator that both seeds fix for this label, such as ``bot|seat|ply`` for a bot's move.

    ``random.Random`` of the first block of 32 bytes of the label, read as a big-endian number.
    """
    seed = _hmac(server, "deal-v1", match, client)
    # Repeatable on purpose; what must stay secret is the server's seed.
    return Random(int.from_bytes(_hmac(seed, label, "0"), "big"))  # noqa: S311


def determinize(
    game: Game[T], seen: Observation[T], rng: Random, excluded: Sequence[Cards] = ()
) -> State[T]:
    """A state that fits the observation: the cards the seat cannot see, given out at random.

    ``excluded`` holds for each seat the cards that it cannot have, as passes betray them; without
    it only what lies open counts. Succeeds whenever any state fits, else raises ValueError.

    The distribution: without ``excluded`` all states that fit are equally likely. With it every
    state that fits can come up, but not equally often. The cards that some seat cannot have are
    given out first, those that fewest hands may hold before the others, each to a hand chosen in
    proportion to its free places; a card that finds no place pushes others on. That favours
    states a little in which such cards lie in hands with few exclusions. All other cards follow
    at random.
    """
    table = seen.table
    hands = [seen.hand if seat == seen.seat else shown for seat, shown in enumerate(table.shown)]
    unseen = _mixed(game.pack & ~(table.face_up | sum(hands)), rng)
    room = [size - hand.bit_count() for size, hand in zip(seen.sizes, hands, strict=True)]
    if len(unseen) < sum(room):
        raise ValueError("The hands are larger than the cards that are left.")
    # The stock is one more place, which may hold anything.
    room.append(len(unseen) - sum(room))
    barred = 0
    for bar in excluded:
        barred |= bar
    given = _fit([card for card in unseen if card & barred], room, [*excluded, 0], rng)
    free = [card for card in unseen if not card & barred]
    at = 0
    for seat, places in enumerate(room[:-1]):
        hands[seat] |= given[seat] | sum(free[at : at + places])
        at += places
    stock = given[-1] | sum(free[at:])
    return State(table, tuple(hands), tuple([card for card in unseen if card & stock]))


def _fit(
    cards: Sequence[Card], room: list[int], excluded: Sequence[Cards], rng: Random
) -> list[Cards]:
    """The cards by place, so that no place holds one of its excluded cards or more than its room.

    What is left of ``room`` is for others. Raises ValueError if there is no way.
    """
    given = [0] * len(room)
    for card in sorted(cards, key=lambda card: sum([not bar & card for bar in excluded])):
        free = [p for p, places in enumerate(room) if places and not excluded[p] & card]
        if free:
            place = rng.choices(free, [room[p] for p in free])[0]
            given[place] |= card
        else:
            place = _push(card, given, room, excluded)
        room[place] -= 1
    return given


def _push(card: Card, given: list[Cards], room: Sequence[int], excluded: Sequence[Cards]) -> int:
    """Put the card into a full place, moving on one card of each place along the way.

    Returns the place that took one more: the end of an augmenting path, searched breadth first,
    so that a way is found whenever there is one.
    """
    came: dict[int, tuple[int, Card]] = {
        p: (-1, card) for p, bar in enumerate(excluded) if not bar & card
    }
    queue = list(came)
    for place in queue:
        if room[place]:
            end = place
            while place >= 0:
                before, moved = came[place]
                given[place] |= moved
                if before >= 0:
                    given[before] ^= moved
                place = before
            return end
        for moved in each(given[place]):
            for p, bar in enumerate(excluded):
                if p not in came and not bar & moved:
                    came[p] = (place, moved)
                    queue.append(p)
    raise ValueError("No deal fits what is excluded.")
