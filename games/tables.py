"""From what a person may see of a match to what the templates of a table print."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import words
from games.bots.bot import Thought
from games.bots.levels import Advice
from games.course import Told
from games.engine.cards import NAME
from games.engine.game import PASS, Reason, Seat
from games.faces import FACES
from games.match import Level, Outcome, Status, View, rankable, worth

LOG_LINES = 8
RANKED, UNRANKED = pgettext_lazy("a match", "Ranked"), pgettext_lazy("a match", "Unranked")
LOST = _("A ranked match that you give up counts as lost.")
LEFT = _("This match will be over.")


class Place(NamedTuple):
    """A seat as the page shows it. `count`: cards in hand; `last`: its last move in words;
    `score`: its total in a match of several deals; `note`: what else there is to say of it."""

    name: str
    count: int
    turn: bool
    passed: bool
    last: str
    note: str
    score: str
    winner: bool


class Line(NamedTuple):
    """A line of a count: what the cells of its columns say, and the cards left."""

    name: str
    me: bool
    cells: tuple[str, ...]
    cards: list[str]


class Counted(NamedTuple):
    """A deal that was played out, as the page tells it."""

    title: str
    ending: str
    columns: tuple[str, ...]
    lines: list[Line]


class Sheet(NamedTuple):
    """The score sheet: what each deal brought by seat, and the totals."""

    names: list[str]
    deals: list[list[str]]
    totals: list[str]


class Hint(NamedTuple):
    """What Expert would play. `close`: another move looks as good, and habit decides. `lines`: each
    move that it tells of with its numbers, the advice first; `columns`: what these are; `playouts`:
    how many imagined deals they are means over; `points`: whether one of them counts points."""

    move: str
    why: str
    close: bool
    columns: list[str]
    lines: list[tuple[str, list[str]]]
    playouts: int
    points: bool


# The address of what a page of the match leads to, by name: "move", "table", "resign", "hint",
# "match", "stream", "rules", "replay", "again", "board" and "signup". Empty: there is none here.
At = Callable[[str], str]


def table(
    view: View,
    at: At,
    refused: Reason | None = None,
    advice: Advice | None = None,
    me: str = "",
) -> dict[str, Any]:
    """What `games/table.html` calls `t`; `refused`: why a move did not count; `advice`: the hint
    that was asked for; `me`: what the person is called where others look."""
    match, seen, face = view.match, view.seen, FACES[view.match.game]
    refusal = face.refusal(refused) if refused else words.Answer("")
    over, names = not view.live, _names(view, me)
    my_turn = not over and bool(seen.moves)
    varied = urlencode(view.game.varied())
    rules_url = at("rules") + (f"?{varied}" if varied else "")
    now = "turn"
    if my_turn:
        now = face.because(view.game, seen.table, seen.hand, seen.moves[0]).anchor
    acts = ("move", "table", "resign", "hint", "stream")
    return {
        **{f"{act}_url": at(act) for act in acts},
        "game": {"key": match.game, "name": face.name, "rules_url": rules_url},
        "face": face,
        "request_id": uuid.uuid4(),
        "ply": match.ply,
        "over": over,
        "my_turn": my_turn,
        "level": match.level,
        "level_label": Level(match.level).label,
        "ranked": match.ranked,
        "stakes": RANKED if match.ranked else UNRANKED,
        "leaving": LOST if match.ranked else LEFT,
        "seats": _places(view, names, over),
        "lay": face.lay(view, names),
        "hand": face.hand(view),
        "buttons": face.buttons(view),
        "turn_says": face.turn_says(view),
        "log": _log(view, names),
        "since": _since(view, names),
        "may_ask": my_turn and not match.ranked,
        "hint": _hint(view, advice) if advice else None,
        "rule_url": f"{rules_url}#{now}",
        "refusal": refusal.sentence,
        "refusal_url": f"{rules_url}#{refusal.anchor}" if refusal.anchor else "",
        "before": None if over or _moved(view) else _counted(view, names),
        "sheet": _sheet(view, names),
        "result": _result(view, at, names) if over else None,
    }


def _hint(view: View, advice: Advice) -> Hint:
    """The advice first, then the others by what they are told to bring."""
    face, (best, *others) = FACES[view.match.game], advice.thoughts
    # Whether a higher score is the better one.
    high = view.game.returns(view.seen.table._replace(scores=(1,) * view.game.seats))[0] > 0

    def told(thought: Thought) -> float:
        points = thought.points or 0.0
        return thought.chance if thought.chance is not None else points if high else -points

    thoughts = [best, *sorted(others, key=told, reverse=True)]
    columns, cells, points = list[str](), list[list[str]](), best.points is not None
    if best.chance is not None:
        columns.append(str(face.chance))
        cells.append([words.percent(thought.chance or 0.0, 0) for thought in thoughts])
    if points:
        columns.append(face.points_of(view.game))
        cells.append([words.score(thought.points or 0.0) for thought in thoughts])
    moves = [face.propose(view, thought.move) for thought in thoughts]
    lines = [(move, [cell[at] for cell in cells]) for at, move in enumerate(moves)]
    why = str({**words.WHYS, **face.whys}[advice.why])
    close = bool(others) and told(best) <= told(thoughts[1])
    return Hint(moves[0], why, close, columns, lines if others else [], best.playouts, points)


def _names(view: View, me: str) -> list[str]:
    """By seat; the bots are named clockwise from the person's left."""
    own, seats = view.seen.seat or 0, view.game.seats
    name = me or pgettext("a player", "You")  # a public name might be a bot's, too
    return [name if seat == own else words.BOTS[(seat - own - 1) % seats] for seat in range(seats)]


def _moved(view: View) -> bool:
    """Whether the person has moved in this deal: until then he is told how the last one ended."""
    return any(told.seat == view.seen.seat for told in view.moves)


def _places(view: View, names: Sequence[str], over: bool) -> list[Place]:
    """Clockwise from the person's left; the person is the last."""
    seen, match, face = view.seen, view.match, FACES[view.match.game]
    own, seats, notes = seen.seat or 0, view.game.seats, face.notes(view)
    last: dict[Seat, Told] = {told.seat: told for told in view.moves}
    return [
        Place(
            name=names[seat],
            count=seen.sizes[seat],
            turn=not over and seen.table.turn == seat,
            passed=seat in last and last[seat].move == PASS,
            last=face.tell(last[seat], words.short_name) if seat in last else "",
            note=notes[seat],
            score=words.number(seen.table.scores[seat]) if view.ends else "",
            winner=seat in match.winners,
        )
        for seat in [(own + 1 + step) % seats for step in range(seats)]
    ]


def _log(view: View, names: Sequence[str]) -> list[str]:
    """The latest moves, the newest first: at least all since the person moved."""
    lines = max(LOG_LINES, len(_since(view, names)) + 1)
    return [_line(view, names, told) for told in view.moves[: -lines - 1 : -1]]


def _since(view: View, names: Sequence[str]) -> list[str]:
    """What the others did since the person moved, in order, up to the line that the log begins
    with: for who hears the table, and is told of all moves at once."""
    mine = [at for at, told in enumerate(view.moves) if told.seat == view.seen.seat]
    return [_line(view, names, told) for told in view.moves[(mine[-1] + 1 if mine else 0) : -1]]


def _line(view: View, names: Sequence[str], told: Told) -> str:
    return f"{names[told.seat]}: {FACES[view.match.game].tell(told)}"


def _gains(view: View) -> list[tuple[int, ...]]:
    """What each deal that was played out added to the totals, by seat."""
    totals = [(0,) * view.game.seats, *(end.scores for end in view.ends)]
    return [
        tuple(after - before for before, after in zip(*pair, strict=True))
        for pair in pairwise(totals)
    ]


def _counted(view: View, names: Sequence[str]) -> Counted | None:
    """The last deal that was played out."""
    if not view.ends:
        return None
    game, end, face = view.game, view.ends[-1], FACES[view.match.game]
    count = face.count(game, end, _gains(view)[-1])
    columns, cells = count
    if len(view.ends) > 1 or view.live:
        columns = (*columns, gettext("Total"))
        cells = tuple(
            (*cell, words.number(score)) for cell, score in zip(cells, end.scores, strict=True)
        )
    returns = game.returns(end)
    lines = [
        Line(
            names[seat],
            seat == view.seen.seat,
            cells[seat],
            [NAME[card] for card in game.in_order(end.shown[seat])],
        )
        for seat in sorted(range(game.seats), key=lambda seat: -returns[seat])
    ]
    title = str(face.over) % {"n": len(view.ends)}
    return Counted(title, face.ending(game, end, names), columns, lines)


def _sheet(view: View, names: list[str]) -> Sheet | None:
    """None while there is nothing to add up."""
    if not view.ends or (len(view.ends) == 1 and view.match.status == Status.FINISHED):
        return None
    deals = [list(map(words.number, gains)) for gains in _gains(view)]
    return Sheet(names, deals, list(map(words.number, view.ends[-1].scores)))


def _result(view: View, at: At, names: Sequence[str]) -> dict[str, Any]:
    match, own = view.match, view.seen.seat or 0
    won = match.winners == [own]
    points = worth(match.level, Outcome.of(match.winners, own)) if match.ranked else 0
    if match.status == Status.FORFEITED:
        headline = gettext("The match was given up.")
    elif won:
        headline = gettext("You won!")
    elif len(match.winners) == 1:
        headline = gettext("%(name)s won.") % {"name": names[match.winners[0]]}
    else:
        headline = gettext("A draw.")
    return {
        "won": won,
        "points": points,
        "headline": headline,
        "detail": _worth(match.ranked, points),
        "counted": None if match.status == Status.FORFEITED else _counted(view, names),
        **{f"{place}_url": at(place) for place in ("replay", "again", "board", "signup")},
        "again": view.game.options(),
        "may_rank": not match.ranked and rankable(view.game),
    }


def _worth(ranked: bool, points: int) -> str:
    if not ranked:
        return gettext("Unranked: no points were at stake.")
    if not points:
        return gettext("No ranking points this time.")
    return ngettext("%(n)d ranking point for you.", "%(n)d ranking points for you.", points) % {
        "n": points
    }
