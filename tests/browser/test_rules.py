"""The encyclopedia as a reader uses it: with a script and without, on a phone, aloud, on paper."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from rules import glossary

LANGUAGES = ("en", "ms", "uk", "tr")
SHEETS = 3  # of paper, each with two sides
SHIFT = """() => new Promise(done => {
    let shift = 0
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) shift += entry.value
    }).observe({ type: "layout-shift", buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => done(shift)))
})"""


def expect_nothing_found(page: Page) -> None:
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def rules(language: str, page: Page) -> str:
    """The address of the encyclopedia in the language, as its pages name it."""
    page.goto(f"/{language}/rules/")  # which moves to it
    return page.url


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_the_encyclopedia(phone: Page, language: str):
    index = rules(language, phone)
    expect_nothing_found(phone)
    for key in ("sevens", "rummy-500", "pis-yedili", "nines", "bots-and-points", "glossary"):
        phone.goto(index + key + "/")
        for details in phone.locator("main details").all():
            details.evaluate("details => { details.open = true }")
        if phone.locator(".example").count():
            phone.locator(".example button").first.click()
            expect(phone.locator(".answer-said").first).to_be_visible()
        expect_nothing_found(phone)
    phone.locator("input[type=search]").fill("as")
    phone.locator(".ask button").click()
    expect_nothing_found(phone)


def test_axe_finds_nothing_in_the_dark(phone: Page):
    phone.emulate_media(color_scheme="dark")
    for key in ("pis-yedili", "glossary"):
        phone.goto(f"/en/rules/{key}/")
        expect_nothing_found(phone)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_the_screen_or_moves_while_it_loads(
    page: Page, language: str, width: int
):
    page.set_viewport_size({"width": width, "height": 844})
    index = rules(language, page)
    for key in ("sevens", "rummy-500", "pis-yedili", "mau-mau", "glossary"):
        page.goto(index + key + "/")
        assert page.evaluate(SHIFT) == 0, key
        assert page.evaluate("document.documentElement.scrollWidth") <= width, key


def test_a_reader_taps_a_card_and_hears_why(phone: Page):
    phone.goto("/en/rules/pis-yedili/")
    example = phone.locator("#example-chain")
    example.get_by_role("button", name="jack of hearts").click()
    answer = example.get_by_role("status")
    expect(answer).to_contain_text("no.")
    expect(answer).to_contain_text("A seven asks for a seven")
    example.get_by_role("button", name="seven of clubs").click()
    expect(answer).to_contain_text("yes.")
    answer.get_by_text("Show all that may be played here").click()
    expect(answer.get_by_role("listitem")).to_have_text(["seven of clubs", "Take 6 cards"])


def test_text_examples_and_table_follow_the_rules_chosen_without_a_reload(page: Page):
    page.goto("/en/rules/pis-yedili/")
    page.evaluate("window.same = true")
    page.locator("#switches summary").click()
    page.get_by_label("Cards to take for each seven").focus()
    page.get_by_label("Cards to take for each seven").select_option("2")
    expect(page).to_have_url(re.compile(r"/en/rules/pis-yedili/\?per_seven=2$"))
    assert page.evaluate("window.same")
    turkish = page.locator("#languages a[lang=tr]")
    expect(turkish).to_have_attribute("href", re.compile(r"\?per_seven=2$"))
    take = page.locator("#example-chain").get_by_role("button", name="Take 4 cards")
    expect(take).to_be_visible()
    expect(page.get_by_role("link", name="Play by these rules").first).to_have_attribute(
        "href", re.compile(r"/en/play/pis-yedili/\?per_seven=2$")
    )
    expect(page.get_by_label("Cards to take for each seven")).to_be_focused()
    page.reload()
    expect(page.get_by_label("Cards to take for each seven")).to_have_value("2")
    page.get_by_role("link", name="Back to the ranked rules").click()
    expect(page).to_have_url(re.compile(r"/en/rules/pis-yedili/$"))


def test_a_choice_that_another_one_forbids_takes_it_along(page: Page):
    page.goto("/en/rules/sevens/")
    page.locator("#switches summary").click()
    page.locator("#option-deck").select_option("32")
    expect(page.locator("#option-ace")).to_have_value("high")
    expect(page.get_by_role("status").filter(has_text="went along")).to_contain_text("Ace")
    page.locator("#option-ace").select_option("low")
    expect(page.locator("#option-deck")).to_have_value("52")


def test_a_term_opens_its_card_and_escape_leads_back(phone: Page):
    phone.goto("/en/rules/rummy-500/")
    term = phone.locator("#rules a.term").first
    key = term.get_attribute("href").partition("#")[2]
    term.focus()
    phone.keyboard.press("Enter")
    card = phone.locator("#beside")
    expect(card.get_by_role("heading")).to_have_text(glossary.terms("en")[key].word)
    expect(card.locator("[lang=uk]")).to_have_text(glossary.terms("uk")[key].word)
    expect_nothing_found(phone)
    phone.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(term).to_be_focused()


def test_the_search_answers_while_the_reader_types(page: Page):
    page.goto("/tr/rules/")
    page.locator("input[type=search]").fill("PAPAZ")
    page.keyboard.press("Enter")
    expect(page.locator(".hit mark").first).to_be_visible()
    page.wait_for_load_state()  # with its script, which hears what is typed from then on
    page.locator("input[type=search]").fill("renginde")
    expect(page).to_have_url(re.compile("q=renginde"))
    expect(page.locator(".hit").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_works_without_a_script(browser: Browser, base_url: str, language: str):
    context = browser.new_context(base_url=base_url, java_script_enabled=False)
    page = context.new_page()
    index = rules(language, page)
    page.goto(index + "pis-yedili/?per_seven=2")
    page.locator("#example-chain button[value='7c']").click()
    expect(page.locator("[data-legal=yes]")).to_be_visible()
    page.goto(index + "pis-yedili/")
    page.locator("#switches summary").click()
    page.locator("#option-ace").select_option("must_again")
    page.locator("#switches button").click()
    expect(page.locator("#option-ace")).to_have_value("must_again")
    page.locator("#rules a.term").first.click()
    expect(page.locator(":target")).to_be_visible()
    page.locator("input[type=search]").fill("туз")
    page.locator(".ask button").click()
    expect(page.locator(".hit").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("key", ["sevens", "rummy-500", "pis-yedili"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_printed_on_a_few_sheets(page: Page, language: str, key: str):
    page.goto(rules(language, page) + key + "/")
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert 2 <= pages <= 2 * SHEETS


@pytest.mark.parametrize("width", [390, 1280])
def test_the_rule_that_matters_opens_beside_the_deal(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/en/play/sevens/")
    page.locator("main form button").last.click()
    rule = page.get_by_role("link", name="The rule that matters now")
    expect(rule).to_be_visible()
    address = page.url
    rule.click()
    beside = page.locator("#beside")
    expect(beside.get_by_role("heading").first).to_be_visible()
    assert page.url == address
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = beside.bounding_box()
    assert box["y"] + box["height"] <= 844
    last = beside.get_by_role("link").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(beside.get_by_role("button", name="Close")).to_be_in_viewport()
    expect(page.locator(".hand-card").last).to_be_in_viewport()

    rule_says = beside.get_by_role("heading").first.inner_text()
    beside.locator("a.term").first.click()
    expect(beside.locator("[lang=uk]")).to_be_visible()
    beside.get_by_role("button", name="Back").click()
    expect(beside.get_by_role("heading").first).to_have_text(rule_says)
    expect(beside.get_by_role("button", name="Back")).to_be_hidden()

    page.locator(".hand-card").first.focus()
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()
    expect(page.locator(".hand-card").first).to_be_focused()

    rule.click()
    expect(beside).to_be_visible()
    beside.get_by_role("button", name="Close").click()
    expect(beside).to_be_hidden()
    expect(rule).to_be_focused()
