"""The engine speaks keys and notation; this puts them into the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.cards import NAME, RANKS, SUITS, Card

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


SYMBOL = dict(zip(SUITS, "♣♦♥♠", strict=True))


class Answer(NamedTuple):
    """Why a move counts or does not, and the heading of the rules page that says more ("" for
    none)."""

    sentence: str
    anchor: str = ""


# By the key of the engine's Reason, those of every game. %(cards)s are the cards it speaks of.
REASONS: dict[str, tuple[Promise, str]] = {
    "not_in_hand": (_("You do not hold this card."), ""),
    "not_your_turn": (_("It is not your turn."), ""),
    "match_over": (_("The match is over."), ""),
    "no_hints": (_("There are no hints in ranked matches."), ""),
    "not_chance": (_("That is no move of a player."), ""),
    "stale": (_("The table has moved on since you chose. Look again."), ""),
    "unreadable": (_("That is no move of this game."), ""),
}


# By the class of reason for a move that a bot advises, those of every game.
WHYS = MappingProxyType({"only": _("There is no other move.")})


def card_name(card: str) -> str:
    """A card such as `7d` in words, such as "seven of diamonds"."""
    return _card_name(card, get_language())


@lru_cache(maxsize=1000)
def _card_name(card: str, language: str | None) -> str:
    """In the language, which is the one that is active: a page names some fifty cards."""
    words = {"rank": RANK[card[0]], "suit": SUIT_OF_CARD[card[1]]}
    return pgettext("card", "%(rank)s of %(suit)s") % words


def short_name(card: str) -> str:
    """A card as it is written in a line: 7♥, and 10♥ for a ten."""
    return f"{'10' if card[0] == 'T' else card[0]}{SYMBOL[card[1]]}"


def number(value: int) -> str:
    """A number as it is written, with a true minus."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def within(value: int, doubt: int) -> str:
    """1620 ± 90, on one line."""
    return f"{number(value)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{doubt}"


def percent(share: float, places: int = 1) -> str:
    """A share as the reader's language writes percents."""
    # number_format cuts where it should round.
    return gettext("%(n)s%%") % {"n": number_format(round(100 * share, places), places)}


def score(value: float) -> str:
    """A mean of scores, with one place."""
    return number_format(round(value, 1), 1).replace("-", "\N{MINUS SIGN}")


def any_of(cards: Iterable[Card]) -> str:
    """Cards to choose from: "six of diamonds, nine of diamonds or seven of hearts"."""
    *most, last = [card_name(NAME[card]) for card in cards]
    if not most:
        return last
    return gettext("%(cards)s or %(card)s") % {"cards": ", ".join(most), "card": last}


def grouped(number: int) -> str:
    """With what the language puts between thousands."""
    return str(number_format(number, force_grouping=True))
