"""Cards in words and in pictures, for templates: {{ "7d"|card_name }} and {{ "7d"|card }}.

A table shows some fifty cards at each move, so each piece of it is rendered from its component
once a language and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games import words

if TYPE_CHECKING:
    from games.faces.face import HandCard
    from games.faces.rummy500 import PileCard
    from games.faces.sevens import Slot

register = template.Library()
register.filter("card_name", words.card_name)


@register.filter
def card(card: str) -> SafeString:
    """The drawn card, as large as its container is wide."""
    return _drawn("card", get_language(), card=card)


@register.filter
def row(slots: Iterable[Slot]) -> SafeString:
    """The places of a row of Sevens, side by side."""
    language = get_language()
    pieces = [_drawn("slot", language, card=slot.card, state=slot.state) for slot in slots]
    return mark_safe("".join(pieces))  # noqa: S308


@register.filter
def hand(cards: Iterable[HandCard]) -> SafeString:
    """The buttons that play the cards of a hand."""
    language = get_language()
    return mark_safe("".join([_in_hand(held, language) for held in cards]))  # noqa: S308


def _in_hand(held: HandCard, language: str | None) -> SafeString:
    """A card of the hand: one move is its button, among several the reader chooses."""
    card, choices, place, new, ask = held
    what = {"card": card, "place": place or card, "new": new}
    if len(choices) > 1:
        return _drawn("hand_choice", language, choices=choices, ask=ask, **what)
    value, state = (choices[0].move, "legal") if choices else (card, "resting")
    return _drawn("hand_card", language, value=value, state=state, **what)


@register.filter
def pile_card(lying: PileCard) -> SafeString:
    """A card of the pile that tells what taking it would bring."""
    return _drawn("pile_card", get_language(), **lying._asdict())


@register.filter
def held(count: int) -> SafeString:
    """How many cards a player holds, as the number on the back of a card."""
    return _drawn("held", get_language(), count=count)


@lru_cache(maxsize=8192)
def _drawn(component: str, language: str | None, **context: object) -> SafeString:
    """The component in the language, which is the one that is active."""
    return get_template(f"components/{component}.html").render(context)
