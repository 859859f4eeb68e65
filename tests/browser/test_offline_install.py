"""What a real browser keeps: for whom, when the network goes, and when there is a new version.

SCREENSHOTS=/tmp/pages saves each state of the page there, as test_pages.py does.
"""

import json
import re
import urllib.request
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from . import looking
from .test_ranked_match import sign_up

LANGUAGES = ("ms", "uk", "tr", "en")
READY = "navigator.serviceWorker.ready.then(() => true)"
CONTROLLED = "navigator.serviceWorker.controller?.state === 'activated'"
# Everything in every cache: by name of the cache what is at which address.
KEPT = """async () => {
  const found = {}
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    found[name] = {}
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, { ignoreVary: true })
      const whole = ["basic", "default"].includes(answer.type) && !answer.redirected
      found[name][new URL(request.url).pathname] = whole ? answer.status : 0
    }
  }
  return found
}"""


@pytest.fixture
def keep(site: str) -> dict:
    """What the service worker is told to keep."""
    with urllib.request.urlopen(f"{site}/sw.js") as answer:
        return json.loads(answer.readline().removeprefix(b"self.KEEP = "))


@pytest.fixture
def offline(context: BrowserContext) -> Iterator[BrowserContext]:
    """The browser of the page, which gets its network back in the end."""
    yield context
    context.set_offline(False)


def visit(page: Page, address: str) -> None:
    """A page, until the service worker is there and has this page."""
    page.goto(address)
    page.evaluate(READY)
    page.wait_for_function(CONTROLLED)


def state(page: Page, name: str) -> None:
    expect(page.locator("#keep")).to_have_attribute("data-state", name)


def act(page: Page, name: str) -> None:
    page.locator(f"[data-act={name}]:visible").click()


def get(page: Page, language: str = "en") -> None:
    """The games are kept on the device."""
    visit(page, f"/{language}/offline/")
    act(page, "get")
    state(page, "kept")


def path(page: Page) -> str:
    return urlsplit(page.url).path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_visit_keeps_shells_and_statics_and_nothing_else(
    page: Page, keep: dict, language: str
):
    visit(page, f"/{language}/")
    kept = page.evaluate(KEPT)
    assert kept == {
        f"tujuh-{keep['version']}": dict.fromkeys([*keep["shells"].values(), *keep["statics"]], 200)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_one_tap_the_shell_and_the_rules_of_the_language_need_no_network(
    page: Page, offline: BrowserContext, keep: dict, language: str
):
    get(page, language)
    kept = page.evaluate(KEPT)
    assert set(kept) == {f"tujuh-{keep['version']}", "tujuh-files"}
    assert kept["tujuh-files"] == {file["url"]: 200 for file in keep["files"]}
    ours = kept[f"tujuh-{keep['version']}"]
    assert set(ours.values()) == {200}
    assert set(ours) == {*keep["shells"].values(), *keep["statics"], *keep["pages"][language]}

    offline.set_offline(True)
    page.goto(f"/{language}/offline/")
    state(page, "kept")
    expect(page.locator(".no-network")).to_be_visible()
    for address in keep["pages"][language]:
        page.goto(f"{address}?anything=1")
        assert path(page) == address
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".no-network")).to_be_visible()
        expect(page.locator(".site-person > a")).to_have_count(2)  # as kept, and
        expect(page.locator(".site-person > a:visible")).to_have_count(0)
    other = next(code for code in LANGUAGES if code != language)
    page.goto(keep["pages"][other][0])
    assert path(page) == f"/{other}/offline/"


def test_without_a_tap_the_rules_stay_where_they_are(
    page: Page, offline: BrowserContext, keep: dict
):
    visit(page, "/tr/")
    offline.set_offline(True)
    page.goto(keep["pages"]["tr"][1])
    assert path(page) == "/tr/offline/"
    state(page, "ask")


def test_no_page_of_a_person_is_ever_kept_and_the_header_is_right_at_once(
    page: Page, offline: BrowserContext, keep: dict
):
    get(page)
    sign_up(page, "Offliner")
    private = ["/en/account/", "/en/player/Offliner/", "/en/board/", "/en/", "/en/account/privacy/"]
    for address in private:
        page.goto(address)
    page.goto("/en/play/sevens/")
    page.locator("main form button").last.click()
    expect(page.locator("#table")).to_be_visible()
    table = path(page)
    rules = keep["pages"]["en"][0]
    page.goto(rules)
    expect(page.locator("header")).to_contain_text("Offliner")
    page.goto("/en/offline/")
    expect(page.locator("header")).not_to_contain_text("Offliner")
    everything = {*keep["shells"].values(), *keep["statics"], *keep["pages"]["en"]}
    everything |= {file["url"] for file in keep["files"]}
    assert {at for cache in page.evaluate(KEPT).values() for at in cache} == everything

    page.goto(rules)
    page.locator(".site-person summary", has=page.locator(".person-name")).click()
    page.locator(".site-person form button").click()
    expect(page.locator(".sign-in")).to_be_visible()
    page.goto(rules)
    expect(page.locator(".sign-in")).to_be_visible()
    offline.set_offline(True)
    for address in [table, "/en/player/Offliner/", "/en/board/", "/en/"]:
        page.goto(address)
        assert path(page) == "/en/offline/"
        expect(page.locator("body")).not_to_contain_text("Offliner")
    page.goto(rules)
    expect(page.locator("header")).not_to_contain_text("Offliner")


def test_logging_in_and_out_never_comes_from_what_is_kept(page: Page, offline: BrowserContext):
    get(page)
    assert page.goto("/en/offline/").from_service_worker is True
    asking = ("/en/account/login/", "/en/account/signup/", "/en/account/logout/")
    kept = [at for cache in page.evaluate(KEPT).values() for at in cache]
    assert not set(asking) & set(kept)
    offline.set_offline(True)
    for address in asking:
        page.goto(address)
        assert path(page) == "/en/offline/"


def test_a_first_visit_that_is_cut_off_is_made_good_by_the_next(
    page: Page, context: BrowserContext, keep: dict
):
    asked = []

    def cut(route: Route) -> None:
        asked.append(route.request.url)
        route.abort("connectionreset")

    context.route("**/uk/offline/", cut)
    page.goto("/tr/")
    failed = "navigator.serviceWorker.register('/sw.js').catch(() => {}).then(() => true)"
    page.evaluate(failed)
    page.wait_for_function("navigator.serviceWorker.getRegistration().then(found => !found)")
    assert asked
    context.unroute("**/uk/offline/")
    visit(page, "/tr/")
    kept = page.evaluate(KEPT)
    assert set(kept) == {f"tujuh-{keep['version']}"}
    assert set(keep["shells"].values()) <= set(kept[f"tujuh-{keep['version']}"])


def test_a_shell_that_leads_to_a_log_in_is_not_kept(page: Page, context: BrowserContext):
    """As a proxy might have it, or a hotel."""
    away = {"status": 302, "headers": {"Location": "/en/account/login/"}}
    context.route("**/ms/offline/", lambda route: route.fulfill(**away))
    page.goto("/tr/")
    page.wait_for_function("navigator.serviceWorker.getRegistration().then(found => !found)")


def test_one_page_of_rules_that_cannot_be_had_keeps_nothing_else_away(
    context: BrowserContext, keep: dict
):
    own = context.new_page()
    missing = keep["pages"]["en"][3]
    context.route(f"**{missing}", lambda route: route.fulfill(status=404, body="gone"))
    get(own)
    kept = own.evaluate(KEPT)[f"tujuh-{keep['version']}"]
    assert set(keep["pages"]["en"]) - set(kept) == {missing}


def test_a_download_that_is_cut_off_says_so_and_goes_on_where_it_was(
    context: BrowserContext, keep: dict
):
    """In a page whose console may tell of what failed."""
    own = context.new_page()
    visit(own, "/en/offline/")
    expect(own.locator("[data-act=get]:visible")).to_have_text("Keep it on this device")
    looking.look(own, "offline-ask")
    asked: list[str] = []  # of the site, and not of the service worker

    def note(request: Request) -> None:
        if request.service_worker:
            asked.append(urlsplit(request.url).path)

    context.on("request", note)
    big = next(file["url"] for file in keep["files"] if file["url"].endswith(".wasm"))
    context.route(f"**{big}", lambda route: route.abort("connectionreset"))
    act(own, "get")
    state(own, "cut")
    looking.look(own, "offline-cut")
    here = own.evaluate(KEPT)["tujuh-files"]
    assert here
    assert big not in here

    own.reload()
    state(own, "ask")
    expect(own.locator("[data-when=ask][data-part]")).to_contain_text("MB are here already")
    context.unroute(f"**{big}")
    asked.clear()
    act(own, "get")
    state(own, "kept")
    assert {file["url"] for file in keep["files"]} & set(asked) == (
        {file["url"] for file in keep["files"]} - set(here)
    )
    looking.look(own, "offline-kept")


def test_a_download_goes_on_by_itself_when_the_network_is_back(page: Page, offline: BrowserContext):
    own = offline.new_page()
    visit(own, "/en/offline/")
    offline.set_offline(True)
    act(own, "get")
    state(own, "cut")
    offline.set_offline(False)
    state(own, "kept")


def test_a_network_that_hangs_cuts_a_download_off(page: Page, context: BrowserContext, keep: dict):
    """In the middle of the big files, or of the rules."""
    page.clock.install()
    small = next(file["url"] for file in keep["files"] if file["url"].endswith("engine.js"))
    visit(page, "/en/offline/")
    for address in (small, keep["pages"]["en"][2]):
        context.route(f"**{address}", lambda route: None)  # no answer
        with context.expect_event("request", lambda asked, url=address: asked.url.endswith(url)):
            act(page, "get")
        state(page, "busy")
        page.clock.fast_forward(31_000)
        state(page, "cut")
        context.unroute(f"**{address}")
    act(page, "get")
    state(page, "kept")
    assert set(keep["pages"]["en"]) <= set(page.evaluate(KEPT)[f"tujuh-{keep['version']}"])


def test_a_file_that_came_short_is_not_kept(page: Page, context: BrowserContext, keep: dict):
    small = next(file["url"] for file in keep["files"] if file["url"].endswith("engine.js"))
    context.route(f"**{small}", lambda route: route.fulfill(status=200, body="// half of"))
    visit(page, "/en/offline/")
    act(page, "get")
    state(page, "cut")
    assert small not in page.evaluate(KEPT)["tujuh-files"]


def test_a_download_can_be_cancelled_and_taken_away_again(context: BrowserContext, keep: dict):
    big = next(file["url"] for file in keep["files"] if file["url"].endswith(".wasm"))
    own = context.new_page()
    context.route(f"**{big}", lambda route: None)  # no answer
    visit(own, "/en/offline/")
    act(own, "get")
    state(own, "busy")
    expect(own.locator("#keep-got")).to_have_text(re.compile(r"^\d\.\d of \d\.\d MB$"))
    looking.look(own, "offline-busy")
    act(own, "cancel")
    state(own, "ask")
    context.unroute(f"**{big}")
    own.locator("[data-act=get]:visible").press("Enter")
    state(own, "kept")
    expect(own.locator("#keep")).to_be_focused()
    own.once("dialog", lambda dialog: dialog.accept())
    own.once("dialog", lambda asked: asked.accept())
    act(own, "remove")
    state(own, "ask")
    kept = own.evaluate(KEPT)
    assert "tujuh-files" not in kept
    assert not set(keep["pages"]["en"]) & set(kept[f"tujuh-{keep['version']}"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_can_be_installed_in_the_language_of_the_page(page: Page, language: str):
    visit(page, f"/{language}/offline/")
    browser = page.context.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["start_url"] == f"/{language}/offline/"
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window of the tests is a private one, into which nothing is installed.
    assert [error["errorId"] for error in found] == ["in-incognito"]


def test_where_there_is_too_little_room_the_page_says_how_much_is_needed(page: Page, keep: dict):
    visit(page, "/en/offline/")
    origin = page.evaluate("location.origin")
    browser = page.context.new_cdp_session(page)
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 5_000_000})
    act(page, "get")
    state(page, "room")
    need = sum(file["size"] for file in keep["files"]) / 1e6
    expect(page.get_by_role("alert")).to_contain_text(f"{need:.1f} MB are needed")
    expect(page.locator("#keep a:visible")).to_have_text("Play on the site")
    looking.look(page, "offline-room")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    act(page, "get")
    state(page, "kept")


def test_room_that_ends_on_the_way_is_told_as_well(page: Page):
    page.add_init_script("navigator.storage.estimate = undefined")
    page.add_init_script(
        "Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))"
    )
    visit(page, "/en/offline/")
    act(page, "get")
    state(page, "room")


def test_a_browser_that_cannot_say_how_much_room_there_is_keeps_the_games(page: Page):
    page.add_init_script("Object.defineProperty(navigator, 'storage', { value: undefined })")
    get(page)


def test_a_browser_whose_workers_cannot_be_modules_is_too_old(page: Page):
    page.add_init_script("const Old = Worker; window.Worker = function (url) { new Old(url) }")
    page.goto("/en/offline/")
    state(page, "old")


@pytest.mark.parametrize("thing", ["WebAssembly", "TransformStream", "caches"])
def test_a_browser_that_is_too_old_gets_a_sentence_and_the_site(page: Page, thing: str):
    page.add_init_script(f"delete window.{thing}")
    page.goto("/en/offline/")
    state(page, "old")
    expect(page.locator("#keep .notice:visible")).to_contain_text("too old")
    expect(page.locator("#keep a:visible")).to_have_attribute("href", "/en/")
    expect(page.locator("#keep button:visible")).to_have_count(0)


def test_a_browser_that_may_keep_nothing_gets_the_sentence_too(page: Page):
    page.add_init_script(
        "CacheStorage.prototype.has = () => Promise.reject(new DOMException('no', 'SecurityError'))"
    )
    page.goto("/en/offline/")
    page.evaluate(READY)
    state(page, "old")
    expect(page.locator("#keep .notice:visible")).to_contain_text("keep nothing")


def test_the_rule_beside_is_cut_out_of_the_kept_page(page: Page, offline: BrowserContext):
    get(page)
    offline.set_offline(True)
    page.goto("/en/rules/sevens/")
    page.locator(".chapter[data-chapter=goal] a.term", has_text="rows").click()
    beside = page.locator("#beside")
    expect(beside.locator("h2")).to_have_text("row")
    expect(beside.locator("dl")).to_have_count(1)  # this term alone
    expect(page.get_by_text("Yours differ.")).to_have_count(0)
    beside.locator("a[data-part]", has_text="Where the rules speak of it").click()
    expect(beside.locator("h2")).not_to_have_text("row")
    beside.locator("[data-back]").click()
    expect(beside.locator("h2")).to_have_text("row")
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()
    expect(page.locator(".chapter[data-chapter=goal] a.term", has_text="rows")).to_be_focused()


def test_kept_rules_are_the_usual_ones_and_say_so_where_others_were_asked_for(
    page: Page, offline: BrowserContext
):
    get(page)
    page.goto("/en/rules/sevens/?stop=open")
    expect(page.get_by_text("Yours differ.")).to_have_count(0)
    offline.set_offline(True)
    page.goto("/en/rules/sevens/?stop=open")
    expect(page.locator("#rules > header")).to_contain_text("Yours differ.")
    link = page.locator(".chapter[data-chapter=goal] a.term", has_text="rows")
    link.evaluate("link => (link.search = '?stop=open')")  # as a table's
    link.click()
    expect(page.locator("#beside-text > .notice")).to_contain_text("Yours differ.")
