"""Leaving, and coming back, as a person does it.

SCREENSHOTS=/tmp/pages saves each page there, as test_accounts.py does.
"""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .looking import look
from .test_ranked_match import sign_up

PASSWORD = "a long and quiet evening"  # of those who sign_up


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def to_privacy(page: Page) -> None:
    page.goto("/en/account/")
    page.locator("#to-privacy").click()


def log_in(page: Page, address: str) -> None:
    page.goto("/en/account/login/")
    page.locator("[name=login]").fill(address)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()


def mails(page: Page, address: str) -> str:
    inbox = page.context.new_page()
    inbox.goto("/dev/mail/")
    text = inbox.locator("main").inner_text()
    inbox.close()
    return text[text.index(address) :]


def test_what_others_see_is_chosen_and_kept(page: Page):
    sign_up(page, "Shy One")
    to_privacy(page)
    look(page, "privacy")
    box = page.get_by_role("checkbox", name="Show me on the leaderboard")
    expect(box).to_be_checked()
    box.uncheck()
    press(page, "Save")
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    expect(box).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="Show my figures to others")).to_be_checked()


def test_the_copy_of_everything_comes_as_a_file(page: Page):
    address = sign_up(page, "Collector")
    to_privacy(page)
    press(page, "Download")
    expect(page.get_by_role("status")).to_contain_text("then press Download once more")
    look(page, "privacy-download-prove")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page.locator("h1")).to_have_text("Privacy")
    with page.expect_download() as download:
        press(page, "Download")
    assert download.value.suggested_filename == "tujuh.json"
    copy = json.loads(Path(download.value.path()).read_text())
    assert copy["account"]["email"] == address
    assert len(copy["sessions"]) == 1


def test_who_leaves_is_told_comes_back_within_the_days_of_grace_and_all_is_as_it_was(page: Page):
    address = sign_up(page, "Leaver")
    to_privacy(page)
    page.locator("main").get_by_role("link", name="Delete the account").click()
    look(page, "privacy-delete")
    press(page, "Delete my account")
    look(page, "privacy-delete-prove")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").first.click()
    expect(page.get_by_role("status")).to_contain_text("Your account is closed")
    expect(page.locator(".sign-in")).to_be_visible()
    assert "will be deleted on" in mails(page, address)

    log_in(page, address)
    expect(page).to_have_url(re.compile("/en/account/closing/$"))
    look(page, "privacy-closing")
    page.goto("/en/account/")
    expect(page.locator("h1")).to_have_text("Your account is closed")  # there is no way around it
    press(page, "Leave it closed")
    expect(page.locator(".sign-in")).to_be_visible()

    log_in(page, address)
    press(page, "Keep my account")
    expect(page.get_by_role("status")).to_contain_text("Your account stays.")
    expect(page.locator("header")).to_contain_text("Leaver")
