"""The whole way of a person: sign up, play a ranked match to its end, be on the leaderboard."""

import re
import uuid

from playwright.sync_api import Page, expect

RANKS = "A23456789TJQK"
SEVEN = RANKS.index("7")
TURN = 30_000  # milliseconds: three bots on a busy machine


def code_from_mail(page: Page, address: str) -> str:
    """The code in the newest mail to this address, read at the development page."""
    mail = page.context.new_page()
    mail.goto("/dev/mail/")
    text = mail.locator("main").inner_text()
    mail.close()
    newest = text[text.index(address) :]
    return re.search(r"\b[A-Z0-9]{4}-?[A-Z0-9]{4}\b", newest)[0]


def sign_up(page: Page, name: str, language: str = "en") -> str:
    """Make an account through the pages; its address."""
    address = f"{uuid.uuid4().hex[:12]}@example.org"
    page.goto(f"/{language}/account/signup/")
    page.locator("[name=name]").fill(name)
    page.locator("[name=email]").fill(address)
    page.locator("[name=password1]").fill("a long and quiet evening")
    page.locator("main form button").first.click()
    page.locator("[name=code]").fill(code_from_mail(page, address))
    page.locator("main form button").first.click()
    expect(page.locator("header")).to_contain_text(name)
    return address


def freed(card: str, hand: list[str]) -> int:
    """How many cards of the own hand lie beyond this one: playing for the most wins every second
    match against three bots that play at random, where the first card that fits wins a quarter."""
    rank = RANKS.index(card[0])
    mine = [RANKS.index(other[0]) for other in hand if other[1] == card[1] and other != card]
    return sum(other > rank >= SEVEN or other < rank <= SEVEN for other in mine)


def play_to_the_end(page: Page) -> None:
    """Click the best of the cards that fit, or pass, whenever it is our turn."""
    table, hand = page.locator("#table"), page.locator("#hand [name=move]")
    playable = page.locator("#hand [data-state=legal], #pass")
    while True:
        expect(playable.first.or_(page.locator(".result"))).to_be_visible(timeout=TURN)
        if table.get_attribute("data-over") is not None:
            return
        ply = table.get_attribute("data-ply")
        values = "buttons => buttons.map(button => button.value)"
        held, legal = hand.evaluate_all(values), playable.evaluate_all(values)
        best = max(legal, key=lambda move: move != "--" and freed(move, held))
        page.locator(f"#hand [value='{best}']").click()
        expect(table).not_to_have_attribute("data-ply", ply, timeout=TURN)


def test_a_newcomer_plays_a_ranked_match_and_finds_himself_on_the_board(page: Page):
    sign_up(page, "Newcomer")
    won = False
    while not won:  # a match can be lost: each is played to its end, until one is won
        page.goto("/en/play/sevens/")
        page.locator("[name=seats][value='4']").check(force=True)
        page.locator("[name=level][value=easy]").check(force=True)
        page.locator("main form button").last.click()
        play_to_the_end(page)
        won = page.locator(".result").get_attribute("data-won") == "yes"
        expect(page.locator(".result tbody tr")).to_have_count(4)
    expect(page.locator(".result")).to_contain_text("10")
    for _ in range(2):  # and again after a reload
        page.goto("/en/board/")
        mine = page.locator("tr[data-me]").first
        expect(mine).to_contain_text("Newcomer")
        expect(mine).to_contain_text("10")
        page.reload()
