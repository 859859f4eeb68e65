"""The pages of play on this device: what the page of the site asks for, answered here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bots import levels
from games.bots.levels import Advice
from games.engine import GAMES
from games.engine.game import IllegalMove, InvalidMove, OptionError, Reason
from games.engine.record import seen_by
from games.faces import FACES
from games.match import Level, Status, rankable, seen, worth
from games.offline.device import kept
from games.offline.device.kept import Kept
from games.tables import table

STALE, OVER, UNREADABLE = Reason("stale"), Reason("match_over"), Reason("unreadable")
NOT_YOURS = Reason("not_your_turn")
COUNTS = gettext_lazy("Counts for the offline board")
OLDER = gettext_lazy("Begun in an older version, so it cannot count")
WHOLE, TABLE, ADVICE = "games/match_main.html", "games/table.html", "games/advice.html"


class Answer(NamedTuple):
    """A part of a page, with the status that the site would give it. `spent`: the sealed deal that
    a new match began on; `target`: where the part belongs, if not where it was asked for."""

    html: str
    status: int = 200
    spent: str = ""
    target: str = ""


class Pages:
    """What is answered under `root`, such as /tr/offline/match/; `rules`: the address of each
    game's page of rules, `board`: that of the offline board; `bots`: the version of these bots."""

    def __init__(self, *, root: str, rules: Mapping[str, str], board: str, bots: str) -> None:
        self.root, self.rules, self.board, self.bots = root, rules, board, bots
        self.match: Kept | None = None
        self.asked = ""

    def answer(
        self, path: str, form: Mapping[str, str], deals: Sequence[Mapping[str, str]] = ()
    ) -> Answer:
        """What the page gets for this path and these fields; `deals`: the sealed ones at hand."""
        act, _slash, rest = path.removeprefix(self.root).strip("/").partition("/")
        if act == "start":
            return self._start(rest, form, deals)
        if act == "open":
            return self._open(form)
        acts: dict[str, Callable[[Kept, Mapping[str, str]], Answer]] = {
            "": self._look,
            "table": self._refresh,
            "move": self._move,
            "hint": self._hint,
            "resign": self._resign,
        }
        if self.match is None or act not in acts:
            return Answer("", 404)
        return acts[act](self.match, form)

    def _start(
        self, game: str, form: Mapping[str, str], deals: Sequence[Mapping[str, str]]
    ) -> Answer:
        """A new match in place of the one before; a button pressed twice starts one."""
        level, request = form.get("level", ""), form.get("request_id", "")
        if game not in GAMES or level not in {*Level}:
            return Answer(_("There is no such game."), 400)
        if self.match and request and request == self.asked:
            return self._show(self.match, WHOLE)
        known = {"preset", *GAMES[game].choices()}
        options = " ".join(f"{name}={form[name]}" for name in form if name in known and form[name])
        try:
            rules = GAMES[game].from_options(options)
        except OptionError as error:
            return Answer(FACES[game].impossible(error), 400)
        counts = rankable(rules) and form.get("for_fun") != "on"
        deal = next(iter(deals), None) if counts else None
        self.asked = request
        self.match = kept.begun(rules, level, self.bots, dict(deal) if deal else None)
        return self._show(self.match, WHOLE)._replace(spent=deal["id"] if deal else "")

    def _open(self, form: Mapping[str, str]) -> Answer:
        """A match whose record was stored here, or comes from a file."""
        try:
            self.match = kept.loads(form.get("record", ""), self.bots)
        except kept.Unreadable as problem:
            return Answer(str(problem), 400)
        return self._show(self.match, WHOLE)

    def _look(self, match: Kept, form: Mapping[str, str]) -> Answer:
        return self._show(match, WHOLE)

    def _refresh(self, match: Kept, form: Mapping[str, str]) -> Answer:
        if match.status == Status.LIVE and form.get("ply") == str(match.ply):
            return Answer("", 204)
        return self._show(match, TABLE)

    def _move(self, match: Kept, form: Mapping[str, str]) -> Answer:
        if match.status != Status.LIVE:
            return self._show(match, TABLE, refused=OVER)
        if form.get("ply") != str(match.ply):
            return self._show(match, TABLE, refused=STALE)
        if match.turn != match.seat:
            return self._show(match, TABLE, refused=NOT_YOURS)
        try:
            match.move(form.get("move", ""))
        except IllegalMove as illegal:
            return self._show(match, TABLE, refused=illegal.reason)
        except InvalidMove:
            return self._show(match, TABLE, refused=UNREADABLE)._replace(status=400)
        return self._show(match, TABLE)

    def _hint(self, match: Kept, form: Mapping[str, str]) -> Answer:
        view = seen(match, match.course)
        if match.sealed or not view.seen.moves:
            refused = Reason("no_hints") if match.sealed else NOT_YOURS
            return self._show(match, TABLE, refused=refused)._replace(target="#table")
        plies = seen_by(match.rules, match.log, match.seat)
        rng = Random(f"hint|{match.seeds.match}|{match.ply}")  # noqa: S311
        advice = levels.advise(match.rules, view.seen, plies, rng)
        return self._show(match, ADVICE, advice=advice)

    def _resign(self, match: Kept, form: Mapping[str, str]) -> Answer:
        if match.status == Status.LIVE:
            match.give_up()
        return self._show(match, WHOLE)

    def _show(
        self,
        match: Kept,
        template: str,
        refused: Reason | None = None,
        advice: Advice | None = None,
    ) -> Answer:
        t = table(seen(match, match.course), self._at, refused, advice)
        if match.sealed:
            t |= {
                "ranked": True,  # the next one is to count as well
                "stakes": COUNTS if match.bots == self.bots else OLDER,
                "leaving": _("This match will be over, and counts as lost."),
                "may_ask": False,
            }
            if t["result"]:
                t["result"]["detail"] = _worth(match)
        return Answer(render_to_string(template, {"t": t}), 409 if refused else 200)

    def _at(self, place: str) -> str:
        """As games.tables asks for addresses."""
        assert self.match is not None
        match place:
            case "move" | "table" | "resign" | "hint":
                return f"{self.root}{place}/"
            case "again":
                return f"{self.root}start/{self.match.game}/"
            case "rules":
                return self.rules[self.match.game]
            case "board":
                return self.board
            case _:
                return ""


def _worth(match: Kept) -> str:
    points = worth(match.level, match.outcome) if match.status == Status.FINISHED else 0
    if not points:
        return _("No points this time.")
    return ngettext(
        "%(n)d point on the offline board, once the server has checked it.",
        "%(n)d points on the offline board, once the server has checked it.",
        points,
    ) % {"n": points}
