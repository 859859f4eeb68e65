"""How fast play without a network is, in the Chromium of the tests.

    .venv/bin/python tests/bench/offline.py [--plies 60]

Starts a site of its own, and prints JSON. `start`: seconds to the first card. `cold`: from the tap
"Keep it on this device" on, with all files fetched from this machine and a tap on the game in
between; `warm`: all of it is kept, from opening the page on; `dealt`: from a tap on "Play again".
`page`: milliseconds, over a whole match against Normal bots, of the longest pause between two
frames and the longest task of the page's own thread. `bots`, `table`: milliseconds in the worker's
Python, median and longest, of a bot's move by level and game, and of rendering a table. `wire`:
bytes over the wire by file. `load`: of the machine, before and after.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("TUJUH_STATE", str(ROOT / ".state/bench"))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["DEBUG"] = "1"  # as the site of the tests, on plain http

from config import devservices  # noqa: E402

WATCH = """() => {
  window.pauses = { frame: 0, task: 0 }
  let before = performance.now()
  const frame = (now) => {
    pauses.frame = Math.max(pauses.frame, now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) pauses.task = Math.max(pauses.task, task.duration)
  }).observe({ entryTypes: ["longtask"] })
}"""


def timed(told: str, most: int) -> str:
    """Runs in the browser's Python: `told` is what its pages begin with, `most` how many plies of
    each match are played. JSON: by game and level the milliseconds of each move and table."""
    import json
    from time import perf_counter

    from games.engine import GAMES
    from games.engine.game import observe
    from games.match import Level
    from games.offline.device import main

    main.boot(told)
    pages, bots, tables = main._pages, {}, {}
    for game in GAMES:
        for level in Level:
            root = json.loads(told)["root"]
            pages.answer(f"{root}start/{game}/", {"level": level.value})
            match, moves = pages.match, bots.setdefault(f"{game} {level.value}", [])
            while match.status == "live" and match.ply < most:
                began = perf_counter()
                if match.bot_to_move:
                    match.reply()
                    moves.append(1000 * (perf_counter() - began))
                    began = perf_counter()
                else:
                    offered = observe(match.rules, match.course.state, match.seat).moves
                    match.move(offered[match.ply * 7 % len(offered)])
                    began = perf_counter()
                pages.answer(f"{root}table/", {})
                tables.setdefault(game, []).append(1000 * (perf_counter() - began))
    return json.dumps([bots, tables])


def shown(times: dict[str, list[float]]) -> dict[str, Any]:
    """Median and longest of each list."""
    return {
        name: {"median": round(sorted(each)[len(each) // 2], 1), "longest": round(max(each), 1)}
        for name, each in times.items()
    }


def start(page: Page) -> dict[str, float]:
    """Seconds until the first card."""
    from tests.browser.test_offline_install import visit

    first = page.locator("#table .hand-card").first
    visit(page, "/en/offline/")
    began = time.monotonic()
    page.locator("[data-act=get]:visible").click()
    page.locator("form[action$='/start/rummy-500/'] button[data-main]").click()
    expect(first).to_be_visible()
    cold = time.monotonic() - began
    page.context.set_offline(True)
    began = time.monotonic()
    page.reload()
    expect(first).to_be_visible()
    warm = time.monotonic() - began
    page.locator(".resign summary").click()
    page.locator(".resign button").click()
    again = page.locator(".result button[data-main]")
    expect(again).to_be_visible()
    began = time.monotonic()
    again.click()
    expect(first).to_be_visible()
    dealt = time.monotonic() - began
    page.locator(".resign summary").click()
    page.locator(".resign button").click()
    expect(again).to_be_visible()
    return {"cold": round(cold, 2), "warm": round(warm, 2), "dealt": round(dealt, 2)}


def pauses(page: Page) -> dict[str, float]:
    """Milliseconds that the page's own thread was busy at most, in a match of Pis Yedili."""
    from tests.browser.offline_table import deal, press

    page.evaluate(WATCH)
    deal(page, "pis-yedili", 4, "normal")
    press(page)
    return page.evaluate("window.pauses")


def thought(browser: Browser, site: str, plies: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Times of the bots and of the tables."""
    from tests.browser.test_offline_same import RUN, WORKER

    context = browser.new_context(base_url=site, service_workers="block")
    script = {"body": WORKER, "content_type": "text/javascript"}
    context.route("**/offline-same.js", lambda route: route.fulfill(**script))
    page = context.new_page()
    page.goto("/en/offline/")
    told = page.locator("#told").text_content()
    code = (
        f"from __future__ import annotations\n{inspect.getsource(timed)}\ntimed({told!r}, {plies})"
    )
    bots, tables = json.loads(page.evaluate(RUN, {"told": json.loads(told), "code": code}))
    context.close()
    return shown(bots), shown(tables)


def measure(plies: int) -> dict[str, Any]:
    import django

    django.setup()
    from games.offline import bundle
    from tests.browser import chromium, running

    load = [os.getloadavg()[0]]
    with running.site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.options())
        page = browser.new_context(base_url=site).new_page()
        started, paused = start(page), pauses(page)
        page.context.close()
        bots, tables = thought(browser, site, plies)
        browser.close()
    load.append(os.getloadavg()[0])
    wire = {file["name"]: file["wire"] for file in bundle.listing()["files"]}
    return {
        "start": started,
        "page": paused,
        "bots": bots,
        "table": tables,
        "wire": wire | {"all": sum(wire.values())},
        "load": load,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--plies", type=int, default=60)
    chosen = parser.parse_args()
    devservices.start()
    os.environ.update(DATABASE_URL=devservices.DATABASE_URL, REDIS_URL=devservices.REDIS_URL)
    expect.set_options(timeout=60_000)
    try:
        print(json.dumps(measure(chosen.plies), indent=1))
    finally:
        devservices.stop()
