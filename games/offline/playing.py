"""What the page of play without a network is told, so that it can do without the server later."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, pgettext_lazy

from games.engine import GAMES
from games.faces import FACES
from games.faces.face import Face
from games.forms import NewMatchForm
from games.match import Level, Outcome
from games.models import Told
from games.offline import bundle
from games.offline.device import main
from games.offline.fingerprint import bots

STATIC = ("img/cards.svg",)  # what the templates of a table draw from
WAITING = pgettext_lazy("a result", "waits for the network")


class Start(NamedTuple):
    """A game that can be begun: its face and the form for it, which is sent to `url`."""

    face: Face
    form: NewMatchForm
    ranked: tuple[int, ...]  # how many seats a match that counts may have
    url: str


def context() -> dict[str, Any]:
    """What `offline/play.html` prints, in the language that is active."""
    root = reverse("offline:page") + "match/"
    starts = [
        Start(
            *(FACES[key], NewMatchForm(rules, auto_id=f"{key}_%s"), tuple(rules.RANKED)),
            url=f"{root}start/{key}/",
        )
        for key, rules in GAMES.items()
    ]
    return {"starts": starts, "told": _told(root)}


def _told(root: str) -> dict[str, Any]:
    """For the scripts: what the worker begins with."""
    return {
        "language": get_language(),
        "root": root,
        "rules": {key: reverse("rules:page", args=[key]) for key in GAMES},
        "board": reverse("games:board") + "?by=offline",
        "bots": bots(),
        "home": main.HOME,
        "lock": bundle.LOCK,
        "files": {file["name"]: file["url"] for file in bundle.listing()["files"]},
        "store": static("js/vendor/idb-keyval-6.3.0.js"),
        "static": {path: static(path) for path in STATIC},
        "words": {
            "games": {key: str(face.name) for key, face in FACES.items()},
            "levels": {level: str(level.label) for level in Level},
            "outcomes": {outcome: str(outcome.label) for outcome in Outcome},
            "states": {"new": str(WAITING)} | {state: str(state.label) for state in Told},
        },
    }
