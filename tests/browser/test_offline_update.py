"""A new version while an old one is kept: all of it or nothing of it, and never in a match."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from . import looking
from .newer import NEW, Newer, serving
from .test_offline_install import KEPT, act, get, state, visit

UPDATE = """async () => {
  const registration = await navigator.serviceWorker.ready
  await registration.update().catch(() => {})
  const worker = registration.installing
  if (worker) await new Promise((done) => worker.addEventListener("statechange", done))
  return Boolean(registration.waiting)
}"""
MATCH = "live => document.dispatchEvent(new CustomEvent('match', { detail: { live } }))"
LIVE = """navigator.locks.query().then(
  ({ held }) => held.some((lock) => lock.name === "tujuh-match")
)"""
NO_RULES = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (request.url.includes("/en/rules/")) await cache.delete(request, { ignoreVary: true })
  }
}"""


@pytest.fixture
def newer(site: str) -> Iterator[Newer]:
    with serving(site) as found:
        yield found


@pytest.fixture
def context(browser: Browser, newer: Newer) -> Iterator[BrowserContext]:
    """A browser for whom this is the site."""
    found = browser.new_context(base_url=newer.address)
    yield found
    found.close()


def version(page: Page, number: str) -> None:
    """Which one the page is, and says that it is."""
    expect(page.locator("html")).to_have_attribute("data-version", number)


def test_a_new_version_is_ready_as_a_whole_and_comes_with_one_tap(
    page: Page, context: BrowserContext, newer: Newer
):
    get(page)
    newer.parts = {"worker", "shells", "file"}
    assert page.evaluate(UPDATE) is True
    expect(page.get_by_text("A new version is ready.", exact=True)).to_be_visible()
    looking.look(page, "offline-update")
    version(page, newer.old)
    kept = page.evaluate(KEPT)
    assert set(kept) == {f"tujuh-{newer.old}", f"tujuh-{NEW}", "tujuh-files"}
    assert {newer.file, newer.newer} <= set(kept["tujuh-files"])
    assert kept[f"tujuh-{NEW}"] == kept[f"tujuh-{newer.old}"]  # the same addresses, all 200

    context.set_offline(True)  # until then the old one is what it was
    page.reload()
    version(page, newer.old)
    state(page, "kept")
    context.set_offline(False)
    act(page, "update")
    version(page, NEW)
    state(page, "kept")
    expect(page.locator(".keep-kept")).to_contain_text(NEW)
    expect(page.get_by_text("A new version is ready.", exact=True)).to_be_hidden()
    kept = page.evaluate(KEPT)
    assert set(kept) == {f"tujuh-{NEW}", "tujuh-files"}
    assert newer.newer in kept["tujuh-files"]
    assert newer.file not in kept["tujuh-files"]
    assert set(newer.keep["pages"]["en"]) <= set(kept[f"tujuh-{NEW}"])
    context.set_offline(True)
    page.reload()
    version(page, NEW)
    state(page, "kept")
    context.set_offline(False)


def test_a_match_is_finished_first_in_whatever_tab_it_goes_on(
    page: Page, context: BrowserContext, newer: Newer
):
    get(page)
    table = context.new_page()
    table.goto("/en/offline/")
    state(table, "kept")
    expect(table.locator("[data-says=elsewhere]")).to_be_visible()
    table.evaluate(MATCH, True)
    table.wait_for_function(LIVE)
    newer.parts = {"worker", "shells", "file"}
    assert page.evaluate(UPDATE) is True
    for tab in (page, table):
        expect(tab.get_by_text("Finish your match first.")).to_be_visible()
        expect(tab.locator("[data-act=update]")).to_be_hidden()
    table.evaluate(MATCH, False)
    expect(table.locator("[data-act=update]")).to_be_visible()
    act(table, "update")
    for tab in (page, table):
        version(tab, NEW)
        state(tab, "kept")


def test_where_nothing_was_kept_the_new_version_just_comes(page: Page, newer: Newer):
    visit(page, "/tr/")
    newer.parts = {"worker", "shells"}
    page.evaluate(UPDATE)
    page.wait_for_function("caches.keys().then(names => names.length === 1)")
    page.goto("/tr/offline/")
    version(page, NEW)
    state(page, "ask")
    assert set(page.evaluate(KEPT)) == {f"tujuh-{NEW}"}


def test_who_has_the_games_but_no_rules_gets_a_new_version_by_a_tap_as_well(
    page: Page, newer: Newer
):
    get(page)
    page.evaluate(NO_RULES)
    newer.parts = {"worker", "shells", "file"}
    assert page.evaluate(UPDATE) is True
    expect(page.locator("[data-act=update]")).to_be_visible()
    assert {newer.file, newer.newer} <= set(page.evaluate(KEPT)["tujuh-files"])


def test_what_was_removed_does_not_come_back_with_another_version(page: Page, newer: Newer):
    get(page)
    newer.parts = {"worker", "shells", "file"}
    assert page.evaluate(UPDATE) is True
    page.once("dialog", lambda dialog: dialog.accept())
    page.once("dialog", lambda asked: asked.accept())
    act(page, "remove")
    state(page, "ask")
    kept = page.evaluate(KEPT)
    assert set(kept) == {f"tujuh-{newer.old}", f"tujuh-{NEW}"}
    everybodys = {*newer.keep["shells"].values(), *newer.keep["statics"]}
    assert set(kept[f"tujuh-{newer.old}"]) == set(kept[f"tujuh-{NEW}"]) == everybodys
    newer.parts = set()  # the next one, as far as the browser knows
    page.evaluate(UPDATE)
    page.wait_for_function("caches.keys().then(names => names.length === 1)")
    assert set(page.evaluate(KEPT)) == {f"tujuh-{newer.old}"}


def test_a_download_that_was_stopped_halfway_is_not_finished_unasked(
    page: Page, context: BrowserContext, newer: Newer
):
    context.route(f"**{newer.file}", lambda route: None)  # no answer
    visit(page, "/en/offline/")
    act(page, "get")
    state(page, "busy")
    page.wait_for_function("caches.open('tujuh-files').then(c => c.keys()).then(k => k.length > 4)")
    act(page, "cancel")
    state(page, "ask")
    newer.parts = {"worker", "shells", "file"}
    page.evaluate(UPDATE)
    page.wait_for_function("caches.keys().then(names => names.length === 2)")
    version(page, NEW)
    state(page, "ask")
    assert newer.newer not in page.evaluate(KEPT)["tujuh-files"]


def test_rules_of_another_version_are_not_kept_and_come_with_a_later_visit(
    page: Page, newer: Newer
):
    rules = set(newer.keep["pages"]["en"])
    newer.parts = {"rules"}
    get(page)
    assert not rules & set(page.evaluate(KEPT)[f"tujuh-{newer.old}"])
    newer.parts = set()
    page.reload()
    state(page, "kept")
    all_there = """async ([name, addresses]) => {
      const cache = await caches.open(name)
      const found = await Promise.all(addresses.map((address) => cache.match(address)))
      return found.every(Boolean)
    }"""
    page.wait_for_function(all_there, arg=[f"tujuh-{newer.old}", sorted(rules)])
    newer.parts = {"worker", "shells", "file", "rules"}
    assert page.evaluate(UPDATE) is True
    assert not rules & set(page.evaluate(KEPT)[f"tujuh-{NEW}"])


@pytest.mark.parametrize("parts", [{"worker"}, {"worker", "shells"}])
def test_a_version_of_which_a_part_cannot_be_had_changes_nothing(
    page: Page, context: BrowserContext, newer: Newer, parts: set[str]
):
    """While servers are renewed one answers with the new worker and another with old shells; or the
    network goes in the middle."""
    get(page)
    newer.parts = parts
    assert page.evaluate(UPDATE) is False
    expect(page.locator("[data-act=update]")).to_be_hidden()
    context.set_offline(True)
    page.reload()
    version(page, newer.old)
    state(page, "kept")
    context.set_offline(False)
    newer.parts = {"worker", "shells", "file"}
    assert page.evaluate(UPDATE) is True
    act(page, "update")
    version(page, NEW)
    state(page, "kept")
    assert newer.newer in page.evaluate(KEPT)["tujuh-files"]
