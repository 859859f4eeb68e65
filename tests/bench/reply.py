"""How long after a click the bots' replies are on the player's screen.

    .venv/bin/python tests/bench/reply.py [--level normal] [--moves 60]

A site as ./run starts it, Chromium, a guest with three bots. The clock runs in the page: from the
click on a card until the table shows that it is the player's turn again (or the end), so it holds
the move, the worker, the push and the new table. Prints JSON in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("TUJUH_STATE", str(ROOT / ".state/bench"))

from playwright.sync_api import sync_playwright  # noqa: E402

from config import devservices  # noqa: E402
from tests.browser import chromium, running  # noqa: E402

CLICK_AND_WAIT = """
button => new Promise(done => {
  const shown = () => Number(document.getElementById("table").dataset.ply)
  const before = shown()
  const ready = () => shown() > before &&
    document.querySelector("#hand [data-state=legal], #pass, .result")
  const began = performance.now()
  new MutationObserver((_, watch) => {
    if (!ready()) return
    watch.disconnect()
    done(performance.now() - began)
  }).observe(document.getElementById("match"), {subtree: true, childList: true, attributes: true})
  button.click()
})
"""


def measure(address: str, level: str, moves: int) -> list[float]:
    times: list[float] = []
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(**chromium.options()).new_page()
        while len(times) < moves:
            page.goto(f"{address}/en/play/sevens/")
            page.locator(f"[name=level][value={level}]").check(force=True)
            page.locator("main form button").last.click()
            playable = page.locator("#hand [data-state=legal], #pass")
            playable.first.or_(page.locator(".result")).wait_for()
            while playable.count() and len(times) < moves:
                times.append(playable.first.evaluate(CLICK_AND_WAIT))
    return times


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", choices=["easy", "normal", "expert"], default="normal")
    parser.add_argument("--moves", type=int, default=60)
    chosen = parser.parse_args()
    devservices.start()
    try:
        with running.site() as address:
            times = sorted(measure(address, chosen.level, chosen.moves))
    finally:
        devservices.stop()
    figures = {
        "least": times[0],
        "median": statistics.median(times),
        "p90": times[int(0.9 * len(times))],
        "most": times[-1],
    }
    rounded = {name: round(value, 1) for name, value in figures.items()}
    print(json.dumps({"level": chosen.level, "moves": len(times), **rounded}))
