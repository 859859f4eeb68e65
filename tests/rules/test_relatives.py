"""The pages on games that are not played here yet, and the one on bots and points.

The engine does not know the first, so their numbers are typed: they must agree with each other, in
all languages, and with the engine where they speak of our own games. What the last one promises
must be what the code does.
"""

import itertools
import re
import tomllib

import pytest

from games import boards, match, play, rating, strength, tasks
from games.bots import levels
from games.bots.bot import SEEING
from games.engine import GAMES
from games.engine.cards import RANKS
from games.engine.game import observe
from games.engine.pis_yedili import PisYedili
from games.engine.position import loads
from games.engine.sevens import Sevens
from games.match import POINTS, Level, Outcome
from games.models import new_secret
from rules import numbers, pages
from tests.rules import reading
from tests.rules.reading import LANGUAGES, cards_of, lines, numbers_in, rows_of, text_of

NINES = "center_rank=9 deck=36 ace=high"
RELATIVES = {
    "nines": "sevens",
    "hundred-one": "pis-yedili",
    "crazy-eights": "pis-yedili",
    "mau-mau": "pis-yedili",
}
KEYS = [*RELATIVES, "bots"]
NAMES = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SHEDDING = [key for key, game in RELATIVES.items() if game == "pis-yedili"]
EVERYWHERE = pytest.mark.parametrize("language", LANGUAGES)

pytestmark = pytest.mark.usefixtures("plain_cards")


def sections(key, language="en"):
    return reading.sections(language, key)


def row(key, section, first):
    """The other cells of the row of a section's table that begins with this one."""
    return next(rest for cell, *rest in rows_of(sections(key)[section]) if cell == first)


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("key", KEYS)
def test_each_section_has_the_same_facts_in_all_languages(key, language):
    ours, english = sections(key, language), sections(key)
    assert list(ours) == list(english)
    for section, html in ours.items():
        assert (section, reading.facts(html)) == (section, reading.facts(english[section]))


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("key", KEYS)
def test_the_head_has_the_same_numbers_in_all_languages(key, language):
    ours, english = (
        pages.head(spoken, key)._replace(title="", slug="") for spoken in (language, "en")
    )
    for line, told in zip(ours, english, strict=True):
        assert sorted(numbers_in(line)) == sorted(numbers_in(told))


@EVERYWHERE
@pytest.mark.parametrize("key", KEYS)
def test_links_within_the_page_lead_somewhere(key, language):
    html = pages.find(language, key).html
    ids = re.findall(r' id="(.*?)"', html)
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in reading.links(html) if link.startswith("#")} <= set(ids)


@EVERYWHERE
@pytest.mark.parametrize("key", KEYS)
def test_only_the_heading_over_the_questions_has_nothing_of_its_own(key, language):
    empty = [name for name, html in sections(key, language).items() if html.count("<") < 3]
    assert empty == ["faq"]


@EVERYWHERE
@pytest.mark.parametrize(("key", "game"), RELATIVES.items())
def test_the_page_begins_with_the_game_that_can_be_played_instead(key, game, language):
    page = pages.find(language, key)
    first = page.sections[0]
    assert first.heading == ""
    (link,) = re.findall(r'<a href="(.*?)"', first.html)
    assert link.endswith(f"/{pages.head(language, game).slug}/")


@pytest.mark.parametrize("key", RELATIVES)
def test_every_relative_is_told_under_the_same_headings(key):
    usual = ["names", "goal", "setup", "turn", "start", "end", "scoring", "differences", "faq"]
    found = list(sections(key))
    assert set(found) >= {*usual, "disagreements", "sources"}
    assert ("special" in found) == (key in SHEDDING)
    assert 3 <= sum(name.startswith("faq-") for name in found) <= 6


@pytest.mark.parametrize("key", RELATIVES)
def test_the_index_says_what_the_head_says(key):
    facts = tomllib.loads((pages.CONTENT / "index.toml").read_text(encoding="utf-8"))[key]
    head = pages.find("en", key).head
    players, minutes = (sorted(map(int, numbers_in(line))) for line in (head.players, head.length))
    assert [players[0], players[-1]] == facts["players"]
    assert minutes == facts["minutes"]
    assert int(numbers_in(head.pack)[0]) == facts["packs"][0]


@pytest.mark.parametrize("key", RELATIVES)
def test_who_disagrees_is_among_the_sources(key):
    found = sections(key)
    assert set(reading.links(found["disagreements"])) <= set(reading.links(found["sources"]))


def test_nines_is_dealt_as_the_engine_deals_it():
    for seats, hand in rows_of(sections("nines")["setup"]):
        game = Sevens.from_options(f"seats={seats} {NINES}")
        dealt = numbers._dealt(game)
        assert set(observe(game, dealt, None).sizes) == {int(hand)}


def nines(body):
    """The legal moves of a position of Nines."""
    head = f'[Game "sevens"]\n[Options "{NINES}"]\n\n'
    return set(loads(head + body).legal_moves())


def test_nines_begins_with_the_card_that_the_engine_forces():
    assert nines("hand: 9d 9c 8d Ks") == {cards_of(sections("nines")["start"])[0]}
    assert nines("layout: 9d\nhand: 8d Td 9h 7d Jd") == {"8d", "Td", "9h"}


def test_a_row_of_nines_is_what_the_engine_builds():
    ((line,),) = lines(sections("nines")["setup"])
    nine = line.index("9d")
    for at in range(1, nine + 1):
        assert nines(f"layout: {' '.join(line[at:])}\nhand: {line[at - 1]} Kc") == {line[at - 1]}
    for at in range(nine + 1, len(line)):
        assert nines(f"layout: {' '.join(line[nine:at])}\nhand: {line[at]} Kc") == {line[at]}
    told = row("nines", "differences", "Cards below and above")
    assert numbers_in(told[0]) == [str(nine), str(len(line) - nine - 1)]


def test_the_example_of_nines_is_what_the_engine_finds():
    html = sections("nines")["legal"]
    table, (hand,) = lines(html)
    said = html[html.rindex("card-rows") :].partition("<p>")[2]
    may, may_not = said.split(".", 1)
    layout = " ".join(itertools.chain.from_iterable(table))
    legal = nines(f"layout: {layout}\nhand: {' '.join(hand)}")
    assert set(cards_of(may)) == legal
    assert set(cards_of(may_not)) == set(hand) - legal


def test_the_bank_of_nines_neither_makes_nor_loses_coins():
    rows = [
        map(int, numbers_in(" ".join(cells[1:]))) for cells in rows_of(sections("nines")["scoring"])
    ]
    paid, got, balance = zip(*rows, strict=True)
    assert sum(paid) == sum(got) == 50
    assert [g - p for p, g in zip(paid, got, strict=True)] == list(balance)


@pytest.mark.parametrize(
    ("key", "wild"), [("hundred-one", "Q"), ("crazy-eights", "8"), ("mau-mau", "J")]
)
def test_the_example_of_what_fits_keeps_to_suit_rank_and_the_wild_card(key, wild):
    html = sections(key)["turn"]
    ((top,),), (hand,) = lines(html)
    may, may_not = html[html.rindex("card-rows") :].partition("<p>")[2].split(".", 1)
    fits = {card for card in hand if card[0] in (top[0], wild) or card[1] == top[1]}
    assert set(cards_of(may)) == fits
    assert set(cards_of(may_not)) == set(hand) - fits


def worth(key, card):
    """What a card counts by the table of the page; what stands in no row of 101 is worth 0."""
    name = NAMES.get(card[0], card[0])
    html = sections(key)["scoring"]
    for cell, points in rows_of(html[: html.index("</table>")]):
        if name in re.findall(r"\w+", cell.lower()) and points.isdigit():
            return int(points)
    return 0 if key == "hundred-one" else RANKS.index(card[0]) + 1


@pytest.mark.parametrize(
    ("key", "hands"),
    [
        ("hundred-one", {"As Td Kh": 25}),
        ("crazy-eights", {"8d 4c": 54, "Kh Qs Ad": 21, "9c 9h": 18}),
        ("mau-mau", {"Jd 7c": 27, "Ah Kd Qs": 18, "Tc 9h": 19}),
    ],
)
def test_the_worked_example_adds_up_by_the_table(key, hands):
    html = sections(key)["scoring"]
    for hand, total in hands.items():
        assert sum(worth(key, card) for card in hand.split()) == total
        pictures = " ".join(f"[{card}]" for card in hand.split())
        assert str(total) in numbers_in(html.partition(pictures)[2][:120])


def test_a_mau_mau_doubles_what_the_others_write_down():
    html = sections("mau-mau")["scoring"]
    rows = rows_of(html[html.rindex("<table>") :])
    assert all(2 * int(numbers_in(mau)[-1]) == int(double) for _, _, mau, double in rows)


def test_what_the_pages_say_of_pis_yedili_is_what_it_plays():
    game = PisYedili()
    hand = numbers._dealt(game).hands[0].bit_count()
    for key in SHEDDING:
        assert numbers_in(row(key, "differences", "Cards each")[1]) == [str(hand)]
        assert numbers_in(row(key, "differences", "A 7")[1]) == [str(game.per_seven)]
    rounds = [str(game.rounds)]
    for key in "hundred-one", "crazy-eights":
        assert numbers_in(row(key, "differences", "End of the match")[1])[:1] == rounds
    assert (game.mult_seven, game.mult_jack) == (3, 2)
    assert row("mau-mau", "differences", "A 7 as the last card")[1] == "counts three times"
    assert row("mau-mau", "differences", "A jack as the last card")[1] == "counts double"


@EVERYWHERE
def test_a_win_is_worth_what_the_page_says(language):
    told = [int(points) for _, points in rows_of(sections("bots", language)["points"])]
    assert told == [POINTS[level] for level in Level]


def test_all_but_a_sole_win_is_worth_nothing():
    assert match.worth("expert", Outcome.DRAWN) == match.worth("expert", Outcome.LOST) == 0
    assert match.worth("expert", Outcome.WON) == 100


@EVERYWHERE
def test_the_ranked_tables_are_those_of_the_games(language):
    sizes = [numbers_in(told) for _, told in rows_of(sections("bots", language)["ranked"])]
    assert [list(map(int, told)) for told in sizes] == [
        list(GAMES[key].RANKED) for key in ("sevens", "rummy-500", "pis-yedili")
    ]


@EVERYWHERE
def test_expert_thinks_as_long_as_the_page_says(language):
    told = [int(times) for _, times in rows_of(sections("bots", language)["expert"])]
    assert told == [levels.EXPERTS[key].playouts for key in ("sevens", "rummy-500", "pis-yedili")]


@EVERYWHERE
def test_the_other_numbers_on_bots_and_points_are_those_of_the_code(language):
    found = sections("bots", language)
    assert numbers_in(found["accounts"]) == [str(tasks.GUEST_DAYS)]
    around = [str(boards.AROUND)] * 2
    assert numbers_in(found["board"]) == [str(boards.TOP), *around, "1", "2", "2", "4"]
    told = {str(rating.Estimate().rating), str(rating.MINIMUM), "19", "20", "1620", "90"}
    assert set(numbers_in(found["rating"])) == told
    assert numbers_in(found["deals"]) == [str(len(new_secret()))]


def test_what_the_page_says_in_words_is_what_the_code_does():
    found = sections("bots")
    assert "up to two other moves" in text_of(found["hints"])
    assert levels.TOLD == 3
    assert "for a day" in text_of(found["faq-leave"])
    assert play.PERSON_GRACE.days == 1


@EVERYWHERE
def test_why_expert_loses_at_sevens_is_what_was_measured(language):
    against = {
        duel.one: duel.share
        for duel in strength.duels()
        if (duel.game, duel.seats, duel.others) == ("sevens", 4, Level.NORMAL)
    }
    told = [str(round(100 * against[one])) for one in (Level.EXPERT, Level.NORMAL)]
    assert sorted(numbers_in(sections("bots", language)["faq-sevens"])) == sorted([*told, "100"])
    assert against[SEEING] < 1 / 2


def test_the_page_on_bots_leads_to_what_was_measured_and_to_the_leaderboard():
    links = [link for html in sections("bots").values() for link in reading.links(html)]
    assert {"games:bots", "games:board"} <= set(links)
