"""The pages as a reader sees them: four languages, a phone and a desktop, and a table under hands
that click twice, go back, or have no mouse.

To look at the pages, name a folder: SCREENSHOTS=/tmp/pages ./run test tests/browser/test_pages.py
saves each there as PNG, `<page>-<language>-<width>.png`.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

TURN = 30_000  # milliseconds: three bots on a busy machine
SIZES = {390: 844, 1280: 800}
PAGES = {
    "home": "",
    "rules": "rules/",
    "rules-sevens": "rules/sevens/",
    "board": "board/",
    "login": "account/login/",
    "signup": "account/signup/",
    "rules-rummy-500": "rules/rummy-500/",
    "rules-pis-yedili": "rules/pis-yedili/",
    "new-sevens": "play/sevens/",
    "new-rummy-500": "play/rummy-500/?preset=standard&ace_low_value=5",
    "new-pis-yedili": "play/pis-yedili/?preset=turkish&seats=8",
}
GAMES = ("sevens", "rummy-500", "pis-yedili")
BOXES = "cards => cards.map(card => card.getBoundingClientRect().toJSON())"
FOCUS_IS_AT_THE_TABLE = "document.activeElement.closest('#table') !== null"


def playable(page: Page) -> Locator:
    return page.locator("#hand [data-state=legal], .moves button")


def start(page: Page, language: str = "en", game: str = "sevens") -> str:
    """A match of four, and its address, when it is our turn."""
    page.goto(f"/{language}/play/{game}/")
    page.locator("[name=seats][value='4']").check(force=True)
    page.locator("main form button").last.click()
    expect(playable(page).first).to_be_visible(timeout=TURN)
    return page.url


def expect_next_turn(page: Page, ply: int) -> None:
    """The table came round from this ply: we moved, three bots moved, it is our turn."""
    page.wait_for_function(
        "ply => Number(document.querySelector('#table').dataset.ply) >= ply",
        arg=ply + 4,
        timeout=TURN,
    )
    expect(playable(page).first).to_be_visible(timeout=TURN)


def ply_of(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-ply"))


def look(page: Page, name: str, language: str) -> None:
    """What is true of every page, at each size."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} at {width}"
        for card in page.locator(".hand-card").evaluate_all(BOXES):
            assert min(card["width"], card["height"]) >= 44
            assert card["left"] >= 0
            assert card["right"] <= width
            assert card["bottom"] <= height
        if folder := os.environ.get("SCREENSHOTS"):
            path = Path(folder) / f"{name}-{language}-{width}.png"
            page.screenshot(path=path, full_page=True)


@pytest.mark.parametrize("language", ["ms", "uk", "tr", "en"])
def test_every_page_fits_a_phone_and_a_desktop(page: Page, language: str):
    for name, path in PAGES.items():
        page.goto(f"/{language}/{path}")
        look(page, name, language)
    for game in GAMES:
        start(page, language, game)
        look(page, f"match-{game}", language)
        page.locator(".resign summary").click()
        page.locator(".resign button").click()
        expect(page.locator(".result")).to_be_visible()
        look(page, f"result-{game}", language)


def test_a_guest_finds_both_doors_on_the_smallest_phone(page: Page):
    page.set_viewport_size({"width": 320, "height": 568})
    for language in ("ms", "uk", "tr", "en"):
        page.goto(f"/{language}/")
        for door in ("login", "signup"):
            expect(page.locator(f".site-header a[href$='/account/{door}/']")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_laps_by_keyboard_keep_the_focus_at_the_table(page: Page):
    start(page)
    page.locator(".brand").focus()
    while not page.evaluate("document.activeElement.matches('.hand-card')"):
        page.keyboard.press("Tab")
    for _ in range(3):
        ply = ply_of(page)
        target = playable(page).first
        if target.get_attribute("value") == "--":
            page.keyboard.press("End")
            page.keyboard.press("Tab")
        else:
            page.keyboard.press("Home")
            while not target.evaluate("card => card === document.activeElement"):
                page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "ply => Number(document.querySelector('#table').dataset.ply) > ply", arg=ply
        )
        assert page.evaluate(FOCUS_IS_AT_THE_TABLE)
        expect_next_turn(page, ply)
        assert page.evaluate(FOCUS_IS_AT_THE_TABLE)
        page.keyboard.press("ArrowLeft")  # from the pass button back to the hand
        if not page.evaluate("document.activeElement.matches('.hand-card')"):
            page.keyboard.press("Shift+Tab")


def test_one_line_tells_what_happened_and_nothing_else_speaks(page: Page):
    start(page)
    # The other one speaks when a hint was asked for.
    speaks = page.locator("#table :is([role=status], [role=alert], [aria-live]):not(#advised)")
    expect(speaks).to_have_count(1)
    ply = ply_of(page)
    page.evaluate(
        """() => {
          window.told = []
          const tell = () => {
            const text = document.querySelector("#status").textContent
            if (text !== told.at(-1)) told.push(text)
          }
          new MutationObserver(tell).observe(
            document.querySelector("#status"),
            { subtree: true, childList: true, characterData: true },
          )
        }"""
    )
    playable(page).first.click()
    expect_next_turn(page, ply)
    mine, *theirs = page.evaluate("told")
    assert mine.startswith("You: ")
    assert len(theirs) == 1  # three moves of bots come at once and are told at once
    for name in ("Aisyah: ", "Taras: ", "Defne: ", "Your turn."):
        assert theirs[0].count(name) == 1


def test_back_shows_the_table_as_it_is_now(page: Page, context: BrowserContext):
    match = start(page)
    ply = ply_of(page)
    page.goto("/en/rules/sevens/")
    other = context.new_page()
    other.goto(match)
    playable(other).first.click()
    expect_next_turn(other, ply)
    page.go_back()
    expect_next_turn(page, ply)
    assert page.locator(".hand-card").count() == other.locator(".hand-card").count()


def test_a_double_click_plays_one_card(page: Page):
    legal = page.locator("#hand [data-state=legal]")
    start(page)
    while not legal.count():  # a hand may have to pass at first
        start(page)
    moves = []
    page.on("request", lambda asked: moves.append(asked.url) if asked.method == "POST" else None)
    ply, cards = ply_of(page), page.locator(".hand-card")
    before = cards.count()
    legal.first.dblclick()
    expect_next_turn(page, ply)
    expect(cards).to_have_count(before - 1)
    assert len(moves) == 1


def test_a_lost_answer_heals_by_itself(page: Page, context: BrowserContext):
    lonely = context.new_page()  # a lost answer is an error on the console
    start(lonely)
    ply = ply_of(lonely)

    def lose(route):
        route.fetch()
        route.abort()

    lonely.route("**/move/", lose)
    lonely.route("**/table/", lambda route: route.abort(), times=1)
    playable(lonely).first.click()
    expect_next_turn(lonely, ply)
    expect(lonely.locator("[data-away]")).to_be_hidden()


def test_a_refused_card_says_why_and_covers_nothing(context: BrowserContext):
    page = context.new_page()  # a refusal is an error on the console
    page.set_viewport_size({"width": 390, "height": 844})
    match = start(page)
    resting = page.locator("#hand [data-state=resting]").first
    for language in ("ms", "uk", "tr", "en"):
        page.goto(match.replace("/en/", f"/{language}/"))
        before = page.locator(".hand").bounding_box()
        resting.click()
        refusal = page.locator(".refusal")
        expect(refusal).to_be_visible()
        assert page.locator(".hand").bounding_box() == before
        box = refusal.bounding_box()
        rows = page.locator(".rows").bounding_box()
        assert rows["y"] + rows["height"] <= box["y"]
        assert box["y"] + box["height"] <= before["y"]
        said = refusal.element_handle()
        resting.click()  # the same again is said again: the line is a new one
        page.wait_for_function("line => !line.isConnected", arg=said)
        expect(refusal).to_be_visible()


def test_melds_by_keyboard_keep_the_focus_at_the_table(page: Page):
    start(page, game="rummy-500")
    for _ in range(6):
        expect(page.locator("#hand :is(.moves button, .offers)").first).to_be_visible(timeout=TURN)
        ply = ply_of(page)
        if page.locator("#draw").count():
            page.locator("#draw").press("Enter")
        else:
            proposed = page.locator("#offers [data-shown] button")
            if not proposed.count():
                page.locator("[data-pick]").first.press("Space")
            proposed.last.press("Enter")
        page.wait_for_function(
            "ply => Number(document.querySelector('#table').dataset.ply) > ply", arg=ply
        )
        assert page.evaluate(FOCUS_IS_AT_THE_TABLE)
        assert page.evaluate("document.activeElement.checkVisibility()")


def test_picked_cards_stay_picked_when_the_table_is_fetched_again(page: Page):
    start(page, game="rummy-500")
    picks = page.locator("[data-pick]")
    for at in (0, 2):
        picks.nth(at).click()
    held = [picks.nth(at).get_attribute("data-pick") for at in (0, 2)]
    page.locator("#draw").click()
    expect(page.locator("#offers")).to_be_visible()
    for name in held:
        expect(page.locator(f"[data-pick='{name}']")).to_have_attribute("aria-pressed", "true")


def test_a_pick_does_not_outlive_its_deal(page: Page):
    """The next deal may bring the same card: it would come picked, and hide what can be laid."""
    start(page, game="rummy-500")
    page.locator("[data-pick]").first.click()
    page.evaluate("document.getElementById('picks').dataset.deal = 'the one before'")
    page.locator("#draw").click()
    expect(page.locator("#offers")).to_be_visible()
    expect(page.locator("[data-pick][aria-pressed=true]")).to_have_count(0)
