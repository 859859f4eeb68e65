"""Cards in words and in pictures, for templates: {{ "7d"|card_name }} and {{ "7d"|card }}.

A card is two characters, rank (A23456789TJQK) and suit (cdhs), as in the engine. A table shows some
fifty cards at each move, so each drawn piece is rendered from its component once a language.
"""

from functools import lru_cache

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext, pgettext_lazy

register = template.Library()

RANKS = {
    "A": pgettext_lazy("rank", "ace"),
    "2": pgettext_lazy("rank", "two"),
    "3": pgettext_lazy("rank", "three"),
    "4": pgettext_lazy("rank", "four"),
    "5": pgettext_lazy("rank", "five"),
    "6": pgettext_lazy("rank", "six"),
    "7": pgettext_lazy("rank", "seven"),
    "8": pgettext_lazy("rank", "eight"),
    "9": pgettext_lazy("rank", "nine"),
    "T": pgettext_lazy("rank", "ten"),
    "J": pgettext_lazy("rank", "jack"),
    "Q": pgettext_lazy("rank", "queen"),
    "K": pgettext_lazy("rank", "king"),
}
SUITS = {
    "c": pgettext_lazy("suit of a card", "clubs"),
    "d": pgettext_lazy("suit of a card", "diamonds"),
    "h": pgettext_lazy("suit of a card", "hearts"),
    "s": pgettext_lazy("suit of a card", "spades"),
}


@register.filter
def card_name(card: str) -> str:
    """The card in the page's language: "seven of diamonds", "Karo yedi"."""
    rank, suit = card
    # Translators: a card's spoken name; put rank and suit in your language's order.
    pattern = pgettext("card", "%(rank)s of %(suit)s")
    return pattern % {"rank": RANKS[rank], "suit": SUITS[suit]}


@register.filter
def card(card: str) -> SafeString:
    """The drawn card, as large as its container is wide."""
    return _drawn("card", card, "", get_language())


@register.filter
def slot(card: str, state: str) -> SafeString:
    """The card's place in a row: it is "down", fits "next", or "fits" and is in my hand."""
    return _drawn("slot", card, state, get_language())


@register.filter
def hand_card(card: str, state: str) -> SafeString:
    """The button that plays a card of the hand: "legal" or "resting"."""
    return _drawn("hand_card", card, state, get_language())


@lru_cache(maxsize=4096)
def _drawn(component: str, card: str, state: str, language: str | None) -> SafeString:
    return get_template(f"components/{component}.html").render({"card": card, "state": state})
