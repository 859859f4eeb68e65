"""What the page tells the server of the matches on this device, and what it makes of the answers.
The server is played by the test."""

import json
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect

from .offline_table import READY, deal, keep
from .test_offline_play import latest, new_match

MINE, OTHERS = ("11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222")
ME = {"name": "Mine", "id": "Mine", "csrf": "token"}
CHECKED = "Checked and counted: 10 points."
# Puts something under a key of the store of the page.
PUT = """([key, value]) => new Promise((resolve, reject) => {
  const open = indexedDB.open("keyval-store")
  open.onerror = () => reject(open.error)
  open.onsuccess = () => {
    const put = open.result.transaction("keyval", "readwrite").objectStore("keyval").put(value, key)
    put.onsuccess = () => resolve()
    put.onerror = () => reject(put.error)
  }
})"""
BOTS = "JSON.parse(document.getElementById('told').textContent).bots"


@pytest.fixture
def asked(page: Page) -> list[str]:
    """What the page asks of the server, as it comes: method and address."""
    found: list[str] = []

    def note(request: Request) -> None:
        place = urlsplit(request.url)
        if "/offline/" in place.path and not place.path.startswith("/offline/"):
            found.append(f"{request.method} {place.path.partition('/offline/')[2]}?{place.query}")

    page.on("request", note)
    return found


def row(match: str, owner: str, state: str) -> dict:
    return {
        "id": match,
        "game": "sevens",
        "level": "easy",
        "seats": 3,
        "outcome": "won",
        "ended": "2026-12-01T10:00:00+00:00",
        "sealed": True,
        "record": "a record",
        "state": state,
        "for": owner,
    }


def answers(page: Page, path: str, answer: Callable[[Route], object]) -> None:
    page.route(f"**/en/offline/{path}", lambda route: route.fulfill(json=answer(route)))


def test_only_matches_of_who_is_signed_in_are_asked_for_and_no_longer_than_they_are_checked(
    page: Page, asked: list[str]
):
    page.clock.install()
    keep(page)
    page.evaluate(
        PUT, ["finished", [row(MINE, "Mine", "checking"), row(OTHERS, "Other", "checking")]]
    )
    states = iter(["checking", "accepted"])

    def judged(route: Route) -> dict:
        state = next(states)
        says = CHECKED if state == "accepted" else ""
        return {"matches": [{"id": MINE, "state": state, "says": says, "points": 10}]}

    answers(page, "me/", lambda _route: ME)
    answers(page, "deals/", lambda _route: {"deals": [], "bots": "none"})
    answers(page, "matches/?*", judged)
    asked.clear()
    page.reload()
    new_match(page)
    page.clock.fast_forward(4_000)
    page.locator("[data-part=results] summary").click()
    expect(latest(page).filter(has_text=CHECKED)).to_have_count(1)
    page.clock.fast_forward(10_000)
    expect(latest(page).filter(has_text=CHECKED)).to_have_count(1)
    assert [ask for ask in asked if ask.startswith("GET matches/")] == [
        f"GET matches/?id={MINE}"
    ] * 2
    assert asked.count("POST deals/?") == 1


def test_what_another_than_the_site_answers_changes_nothing_here(page: Page):
    """As the log-in page of a hotel."""
    keep(page)
    page.evaluate(PUT, ["finished", [row(MINE, "Mine", "new")]])
    deal = {"id": OTHERS, "secret": "00" * 32, "expires": "2099-01-01T00:00:00+00:00"}
    page.evaluate(PUT, ["deals", {"for": "Mine", "list": [deal], "bots": page.evaluate(BOTS)}])
    portal = {"status": 200, "content_type": "text/html", "body": "<html>Log in</html>"}
    for path in ("me/", "deals/", "matches/"):
        page.route(f"**/en/offline/{path}", lambda route: route.fulfill(**portal))
    with page.expect_response("**/en/offline/me/"):
        page.reload()
    new_match(page)
    expect(page.locator("[data-part=deals]")).to_contain_text("on this device: 1.")
    page.unroute("**/en/offline/me/")  # the portal lets one in just then
    page.route("**/en/offline/me/", lambda route: route.fulfill(body=json.dumps(ME)))
    with page.expect_response("**/en/offline/deals/"):
        page.reload()
    new_match(page)
    page.locator("[data-part=results] summary").click()
    expect(latest(page)).to_contain_text("waits for the network")
    expect(page.locator("[data-part=deals]")).to_contain_text("on this device: 1.")


def test_what_another_account_played_here_is_not_shown_as_ones_own(page: Page):
    answers(page, "me/", lambda _route: ME)
    answers(page, "deals/", lambda _route: {"deals": [], "bots": "none"})
    keep(page)
    others = page.locator("[data-part=others]")
    deal(page, "sevens")
    expect(others).to_be_hidden()
    rows = [row(MINE, "Mine", "accepted"), row(OTHERS, "Other", "accepted")]
    page.evaluate(PUT, ["finished", rows])
    answers(page, "me/", lambda _route: {**ME, "id": "Third"})
    page.reload()
    expect(others).to_be_visible(timeout=READY)  # the match that Mine began
    page.locator(".resign summary").click()
    page.locator(".resign button").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("[data-part=tally]")).to_be_empty()
    answers(page, "me/", lambda _route: {**ME, "id": "Other"})
    page.reload()
    expect(page.locator("[data-part=tally]")).to_have_text("Sevens: 1 of 1 won", timeout=READY)


def test_a_page_that_was_left_just_now_is_no_other_tab(page: Page):
    keep(page)
    for _ in range(4):
        page.goto("/en/")
        page.go_back()
        expect(page.locator("[data-part=new]")).to_be_visible(timeout=READY)
        expect(page.locator("[data-says=elsewhere]")).to_be_hidden()
