"""The engine speaks keys and notation; this puts them into the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.cards import NAME, RANKS, SUITS, Card
from games.engine.game import PASS, Reason

GAMES: dict[str, Promise] = {"sevens": pgettext_lazy("game", "Sevens")}
# What the bots are called, by their place at the table: names from where the site is read.
BOTS = ("Aisyah", "Taras", "Defne", "Hafiz", "Oksana", "Emre", "Nurul")

RANK = dict(
    zip(
        RANKS,
        (
            pgettext_lazy("rank", "ace"),
            pgettext_lazy("rank", "two"),
            pgettext_lazy("rank", "three"),
            pgettext_lazy("rank", "four"),
            pgettext_lazy("rank", "five"),
            pgettext_lazy("rank", "six"),
            pgettext_lazy("rank", "seven"),
            pgettext_lazy("rank", "eight"),
            pgettext_lazy("rank", "nine"),
            pgettext_lazy("rank", "ten"),
            pgettext_lazy("rank", "jack"),
            pgettext_lazy("rank", "queen"),
            pgettext_lazy("rank", "king"),
        ),
        strict=True,
    )
)
SUIT = dict(
    zip(
        SUITS,
        (
            pgettext_lazy("suit", "clubs"),
            pgettext_lazy("suit", "diamonds"),
            pgettext_lazy("suit", "hearts"),
            pgettext_lazy("suit", "spades"),
        ),
        strict=True,
    )
)
# The suit inside the name of a card: another case than alone in some languages.
SUIT_OF_CARD = dict(
    zip(
        SUITS,
        (
            pgettext_lazy("suit of a card", "clubs"),
            pgettext_lazy("suit of a card", "diamonds"),
            pgettext_lazy("suit of a card", "hearts"),
            pgettext_lazy("suit of a card", "spades"),
        ),
        strict=True,
    )
)


class Refusal(NamedTuple):
    """Why a move did not count, and the heading of the rules page that says more ("" for none)."""

    sentence: str
    anchor: str = ""


# By the key of the engine's Reason. %(cards)s are the cards it speaks of.
REASONS: dict[str, tuple[Promise, str]] = {
    "first_card": (_("The first card must be %(cards)s."), "start"),
    "row_closed": (_("This row is still closed: it opens with %(cards)s."), "turn"),
    "not_next": (_("It does not fit yet: this row takes %(cards)s next."), "turn"),
    "already_down": (_("This card is on the table already."), "turn"),
    "not_in_hand": (_("You do not hold this card."), ""),
    "must_play": (_("You can play %(cards)s, so you may not pass."), "pass"),
    "all_passed": (_("Everybody else has passed, so you must play."), "pass"),
    "not_your_turn": (_("It is not your turn."), ""),
    "match_over": (_("The match is over."), ""),
    "not_chance": (_("That is no move of a player."), ""),
}


def card_name(card: str) -> str:
    """A card such as `7d` in words, such as "seven of diamonds"."""
    return _card_name(card, get_language())


@lru_cache(maxsize=1000)
def _card_name(card: str, language: str | None) -> str:
    """In the language, which is the one that is active: a page names some fifty cards."""
    words = {"rank": RANK[card[0]], "suit": SUIT_OF_CARD[card[1]]}
    return pgettext("card", "%(rank)s of %(suit)s") % words


def any_of(cards: Iterable[Card]) -> str:
    """Cards to choose from: "six of diamonds, nine of diamonds or seven of hearts"."""
    *most, last = [card_name(NAME[card]) for card in cards]
    if not most:
        return last
    return gettext("%(cards)s or %(card)s") % {"cards": ", ".join(most), "card": last}


def move_name(move: str) -> str:
    """A move as the log tells it."""
    return pgettext("move", "pass") if move == PASS else card_name(move)


def refusal(reason: Reason) -> Refusal:
    sentence, anchor = REASONS[reason.key]
    return Refusal(str(sentence) % {"cards": any_of(reason.cards) if reason.cards else ""}, anchor)


STALE = _("The table has moved on since you chose. Look again.")
UNREADABLE = _("That is no move of this game.")
