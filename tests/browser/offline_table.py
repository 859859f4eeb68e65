"""The table of a match on the device, for tests that know no rules."""

import re

from playwright.sync_api import Page, expect

from .test_offline_install import get

READY = 30_000  # milliseconds until Python is there, on a busy machine

# Presses any of the moves that are offered whenever there are some, until the match is over or has
# come to the ply `until`; tells the ply. `seed` fixes which. A press that was dropped, because a
# table was on its way just then, is made up for when that has come.
PRESS = """([seed, until]) => new Promise((resolve) => {
  const table = () => document.getElementById("table")
  const OFFERED = ".hand-card[data-state=legal], :not(.hand-card)"
  let state = seed
  const some = (list) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return list[Math.floor((state / 2 ** 32) * list.length)]
  }
  const go = () => {
    const { ply, over } = table().dataset
    if (over !== undefined || Number(ply) >= until) {
      document.removeEventListener("htmx:finally:request", later)
      return resolve(Number(ply))
    }
    const all = [...document.querySelectorAll("button[name=move]")]
    const offered = all.filter((button) => button.form?.id === "hand" && button.matches(OFFERED))
    if (offered.length) some(offered).click()
  }
  const later = () => setTimeout(go)
  document.addEventListener("htmx:finally:request", later)
  go()
})"""


def keep(page: Page, language: str = "en") -> None:
    """The games are on the device and can be begun."""
    get(page, language)
    expect(page.locator("#offline [data-part=new]")).to_be_visible(timeout=READY)


def deal(page: Page, game: str, seats: int | None = None, level: str = "easy", **options: str):
    """Begin a match by the form on the page; options are of the rules."""
    form = page.locator(f"form[action$='/start/{game}/']").last
    form.locator("details.settings summary").first.click()
    if seats:
        form.locator(f"[name=seats][value='{seats}']").check(force=True)
    form.locator(f"[name=level][value={level}]").check(force=True)
    if options:
        form.locator("details.settings summary").nth(1).click()
    for name, value in options.items():
        field = form.locator(f"[name={name}]")
        if field.evaluate("field => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    form.locator("button[data-main]").click()
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#table")).not_to_have_attribute("data-over", re.compile(".*"))


def press(page: Page, seed: int = 1, until: int | None = None) -> int:
    """Play on at random, to the end or as far as `until`; the ply it came to."""
    return page.evaluate(PRESS, [seed, until if until is not None else 1_000_000])


def my_turn(page: Page) -> None:
    """Wait until moves are offered."""
    offered = page.locator("#hand :is([data-state=legal], .moves button, .offers)")
    expect(offered.first).to_be_visible()


def ply(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-ply"))
