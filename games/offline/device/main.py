"""The door between the worker's script and the pages: texts in, texts out, so that nothing of
Python's has to be kept alive on the other side."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.conf import settings
from django.template import Library
from django.utils import translation

if TYPE_CHECKING:
    from games.offline.device.pages import Pages

HOME = "/home/tujuh"
register = Library()
_static: dict[str, str] = {}
_pages: Pages


@register.simple_tag
def static(path: str) -> str:
    """The address of a static file, which the page knew when it was made."""
    return _static[path]


def boot(given: str) -> None:
    """Get ready, once. `given`: JSON with the language, addresses, the version of the bots, and
    `static`: the address of each static file by its path."""
    global _pages
    told = json.loads(given)
    settings.configure(
        LANGUAGES=[(told["language"], told["language"])],
        LANGUAGE_CODE="en",
        LOCALE_PATHS=[f"{HOME}/config/locale"],
        FORMAT_MODULE_PATH="config.formats",
        LOGGING_CONFIG=None,
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [f"{HOME}/templates"],
                "OPTIONS": {
                    "libraries": {
                        "cards": "games.templatetags.cards",
                        "static": "games.offline.device.main",
                    }
                },
            }
        ],
    )
    apps.populate([])  # all that words and templates need of django.setup()
    translation.activate(told["language"])
    _static.update(told["static"])
    from games.offline.device.pages import Pages

    _pages = Pages(root=told["root"], rules=told["rules"], board=told["board"], bots=told["bots"])


def ask(path: str, form: str, deals: str) -> str:
    """A part of a page; `form` and `deals` are JSON, as is the answer, which also says how the
    match stands."""
    answer = _pages.answer(path, json.loads(form), json.loads(deals))
    return _told(**answer._asdict())


def reply() -> str:
    """Let the bot that is to move do so; how the match stands then."""
    match = _pages.match
    if match is not None and match.bot_to_move:
        match.reply()
    return _told()


def _told(**more: Any) -> str:
    told: Mapping[str, Any] = more
    if match := _pages.match:
        told = more | {
            "ply": match.ply,
            "live": match.status == "live",
            "thinking": match.bot_to_move,
            "record": match.dumps(),
            "summary": {
                "id": match.seeds.match,
                "game": match.game,
                "level": match.level,
                "seats": match.rules.seats,
                "outcome": match.outcome,
                "ended": match.ended,
                "sealed": match.sealed,
            },
        }
    return json.dumps(told)
