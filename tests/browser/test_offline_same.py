"""The same records in both Pythons, this one and the one of the browser: every deal, every move of
a bot and every position is the same, so that the server may ask again what a device did."""

import inspect
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from games.engine import GAMES
from games.engine.game import observe
from games.engine.record import Record
from games.match import Level, Status
from games.offline import bundle, fingerprint
from games.offline.device import main
from games.offline.device.kept import Kept
from tests.games.devices import seeds_of

from . import offline_again

# Starts Python with the files of the bundle, then runs one text of it after another.
WORKER = """
let python
async function start({ files, lock, home }) {
  const core = files["pyodide.mjs"]
  const beside = core.slice(0, core.lastIndexOf("/") + 1)
  const { loadPyodide } = await import(core)
  python = await loadPyodide({ indexURL: beside, packageBaseUrl: beside, lockFileContents: lock })
  python.FS.mkdirTree(home)
  const archive = await (await fetch(files["tujuh.zip"])).arrayBuffer()
  python.unpackArchive(archive, "zip", { extractDir: home })
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(home)})`)
}
self.onmessage = async ({ data }) => {
  try {
    if (!python) await start(data.told)
    self.postMessage({ came: python.runPython(data.code) })
  } catch (error) {
    self.postMessage({ failed: String(error.message ?? error) })
  }
}
"""
RUN = """(given) => new Promise((resolve, reject) => {
  window.python ??= new Worker("/offline-same.js", { type: "module" })
  window.python.onerror = (event) => reject(new Error(event.message))
  window.python.onmessage = ({ data }) =>
    "came" in data ? resolve(data.came) : reject(new Error(data.failed))
  window.python.postMessage(given)
})"""


class Match(NamedTuple):
    """What is played, and how far: an Expert of the browser thinks for up to a second."""

    game: str
    level: Level
    options: str
    plies: int = 1000


MATCHES = [
    Match("sevens", Level.EASY, "seats=4"),
    Match("sevens", Level.NORMAL, "preset=chips seats=8"),
    Match("sevens", Level.NORMAL, "preset=short32 seats=3"),
    Match("sevens", Level.EXPERT, "seats=3", 24),
    Match("sevens", Level.EXPERT, "seats=6 scoring=pips deck=36 ace=high center_rank=9", 24),
    Match("rummy-500", Level.EASY, "seats=2 target=150"),
    Match("rummy-500", Level.NORMAL, "seats=3 target=60 floating=true go_out=must_discard", 300),
    Match("rummy-500", Level.EXPERT, "seats=2", 60),
    Match("rummy-500", Level.EXPERT, "seats=4 dig_use=meld_only", 20),
    Match("pis-yedili", Level.EASY, "preset=turkish seats=4", 300),
    Match("pis-yedili", Level.NORMAL, "seats=8 decks=2", 200),
    Match("pis-yedili", Level.EXPERT, "seats=6", 20),
    Match("pis-yedili", Level.EXPERT, "preset=turkish seats=2 per_seven=2", 24),
]


def played(number: int, match: Match) -> Record:
    """Its record, as this Python keeps it."""
    rules, seeds = GAMES[match.game].from_options(match.options), seeds_of(number)
    kept = Kept(rules, match.level, seeds, seeds.seat(rules.seats), bots=fingerprint.bots())
    while kept.status == Status.LIVE and kept.ply < match.plies:
        if kept.bot_to_move:
            kept.reply()
        else:
            moves = observe(rules, kept.course.state, kept.seat).moves
            kept.move(moves[kept.ply * 7 % len(moves)])
    return Record.loads(kept.dumps())


@pytest.fixture(scope="module")
def run(browser: Browser, site: str) -> Iterator[Callable[[str], Any]]:
    """Python of the browser, started from what the site serves: gives what a text comes to."""
    context = browser.new_context(base_url=site, service_workers="block")
    script = {"body": WORKER, "content_type": "text/javascript"}
    context.route("**/offline-same.js", lambda route: route.fulfill(**script))
    page = context.new_page()
    page.goto("/en/offline/")
    told = json.loads(page.locator("#told").text_content())
    yield lambda code: page.evaluate(RUN, {"told": told, "code": code})
    context.close()


def test_the_records_are_of_all_games_levels_and_sizes():
    assert {(match.game, match.level) for match in MATCHES} == {
        (game, level) for game in GAMES for level in Level
    }
    sizes = {GAMES[match.game].from_options(match.options).seats for match in MATCHES}
    assert sizes >= {2, 3, 4, 6, 8}


def test_the_browser_has_the_same_python_of_ours_and_its_own_as_pinned(run: Callable[[str], Any]):
    found = run(
        "import json, sys, platform\n"
        f"place = {main.HOME + '/games/offline/fingerprint.py'!r}\n"
        f"own = {{'__file__': place}}\n"
        f"exec(compile({inspect.getsource(fingerprint)!r}, place, 'exec'), own)\n"
        "json.dumps([own['bots'](), platform.python_version(), sys.platform])"
    )
    assert json.loads(found) == [fingerprint.bots(), bundle.LOCK["info"]["python"], "emscripten"]


@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_a_record_is_the_same_in_both(run: Callable[[str], Any], number: int):
    match = MATCHES[number]
    text = played(number, match).dumps()
    here = offline_again.again(text, match.level)
    there = json.loads(
        run(
            f"import json\n{inspect.getsource(offline_again)}\n"
            f"json.dumps(again({text!r}, {match.level.value!r}))"
        )
    )
    assert there == here
    # What was asked again is what was played, of all but the person.
    plies = Record.loads(text).plies
    asked = [line.partition(": ")[2].partition(" -> ")[0] for line in here]
    assert all(ply in said.split() for ply, said in zip(plies, asked, strict=True))
