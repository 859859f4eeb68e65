"""The leaderboard in a browser: on a phone, on a desktop, by another clock, without a script; and a
guest who wins, signs up and finds what he won.

SCREENSHOTS=/tmp/pages saves the boards there, as test_pages.py does.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlsplit, urlunsplit
from zoneinfo import ZoneInfo

import psycopg
import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from accounts import names
from config import devservices
from games import boards
from games.boards import Period

from . import looking, running
from .test_ranked_match import play_sevens, play_to_the_end, sign_up

READER = "Boardreader"
POINTS = boards.points_board("", "", Period.ALL, timezone.now()).number
RATING = boards.rating_board("sevens").number
CROWD = 9_999_900  # people of whom there is but their number
BOXES = "links => links.map(link => link.getBoundingClientRect().toJSON())"


@pytest.fixture
def database(site: str) -> Iterator[psycopg.Connection]:
    """The site's database, emptied of boards before and after."""
    url = urlsplit(devservices.DATABASE_URL)
    address = urlunsplit(url._replace(path=f"/{running.DATABASE}"))
    empty = (
        "truncate games_standing, games_change, games_fine, games_coarse, games_rating;"
        "delete from accounts_user where email like '%@boards.example.org'"
    )
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(empty)
        yield connection
        connection.execute(empty)


@pytest.fixture
def crowded(database: psycopg.Connection) -> psycopg.Connection:
    """Sixty people with the longest names and six digits, and a crowd counted before them all, so
    that the sixtieth is as far down as anybody will be."""
    for at in range(60):
        name = f"WWWWWWWWWWWWWWWWWW{at + 10}"
        user = database.execute(
            "insert into accounts_user (password, is_superuser, is_staff, is_active, date_joined,"
            " email, name, name_fold, barred, hidden, shows_figures, shows_matches) values"
            " ('', false, false, true, now(), %s, %s, %s, false, false, true, true) returning id",
            [f"{at}@boards.example.org", name, names.fold(name)],
        ).fetchone()[0]
        _stand(database, user, POINTS, 999_990 - 10 * at)
        _stand(database, user, RATING, 2400 - at)
        database.execute(
            "insert into games_rating values (%s, 'sevens', 60, 12.475, 99999)", [user]
        )
    for board, value in ((POINTS, 2_000_000), (RATING, 3000)):
        database.execute(
            "insert into games_change (board, value, n) values (%s, %s, %s)", [board, value, CROWD]
        )
    return database


def _stand(database: psycopg.Connection, user: int, board: int, value: int) -> None:
    database.execute(
        "insert into games_standing values (%s, %s, %s, 0, 98765, 99999, true)",
        [user, board, value],
    )
    database.execute(
        "insert into games_change (board, value, n) values (%s, %s, 1)", [board, value]
    )


def look(page: Page, name: str) -> None:
    """Besides what is true of all pages, that every cell of a board holds its text, and that a
    finger meets choices and names."""
    looking.look(page, f"board-{name}")
    for width, height in looking.SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        cells = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).length"
        assert page.locator(".board :is(td, th)").evaluate_all(cells) == 0
        for box in page.locator(".board-choices a, .board th[scope=row] a").evaluate_all(BOXES):
            assert box["height"] >= 44


def test_long_names_great_numbers_and_low_places_fit_a_phone(
    page: Page, crowded: psycopg.Connection
):
    page.goto("/en/board/")
    look(page, "top")
    sign_up(page, READER)
    (user,) = crowded.execute("select id from accounts_user where name = %s", [READER]).fetchone()
    _stand(crowded, user, POINTS, 30)
    _stand(crowded, user, RATING, 1200)
    crowded.execute("insert into games_rating values (%s, 'sevens', 20, 2.5, 11)", [user])
    for name, address in {"points": "", "rating": "?by=rating&game=sevens"}.items():
        page.goto(f"/en/board/{address}")
        expect(page.locator(".board-place")).to_contain_text("9,999,961")
        expect(page.locator("#around tbody tr")).to_have_count(6)
        mine = page.locator("#around [data-me]")
        expect(mine).to_contain_text(READER)
        expect(mine.locator("td").first).to_have_text("9,999,961")
        look(page, name)
        page.locator("a[rel=next]").click()
        expect(page.locator(".board-rows").first.locator("tbody tr")).to_have_count(11)
        expect(page.locator("#around")).to_have_count(0)  # he is on this page
    page.goto("/en/board/?name=wwwww")
    look(page, "found")
    found = page.locator(".board th[scope=row] a").first
    name = found.inner_text()
    assert name.startswith("WWWWWWWWWWWWWWWWWW")
    found.click()
    expect(page.locator("h1")).to_have_text(name)


def test_each_choice_is_a_page_that_back_leads_back_from(page: Page, crowded: psycopg.Connection):
    page.goto("/en/board/")
    page.locator("#period-week").click()
    expect(page.locator("#board-title")).to_have_text("Points, this week")
    page.locator("#game-sevens").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board-title")).to_have_text("Points, Sevens, this week")
    expect(page.locator("#game-sevens")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"/en/board/\?game=sevens&window=week$"))
    expect(page.locator("#languages a[lang=tr]")).to_have_attribute(
        "href", re.compile(r"\?game=sevens&window=week$")
    )
    page.locator("#by-rating").click()
    expect(page.locator("#board-title")).to_have_text("Rating, Sevens")
    expect(page.locator("#period-week")).to_have_count(0)
    page.go_back()
    expect(page.locator("#board-title")).to_have_text("Points, Sevens, this week")
    page.go_forward()
    page.locator("#find-name").fill("WWWWWWWWWWWWWWWWWW12")
    page.locator(".board-find button").click()
    expect(page.locator(".board tbody tr")).to_have_count(1)
    expect(page.locator(".board tbody td").first).to_have_text("9,999,903")
    page.get_by_role("link", name="To the top of the board").click()
    expect(page.locator(".board tbody tr")).to_have_count(50)


@pytest.mark.usefixtures("database")
def test_the_end_of_the_week_is_told_by_the_readers_clock(browser: Browser, base_url: str):
    there = browser.new_context(base_url=base_url, timezone_id="Asia/Kuala_Lumpur")
    page = there.new_page()
    page.goto("/en/board/")
    page.locator("#period-week").click()
    moment = page.locator("time[data-clock]")
    expect(moment).to_contain_text("GMT+8")
    ends = datetime.fromisoformat(moment.get_attribute("datetime"))
    own = ends.astimezone(ZoneInfo("Asia/Kuala_Lumpur"))
    assert (ends.weekday(), ends.hour, own.hour) == (0, 0, 8)
    assert "Monday" in moment.inner_text()
    assert re.search(r"\b0?8:00", moment.inner_text())
    there.close()


@pytest.mark.usefixtures("crowded")
def test_every_board_is_there_without_a_script(browser: Browser, base_url: str):
    page = browser.new_context(base_url=base_url, java_script_enabled=False).new_page()
    page.goto("/en/board/")
    page.locator("#game-sevens").click()
    page.locator("#period-month").click()
    expect(page.locator("#board-title")).to_have_text("Points, Sevens, this month")
    expect(page.locator("time[data-clock]")).to_contain_text("00:00 UTC")
    page.locator("#by-rating").click()
    page.locator("a[rel=next]").click()
    expect(page.locator(".board tbody tr")).to_have_count(10)
    expect(page.locator(".board tbody td").first).to_have_text("9,999,951")
    page.context.close()


def test_a_guest_who_wins_and_signs_up_finds_the_match_under_his_name(page: Page):
    """It was for fun, so that the board still asks him for a ranked one."""
    won = False
    while not won:  # a match can be lost: each is played to its end, until one is won
        page.goto("/en/play/sevens/")
        page.locator("[name=seats][value='2']").check(force=True)
        page.locator("[name=level][value=easy]").check(force=True)
        page.locator("main form button").last.click()
        play_to_the_end(page, play_sevens)
        won = page.locator(".result").get_attribute("data-won") == "yes"
    match = re.search(r"/match/([0-9a-f-]{36})/", page.url)[1]
    sign_up(page, "Wasaguest")
    page.goto("/en/player/Wasaguest/matches/")
    row = page.locator("main tr, main li", has=page.locator(f"a[href*='{match}']"))
    expect(row).to_contain_text("won")
    expect(row).to_contain_text("for fun")
    page.goto(f"/en/match/{match}/")
    expect(page.locator(".result")).to_have_attribute("data-won", "yes")
    page.goto("/en/board/")
    expect(page.locator(".board-place")).to_contain_text("Win a ranked match")
