"""Play without a network, in a real browser: whole matches, what comes of them when the network is
back, and matches that were left in the middle."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from games.engine.record import Record

from .offline_table import READY, deal, keep, my_turn, ply, press
from .test_ranked_match import play_sevens, play_to_the_end, sign_up

CHECKED = 60_000  # milliseconds: the server replays a match in slices, on a busy machine
STORED = """() => new Promise((resolve, reject) => {
  const open = indexedDB.open("keyval-store")
  open.onerror = () => reject(open.error)
  open.onsuccess = () => {
    const asked = open.result.transaction("keyval").objectStore("keyval").get("match")
    asked.onsuccess = () => resolve(asked.result.record)
  }
})"""
# Counts what the page asks its worker for.
COUNTED = """window.asked = 0
const post = Worker.prototype.postMessage
Worker.prototype.postMessage = function (...given) {
  window.asked += 1
  return post.apply(this, given)
}"""

# Twenty frames of the page.
FRAMES = """new Promise((done) => {
  let left = 20
  const frame = () => (left-- ? requestAnimationFrame(frame) : done())
  frame()
})"""


@pytest.fixture
def network(context: BrowserContext) -> Iterator[BrowserContext]:
    """The browser of the page, which gets its network back in the end."""
    yield context
    context.set_offline(False)


@pytest.fixture
def told(context: BrowserContext) -> list[dict]:
    """What the browser sends to the site of matches that are over, as it comes."""
    sent: list[dict] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/offline/matches/"):
            sent.append(request.post_data_json)

    context.on("request", note)
    return sent


def latest(page: Page):
    return page.locator("[data-part=latest] li")


def new_match(page: Page) -> None:
    expect(page.locator("#offline [data-part=new]")).to_be_visible(timeout=READY)


def deals(page: Page, number: int) -> None:
    """So many deals that count are on the device."""
    said = page.locator("[data-part=deals]")
    if number:
        expect(said).to_contain_text(re.compile(rf"\b{number}\."), timeout=CHECKED)
    else:
        expect(said).to_be_hidden()


def again(page: Page) -> None:
    """The button under the result."""
    page.locator(".result button[data-main]").click()
    expect(page.locator(".result")).to_have_count(0)


def has_won(page: Page) -> bool:
    return page.locator(".result").get_attribute("data-won") == "yes"


def back(network: BrowserContext, page: Page, matches: int) -> None:
    """The network returns, and the server has judged so many matches."""
    network.set_offline(False)
    expect(latest(page).filter(has_text="Checked")).to_have_count(matches, timeout=CHECKED)


def test_matches_without_a_network_come_to_the_board_when_it_is_back(
    page: Page, network: BrowserContext, told: list[dict]
):
    """Sevens until one is won, then the other games, and one for fun."""
    sign_up(page, "Wayfarer")
    keep(page)
    deals(page, 5)
    network.set_offline(True)
    page.reload()
    new_match(page)
    deals(page, 5)
    played, won = 0, False
    while not won:
        if played and played % 5 == 0:  # new deals are given for those that were played
            back(network, page, played)
            deals(page, 5)
            network.set_offline(True)
        if played % 5 == 0:
            deal(page, "sevens")
        else:
            again(page)
        expect(page.locator(".stakes")).to_contain_text("Counts for the offline board")
        play_to_the_end(page, play_sevens)
        played += 1
        won = has_won(page)
    expect(page.locator(".result")).to_contain_text("10 points on the offline board")
    expect(latest(page).filter(has_text="waits for the network")).not_to_have_count(0)
    assert len(told) == played - (played - 1) % 5 - 1

    back(network, page, played)
    deals(page, 5)
    first = latest(page).first
    expect(first).to_contain_text("won · Checked and counted: 10 points")
    assert len(told) == played
    page.reload()
    new_match(page)
    deals(page, 5)
    assert len(told) == played
    assert len({Record.loads(each["record"]).tags["Match"] for each in told}) == played

    page.goto("/en/board/?by=offline")
    mine = page.locator("tr[data-me]").first
    expect(mine).to_contain_text("Wayfarer")
    expect(mine).to_contain_text("10")
    page.goto("/en/player/Wayfarer/")
    own = page.get_by_role("region", name="Without a network")
    expect(own.locator("tr", has_text="Won").locator("td").first).to_have_text("1")
    expect(own.locator("tr", has_text="Points").locator("td").first).to_have_text("10")


@pytest.mark.parametrize(
    ("game", "options"), [("pis-yedili", {}), ("rummy-500", {"target": "100"})]
)
def test_the_other_games_are_played_to_their_end_and_again(
    page: Page, network: BrowserContext, game: str, options: dict[str, str]
):
    page.add_init_script(COUNTED)
    keep(page)
    network.set_offline(True)
    page.reload()
    new_match(page)
    deal(page, game, 2, **options)
    press(page)
    expect(page.locator(".result tbody tr")).to_have_count(2)
    new_match(page)
    expect(latest(page)).to_have_count(1)
    again(page)
    press(page, seed=2, until=6)
    # The plies of the match before are forgotten: a table that is true is not asked for again.
    my_turn(page)
    before = page.evaluate("window.asked")
    page.evaluate(FRAMES)
    assert page.evaluate("window.asked") - before <= 2


def test_the_network_goes_in_the_middle_and_the_tab_too_and_the_match_goes_on(
    page: Page, network: BrowserContext
):
    keep(page)
    deal(page, "pis-yedili", 4, "normal")
    press(page, until=12)
    network.set_offline(True)
    press(page, until=24)
    my_turn(page)
    stood, hand = ply(page), page.locator("#hand .hand").inner_text()
    record = Record.loads(page.evaluate(STORED))
    assert len(record.plies) == stood
    page.close()

    later = network.new_page()
    later.goto("/en/offline/")
    expect(later.locator("#table")).to_have_attribute("data-ply", str(stood), timeout=READY)
    assert later.locator("#hand .hand").inner_text() == hand
    press(later, seed=3)
    expect(later.locator(".result tbody tr")).to_have_count(4)
    done = Record.loads(later.evaluate(STORED))
    assert done.plies[:stood] == record.plies
    assert done.tags["Match"] == record.tags["Match"]


def saved(page: Page) -> str:
    """The file that the page gives."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").locator("visible=true").click()
    return download.value.path().read_text()


def opened(page: Page, text: str) -> None:
    file = {"name": "tujuh.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("[data-do=import]").set_input_files(file)


def test_a_record_is_saved_and_goes_on_in_another_browser(
    page: Page, browser: Browser, base_url: str
):
    keep(page)
    deal(page, "sevens", 3)
    press(page, until=10)
    my_turn(page)
    stood, live = ply(page), page.evaluate(STORED)
    assert saved(page) == live
    expect(page.locator("[data-do=import]")).to_be_hidden()
    page.locator(".resign summary").click()
    page.locator(".resign button").click()
    expect(page.locator(".result")).to_contain_text("given up")
    given_up = Record.loads(saved(page))
    assert given_up.tags["Given"] == "up"
    assert given_up.plies == Record.loads(live).plies
    for _state in given_up.states():
        pass

    opened(page, live.replace("deal:", "deal:7h"))
    expect(page.get_by_role("alert")).to_contain_text("no record of a match")
    expect(page.locator(".result")).to_contain_text("given up")
    assert Record.loads(page.evaluate(STORED)) == given_up

    other = browser.new_context(base_url=base_url)
    there = other.new_page()
    keep(there, "tr")
    opened(there, live)
    expect(there.locator("#table")).to_have_attribute("data-ply", str(stood))
    press(there, seed=5)
    expect(there.locator(".result tbody tr")).to_have_count(3)
    record = Record.loads(there.evaluate(STORED))
    assert record.plies[:stood] == given_up.plies
    other.close()


def test_what_is_no_record_is_refused_before_any_match(page: Page):
    keep(page)
    opened(page, "nonsense")
    expect(page.get_by_role("alert")).to_contain_text("no record of a match")
    new_match(page)
    expect(page.get_by_role("button", name="Save the record")).to_be_hidden()


# Puts the worker's script into the cache with a change, or as it was.
CHANGED = """async ([old, changed]) => {
  const cache = await caches.open("tujuh-files")
  const url = JSON.parse(document.getElementById("told").textContent).files["engine.js"]
  const text = await (await cache.match(url)).text()
  if (!text.includes(old)) throw new Error(`there is no ${old}`)
  const headers = { "Content-Type": "text/javascript" }
  await cache.put(url, new Response(text.replace(old, changed), { headers }))
}"""


@pytest.mark.parametrize(
    "broken",
    [
        "(() => { throw new Error('no room') })()",  # said by the script
        "(() => { setTimeout(() => nothing); return new Promise(() => {}) })()",  # of the thread
    ],
)
def test_where_the_bots_fail_the_page_says_so_and_the_match_goes_on_from_what_is_kept(
    network: BrowserContext, broken: str
):
    """In a page whose console may tell of it."""
    page = network.new_page()
    keep(page)
    deal(page, "sevens", 4)
    press(page, until=10)
    my_turn(page)
    reply = "JSON.parse(device.reply())"
    page.evaluate(CHANGED, [reply, f"await {broken}"])
    page.reload()
    my_turn(page)
    before = ply(page)
    page.locator("#hand :is([data-state=legal], .moves button)").first.click()
    failed = page.locator("[data-says=failed]")
    expect(failed).to_be_visible()
    expect(page.locator("#table")).to_have_count(0)
    kept = Record.loads(saved(page))
    assert len(kept.plies) > before
    page.evaluate(CHANGED, [f"await {broken}", reply])
    failed.get_by_role("button", name="Try again").click()
    expect(page.locator("#table")).to_be_visible(timeout=READY)
    expect(failed).to_be_hidden()
    press(page, seed=2)
    expect(page.locator(".result")).to_be_visible()
    done = Record.loads(page.evaluate(STORED))
    assert done.tags["Match"] == kept.tags["Match"]
    assert done.plies[: len(kept.plies)] == kept.plies


def test_one_tab_plays_at_a_time_and_the_other_leaves_the_match_alone(
    page: Page, network: BrowserContext
):
    keep(page)
    deal(page, "sevens", 4)
    press(page, until=8)
    my_turn(page)
    stood = ply(page)
    other = network.new_page()
    other.goto("/en/offline/")
    expect(other.locator("[data-says=elsewhere]")).to_be_visible(timeout=READY)
    expect(other.locator("#table")).to_have_count(0)
    other.get_by_role("button", name="Play here").click()
    expect(other.locator("#table")).to_have_attribute("data-ply", str(stood), timeout=READY)
    expect(page.locator("[data-says=elsewhere]")).to_be_visible()
    expect(page.locator("#table")).to_have_count(0)
    expect(page.locator("#offline [data-part=new]")).to_be_hidden()
    press(other, seed=4)
    expect(other.locator(".result")).to_be_visible()
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".result")).to_be_visible(timeout=READY)


def test_what_a_guest_played_comes_along_when_he_signs_up(
    page: Page, network: BrowserContext, told: list[dict]
):
    keep(page)
    expect(page.get_by_text("What you played on this device comes along.")).to_be_visible()
    deals(page, 0)
    network.set_offline(True)
    deal(page, "sevens", 3)
    press(page)
    won = has_won(page)
    again(page)
    page.locator(".resign summary").click()
    page.locator(".resign button").click()
    expect(page.locator("[data-part=tally] li")).to_have_text(f"Sevens: {int(won)} of 2 won")
    network.set_offline(False)
    sign_up(page, "Formerguest")
    assert told == []
    page.goto("/en/offline/")
    deals(page, 5)
    assert [(each["game"], each["seats"]) for each in told] == [("sevens", 3)] * 2
    page.goto("/en/player/Formerguest/")
    own = page.get_by_role("region", name="Without a network")
    row = own.locator("tbody tr", has_text=re.compile("Sevens"))
    expect(row.locator("td")).to_have_text(["2", str(int(won))])
