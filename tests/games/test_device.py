"""Play on the device: the same tables as on the site, and a match that is its record."""

import json
import re
from random import Random

import pytest
from django.utils import translation

from games.engine import GAMES
from games.engine.record import Record
from games.engine.sevens import Sevens
from games.match import Outcome, Status, seen
from games.offline import checking, fingerprint, keeping, playing
from games.offline.device import kept
from games.offline.device.kept import Kept
from games.offline.device.pages import Pages
from games.seating import Person

from .deals import ONE_SUIT_EACH, seat
from .devices import played, seeds_of

ROOT = "/en/offline/match/"
ID = "0b0dcbe0-3b4c-4c0e-9a51-6f6f3f0a7d11"
DEAL = {"id": ID, "secret": "07" * 32, "expires": "2099-01-01T00:00:00+00:00"}


@pytest.fixture
def pages():
    rules = {key: f"/en/rules/{key}/" for key in GAMES}
    return Pages(root=ROOT, rules=rules, board="/en/board/", bots=fingerprint.bots())


def start(pages, game="sevens", deals=(), **form):
    return pages.answer(f"{ROOT}start/{game}/", {"level": "easy", **form}, deals)


def move(pages, text, ply=None):
    ply = str(pages.match.ply if ply is None else ply)
    return pages.answer(f"{ROOT}move/", {"ply": ply, "move": text})


def bots_move(match: Kept):
    while match.bot_to_move:
        match.reply()


def moves(match: Kept):
    return seen(match, match.course).seen.moves


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_to_its_end_and_its_record_is_what_the_server_accepts(pages, game):
    assert start(pages, game, [DEAL]).spent == ID
    match, chance = pages.match, Random(4)
    while match.status == Status.LIVE:
        bots_move(match)
        if match.status == Status.LIVE:
            assert move(pages, chance.choice(moves(match))).status == 200
    sent = checking.read(match.dumps())
    assert checking.amiss(sent, match.seeds, fingerprint.bots()) is None
    progress = checking.go_on(sent, match.seeds, 0, seconds=60)
    assert (progress.difference, progress.outcome) == (None, match.outcome)


def test_the_table_is_the_one_of_the_site(client, alice, pages):
    """Both hosts answer with the same table: only its addresses, ids and the token differ."""
    on_site = seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=alice.pk), ranked=False)
    client.force_login(alice)
    there = client.get(on_site.address("table")).content.decode()
    there = there.replace(f"/en/match/{on_site.pk}/", ROOT)
    there = re.sub('<input type="hidden" name="csrf[^>]*>', "", there)
    pages.match = Kept(
        *(Sevens(), "easy", seeds_of(1), 0),
        bots=fingerprint.bots(),
        plies=on_site.plies.order_by("number").values_list("move", flat=True),
    )
    here = pages.answer(f"{ROOT}table/", {}).html
    assert "Your turn." in here
    assert of_any_match(here) == of_any_match(there)


def of_any_match(html):
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", html)


@pytest.mark.parametrize("language", ["ms", "uk", "tr", "en"])
def test_the_rules_that_a_table_leads_to_are_kept(language):
    with translation.override(language):
        rules = playing.context()["told"]["rules"]
    assert rules.keys() == GAMES.keys()
    assert set(rules.values()) <= set(keeping.pages(language))


def test_a_button_pressed_twice_starts_one_match_and_spends_one_deal(pages):
    deals = [DEAL, {**DEAL, "id": ID.replace("0", "1")}]
    assert start(pages, deals=deals, request_id="a").spent == ID
    first = pages.match
    assert start(pages, deals=deals[1:], request_id="a").spent == ""
    assert pages.match is first
    assert start(pages, deals=deals[1:], request_id="b").spent == deals[1]["id"]


@pytest.mark.parametrize("form", [{"for_fun": "on"}, {"ace": "high"}, {"seats": "8"}])
def test_what_cannot_count_spends_no_deal(pages, form):
    assert start(pages, deals=[DEAL], **form).spent == ""
    assert not pages.match.sealed
    bots_move(pages.match)
    assert 'id="ask"' in pages.answer(ROOT, {}).html


def test_a_match_that_may_count_has_no_hints(pages):
    start(pages, deals=[DEAL])
    bots_move(pages.match)
    assert 'id="ask"' not in pages.answer(ROOT, {}).html
    answer = pages.answer(f"{ROOT}hint/", {})
    assert (answer.status, answer.target) == (409, "#table")


def test_a_hint_is_what_expert_would_play(pages):
    start(pages)
    bots_move(pages.match)
    html = pages.answer(f"{ROOT}hint/", {}).html
    assert "Expert would play" in html
    assert "<section" not in html


@pytest.mark.parametrize(
    ("said", "ply", "status"),
    [("7h", 0, 409), ("2s", None, 409), ("xx", None, 400), ("", None, 400), ("--", None, 409)],
)
def test_a_move_that_does_not_count_changes_nothing_and_says_why(pages, said, ply, status):
    pages.match = Kept(
        *(Sevens(), "easy", seeds_of(1), 0),
        bots="",
        plies=["deal:" + "".join(a + b + c + d for a, b, c, d in zip(*suits(), strict=True))],
    )
    before = pages.match.dumps()
    answer = move(pages, said, ply)
    assert answer.status == status
    assert 'class="refusal"' in answer.html
    assert pages.match.dumps() == before


def test_nobody_moves_or_asks_for_a_bot(pages):
    pages.match = Kept(
        *(Sevens(), "easy", seeds_of(1), 1),
        bots="",
        plies=["deal:" + "".join(a + b + c + d for a, b, c, d in zip(*suits(), strict=True))],
    )
    before = pages.match.dumps()
    assert pages.match.bot_to_move
    answer = move(pages, "7d")  # which the bot on seat 0 would have to play
    assert answer.status == 409
    assert "It is not your turn." in answer.html
    asked = pages.answer(f"{ROOT}hint/", {})
    assert (asked.status, asked.target) == (409, "#table")
    assert pages.match.dumps() == before


def suits():
    """Seat 0, which is dealt the first card, holds all the diamonds, and so on."""
    return [hand.split() for hand in ONE_SUIT_EACH]


def test_impossible_rules_and_unknown_games_get_a_sentence(pages):
    for game, form in (("sevens", {"seats": "99"}), ("bridge", {}), ("sevens", {"level": "god"})):
        answer = start(pages, game, **form)
        assert answer.status == 400
        assert answer.html.endswith(".")
    assert pages.match is None
    assert pages.answer(f"{ROOT}table/", {}).status == 404


def test_a_table_that_is_shown_already_is_not_printed_again(pages):
    start(pages)
    ply = str(pages.match.ply)
    assert pages.answer(f"{ROOT}table/", {"ply": ply}).status == 204
    assert pages.answer(f"{ROOT}table/", {"ply": "0"}).status == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_from_its_record_as_if_nothing_had_been(pages, game):
    start(pages, game, [DEAL])
    for _ in range(5):
        bots_move(pages.match)
        if pages.match.status == Status.LIVE:
            move(pages, moves(pages.match)[0])
    before = pages.match.dumps()
    assert pages.answer(f"{ROOT}open/", {"record": before}).status == 200
    assert pages.match.dumps() == before
    bots_move(pages.match)
    again = kept.loads(before, "")
    bots_move(again)
    assert again.log == pages.match.log


def test_a_match_that_was_given_up_stays_so(pages):
    start(pages, deals=[DEAL])
    assert "The match was given up." in pages.answer(f"{ROOT}resign/", {}).html
    again = kept.loads(pages.match.dumps(), "")
    assert (again.status, again.outcome) == (Status.FORFEITED, Outcome.LOST)
    assert checking.read(again.dumps()).given_up


def test_a_record_of_elsewhere_goes_on_from_new_seeds_and_cannot_count():
    record = played(most=9)
    tags = {"Seats": record.tags["Seats"], "Sealed": "yes"}
    match = kept.loads(Record(record.game, record.plies, tags).dumps(), "abc")
    assert match.log[:9] == list(record.plies)
    assert not match.sealed
    assert match.seeds.match != record.tags["Match"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda text: "nonsense", "no record of a match"),
        (lambda text: text.replace("sevens", "bridge"), "no record of a match"),
        (lambda text: text.replace("deal:", "deal:7h"), "no record of a match"),
        (lambda text: re.sub(r'\[Seats "[^"]*"\]\n', "", text), "which seat is yours"),
        (lambda text: text.replace("you", "bot:easy"), "which seat is yours"),
        (lambda text: text.replace("bot:easy", "bot:god"), "which seat is yours"),
        (lambda text: text.replace("bot:easy", "bot:normal", 1), "several levels"),
    ],
)
def test_a_broken_record_gets_a_sentence_and_the_match_stays(pages, wrong, says):
    start(pages)
    before, text = pages.match, played(most=9).dumps()
    answer = pages.answer(f"{ROOT}open/", {"record": wrong(text)})
    assert answer.status == 400
    assert says in answer.html
    assert pages.match is before


def test_the_door_speaks_json_and_says_how_the_match_stands(pages, monkeypatch):
    from games.offline.device import main

    monkeypatch.setattr(main, "_pages", pages, raising=False)
    told = json.loads(main.ask(f"{ROOT}start/sevens/", '{"level": "easy"}', json.dumps([DEAL])))
    assert (told["status"], told["spent"], told["live"]) == (200, ID, True)
    assert told["summary"]["sealed"] is True
    while told["thinking"]:
        told = json.loads(main.reply())
    assert told["ply"] == pages.match.ply
    assert told["record"] == pages.match.dumps()
