"""The whole way of a person: sign up, play a ranked match to its end, be on the leaderboard."""

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

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


VALUES = {"A": 15, "T": 10, "J": 10, "Q": 10, "K": 10} | {rank: int(rank) for rank in "23456789"}
PENALTIES = VALUES | {"J": 25, "7": 20}


def freed(card: str, hand: list[str]) -> int:
    """How many cards of the own hand lie beyond this one: playing for the most wins every second
    match against three bots that play at random, where the first card that fits wins a quarter."""
    rank = RANKS.index(card[0])
    mine = [RANKS.index(other[0]) for other in hand if other[1] == card[1] and other != card]
    return sum(other > rank >= SEVEN or other < rank <= SEVEN for other in mine)


def values(buttons: Locator) -> list[str]:
    return buttons.evaluate_all("buttons => buttons.map(button => button.value)")


def play_sevens(page: Page) -> None:
    """The card that frees most of the hand, or a pass."""
    legal = values(page.locator("#hand :is([data-state=legal], .moves button)"))
    held = values(page.locator("#hand .hand-card"))
    best = max(legal, key=lambda move: move != "--" and freed(move, held))
    page.locator(f"#hand [value='{best}']").click()


def play_pis_yedili(page: Page) -> None:
    """The dearest card that fits, a jack only at need; else draw once and end the turn."""
    cards = values(page.locator("#hand button.hand-card[data-state=legal][name=move]"))
    jack = page.locator("#hand .hand-card[popovertarget]").first
    buttons = values(page.locator("#hand .moves button"))
    if cards:
        best = max(cards, key=lambda card: PENALTIES[card[0]])
        page.locator(f"#hand .hand-card[value='{best}']").first.click()
    elif jack.count():
        jack.click()
        page.locator(".choose:popover-open [name=move]").first.click()
    else:
        page.locator(f"#hand .moves [value='{'--' if '--' in buttons else '+'}']").click()


def play_rummy(page: Page) -> None:
    """Take from the pile what has a use, lay all that can be laid, throw the dearest loose card."""
    takes = page.locator(".pile-card[data-state=legal] > button")
    proposed = page.locator("#offers [data-most] button")
    if takes.count():
        takes.last.click()
        page.locator(".choose:popover-open [name=move]").click()
    elif page.locator("#draw").count():
        page.locator("#draw").click()
    elif proposed.count():
        proposed.first.click()
    else:
        picks = page.locator("[data-pick]")
        held = picks.evaluate_all("cards => cards.map(card => card.dataset.pick)")
        thrown = max(held, key=lambda card: (not has_company(card, held), VALUES[card[0]]))
        page.locator(f"[data-pick='{thrown}']").click()
        page.locator(f"#offers [value='-{thrown}']").click()


def has_company(card: str, hand: list[str]) -> bool:
    """Whether the hand holds another card of its rank, or one of its suit at most two away."""
    return any(
        other != card
        and (
            other[0] == card[0]
            or (other[1] == card[1] and abs(RANKS.index(other[0]) - RANKS.index(card[0])) <= 2)
        )
        for other in hand
    )


def play_to_the_end(page: Page, play: Callable[[Page], None]) -> None:
    """Click what the page offers whenever it is our turn."""
    table = page.locator("#table")
    offered = page.locator("#hand :is([data-state=legal], .moves button, .offers)")
    while True:
        expect(offered.first.or_(page.locator(".result"))).to_be_visible(timeout=TURN)
        if table.get_attribute("data-over") is not None:
            return
        ply = table.get_attribute("data-ply")
        play(page)
        expect(table).not_to_have_attribute("data-ply", ply, timeout=TURN)


@pytest.mark.parametrize(
    ("game", "seats", "play"),
    [
        ("sevens", 4, play_sevens),
        ("rummy-500", 2, play_rummy),
        ("pis-yedili", 2, play_pis_yedili),
    ],
)
def test_a_newcomer_plays_a_ranked_match_and_finds_himself_on_the_board(
    page: Page, game: str, seats: int, play: Callable[[Page], None]
):
    page.set_viewport_size({"width": 390, "height": 844})
    name = f"Newcomer {game[0].upper()}"
    sign_up(page, name)
    won = False
    while not won:  # a match can be lost: each is played to its end, until one is won
        page.goto(f"/en/play/{game}/")
        page.locator(f"[name=seats][value='{seats}']").check(force=True)
        page.locator("[name=level][value=easy]").check(force=True)
        page.locator("main form button").last.click()
        play_to_the_end(page, play)
        won = page.locator(".result").get_attribute("data-won") == "yes"
        expect(page.locator(".result tbody tr")).to_have_count(seats)
    expect(page.locator(".result")).to_contain_text("10")
    for _ in range(2):  # and again after a reload
        page.goto("/en/board/")
        mine = page.locator("tr[data-me]").first
        expect(mine).to_contain_text(name)
        expect(mine).to_contain_text("10")
        page.reload()
