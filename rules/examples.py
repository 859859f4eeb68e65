"""The examples of the encyclopedia: a position, what the reader may tap, what the engine answers.

An example is a position in the notation, ``content/examples/<page>/<name>.txt``, which all
languages share. Options that it names are what it is about; for the others it follows the rules
that the page is read under. A tag ``[Offers "…"]`` names the moves to choose among, where tapping
a card would not say enough.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.engine import position
from games.engine.cards import NAME
from games.engine.game import InvalidMove, Move, PositionError, is_chance
from games.engine.position import Position
from games.engine.record import RecordError, read_header
from games.faces import FACES
from games.faces.face import Choice
from rules.variants import Chosen

CONTENT = Path(__file__).parent / "content" / "examples"
OPTIONS = re.compile(r'^\[Options "(.*)"\]\n', re.MULTILINE)


class Example(NamedTuple):
    """A position under the rules of the reader, or, where it cannot be under them, its own.

    ``offers``: the moves on offer, if the file names them.
    """

    position: Position
    offers: tuple[Move, ...]
    as_chosen: bool


class Answer(NamedTuple):
    """What the engine says to a move. ``anchor``: the heading of the page that says more.

    ``moves``: all that may be played here, by name.
    """

    move: str
    legal: bool
    why: str
    anchor: str
    moves: tuple[str, ...]


def names(key: str) -> list[str]:
    """The names of the examples of a page."""
    return sorted(path.stem for path in (CONTENT / key).glob("*.txt"))


def find(key: str, name: str, chosen: Chosen | None = None) -> Example | None:
    """The example of this name, or None if the page has none such."""
    if name not in names(key):
        return None
    path = CONTENT / key / f"{name}.txt"
    varied = tuple((chosen.game.varied() if chosen else {}).items())
    return _read(path, path.stat().st_mtime_ns, varied)


@lru_cache(maxsize=1024)
def _read(path: Path, changed: int, varied: tuple[tuple[str, str], ...]) -> Example:
    """The example that the file holds; ``changed`` makes an edited file a new question."""
    text = path.read_text(encoding="utf-8")
    offers = tuple(map(Move, read_header(text)[1].get("Offers", "").split()))
    own = OPTIONS.search(text)
    about = dict(word.split("=") for word in own[1].split()) if own else {}
    options = " ".join(f"{name}={value}" for name, value in {**dict(varied), **about}.items())
    try:
        asked = position.loads(f'[Options "{options}"]\n{OPTIONS.sub("", text)}')
    except (RecordError, PositionError):
        # By the rules chosen nobody can be in this position.
        return Example(position.loads(text), offers, as_chosen=False)
    return Example(asked, offers, as_chosen=True)


def draw(key: str, name: str, question: SafeString, chosen: Chosen | None) -> SafeString:
    """The example as a part of its page. Raises LookupError if there is none of this name."""
    example = find(key, name, chosen)
    if example is None:
        raise LookupError(f"The page {key} has no example {name}.")
    game, table, hand, _ = example.position
    face = FACES[key]
    held = [NAME[card] for card in game.in_order(hand)]
    offers = [Choice(move, face.move_name(game, table, move)) for move in example.offers]
    return render_to_string(
        "rules/example.html",
        {
            "key": key,
            "name": name,
            "question": question,
            "varied": chosen.game.varied() if chosen else {},
            "as_chosen": example.as_chosen,
            "lies": [
                (lying.label, list(zip_longest(lying.cards, lying.moves)), lying.says)
                for lying in face.lies(game, table)
            ],
            "held": held,
            # A card alone is no move in every game.
            "tapped": not offers and all(_is_move(example, card) for card in held),
            "offers": offers or face.offers(game, table, hand),
        },
    )


def _is_move(example: Example, text: str) -> bool:
    try:
        example.position.game.read(text)
    except InvalidMove:
        return False
    return True


def answer(key: str, example: Example, text: str) -> Answer:
    """What the engine says to a move in the position. Raises InvalidMove if the text is none.

    A card for which the player must say more, as the suit for a jack, may be played if it may be
    with any word.
    """
    game, table, hand, _ = example.position
    face, legal = FACES[key], example.position.legal_moves()
    move = game.read(text)
    if is_chance(move):
        raise InvalidMove("Chance is not asked for a move in an example.")
    playable = [each for each in legal if each == move or each.startswith(f"{move}=")]
    said = (
        face.because(game, table, hand, playable[0])
        if playable
        else face.refusal(game.why_not(table, hand, move))
    )
    return Answer(
        # As it stands on the button: the cards of what is no meld have no order of their own.
        face.move_name(game, table, Move(text) if text in example.offers else move),
        bool(playable),
        said.sentence,
        said.anchor,
        tuple(dict.fromkeys(face.move_name(game, table, move) for move in legal)),
    )
