"""A match once more, and the page of a person, in a real browser: a new guest looks back at the
match that he gave up, signs up, and finds it on his page.

SCREENSHOTS=/tmp/pages saves each page there, as test_pages.py does.
"""

from playwright.sync_api import Page, expect

from .looking import look
from .test_pages import expect_next_turn, playable, ply_of, start
from .test_ranked_match import sign_up


def test_a_guest_looks_back_at_a_match_and_keeps_it(page: Page):
    start(page)
    ply = ply_of(page)
    playable(page).first.click()
    expect_next_turn(page, ply)
    page.locator(".resign summary").click()
    page.locator(".resign button").click()
    page.get_by_role("link", name="Look at it again").click()
    expect(page.locator("#step")).to_contain_text("Step 1 of")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#step")).to_contain_text("Step 2 of")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.locator("#step")).to_contain_text("The match was given up.")
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_count(0)
    expect(page.locator(".table button, .table form")).to_have_count(0)
    look(page, "replay")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.startswith("sevens-")

    sign_up(page, "Elif.Kaya")
    page.locator(".site-person summary", has=page.locator(".person-name")).click()
    page.get_by_role("link", name="My page").click()
    expect(page.locator("h1")).to_have_text("Elif.Kaya")
    expect(page.locator(".past")).to_contain_text("given up")
    look(page, "player")
    page.get_by_role("link", name="Matches by game and level").click()
    page.get_by_role("link", name="Rummy 500", exact=True).click()
    expect(page.locator("main")).to_contain_text("No such match.")
    page.get_by_role("link", name="Sevens", exact=True).click()
    look(page, "history")
    page.locator(".past a").click()
    expect(page.locator("#step")).to_contain_text("Step 1 of")
