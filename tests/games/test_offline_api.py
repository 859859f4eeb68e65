"""What a device asks over the network: who is there, deals, matches; and bad questions."""

import json
import re
import uuid
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import OfflineMatch, SealedDeal
from games.offline import api, fingerprint, results

from .devices import changed, given, lost, won

ME, DEALS, MATCHES = "/en/offline/me/", "/en/offline/deals/", "/en/offline/matches/"
FIGURE = {
    "id": "6f4a1f9e-6a53-4c2e-9c4e-0d3ab5e1c001",
    "game": "rummy-500",
    "level": "normal",
    "seats": 2,
    "outcome": "drawn",
    "ended": "2026-12-01T12:00:00Z",
}


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


def post(client, body, path=MATCHES):
    text = body if isinstance(body, (str, bytes)) else json.dumps(body)
    return client.post(path, text, content_type="application/json")


def test_who_is_there_is_told_and_nobody_keeps_the_answer(client, alice):
    answer = client.get(ME)
    assert (answer.json()["name"], answer.json()["id"]) == (None, None)
    assert "no-store" in answer["Cache-Control"]
    client.force_login(alice)
    told = client.get(ME).json()
    assert told["name"] == "Alice"
    assert len(told["csrf"]) == 64


def test_a_device_knows_a_person_again_who_has_another_name(client, alice, bob):
    client.force_login(alice)
    before = client.get(ME).json()
    User.objects.filter(pk=alice.pk).update(name="Alicia", name_fold="alicia")
    after = client.get(ME).json()
    assert (before["name"], after["name"]) == ("Alice", "Alicia")
    assert before["id"] == after["id"]
    assert re.fullmatch("[0-9a-f]{16}", after["id"])
    client.force_login(bob)
    assert client.get(ME).json()["id"] != after["id"]


def test_what_is_posted_needs_the_token(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert post(client, FIGURE).status_code == 403
    assert client.post(DEALS).status_code == 403
    token = client.get(ME).json()["csrf"]
    assert client.post(DEALS, headers={"X-CSRFToken": token}).status_code == 200
    answer = client.post(
        MATCHES, json.dumps(FIGURE), "application/json", headers={"X-CSRFToken": token}
    )
    assert answer.status_code == 200


def test_nobody_gets_deals_or_is_believed_who_is_not_signed_in(client, db):
    for answer in (client.post(DEALS), post(client, FIGURE), client.get(MATCHES)):
        assert answer.status_code == 403
        assert answer.json() == {"says": "Log in first, then your matches count."}
    assert not SealedDeal.objects.exists()


def test_five_deals_come_with_their_seeds_and_the_day_they_end(as_alice):
    answer = as_alice.post(DEALS)
    assert "no-store" in answer["Cache-Control"]
    told = answer.json()
    assert told["bots"] == fingerprint.bots()
    assert len(told["deals"]) == 5
    for one in told["deals"]:
        deal = SealedDeal.objects.get(pk=one["id"])
        assert bytes.fromhex(one["secret"]) == bytes(deal.secret)
        assert datetime.fromisoformat(one["expires"]) == deal.issued + timedelta(days=14)
    assert as_alice.post(DEALS).json() == told


def test_a_sealed_match_is_told_and_asked_for(as_alice, alice, sent):
    record, seeds = won()
    given(alice, seeds)
    told = {
        "id": seeds.match,
        "state": "checking",
        "says": "The server plays it once more, bots included, then it counts.",
        "points": 0,
    }
    assert post(as_alice, {"record": record.dumps()}).json() == told
    assert post(as_alice, {"record": record.dumps()}).json() == told
    results.check(uuid.UUID(seeds.match), 0)
    counted = {
        **told,
        "state": "accepted",
        "says": "Checked and counted: 10 points.",
        "points": 10,
    }
    assert as_alice.get(MATCHES, {"id": seeds.match}).json() == {"matches": [counted]}
    assert post(as_alice, {"record": record.dumps()}).json() == counted


def test_the_matches_of_others_are_not_told(as_alice, bob, sent):
    record, seeds = lost()
    given(bob, seeds)
    results.take_record(bob.pk, record.dumps())
    other = str(uuid.uuid4())
    assert as_alice.get(MATCHES, {"id": [seeds.match, other]}).json() == {"matches": []}


def test_a_match_for_fun_is_told_once(as_alice, alice):
    for _ in range(2):
        answer = post(as_alice, FIGURE)
        assert answer.json() == {
            "id": FIGURE["id"],
            "state": "told",
            "says": "Kept for your own figures.",
            "points": 0,
        }
    row = OfflineMatch.objects.get()
    assert (row.user_id, row.game, row.level, row.seats) == (alice.pk, "rummy-500", "normal", 2)
    assert (row.outcome, row.ended.isoformat()) == ("drawn", "2026-12-01T12:00:00+00:00")


@pytest.mark.parametrize(
    "body",
    [
        " ",
        "{",
        "[]",
        "7",
        "null",
        b"\xff\xfe",
        "[" * 30_000,
        '{"record": "%s"}' % ("x" * 70_000),
        {},
        {"record": 7},
        {"record": ""},
        {"record": "[Game]"},
        {"record": "\ud800"},
        {"record": None},
        *({**FIGURE, "id": value} for value in (None, 7, "7", FIGURE["id"].upper(), [])),
        *({**FIGURE, "game": value} for value in (None, "chess", [], {})),
        *({**FIGURE, "level": value} for value in (None, "god", [], {})),
        *({**FIGURE, "seats": value} for value in (None, "2", 9, True, 2.0)),
        *({**FIGURE, "outcome": value} for value in (None, "best", [])),
        *({**FIGURE, "ended": value} for value in (None, "now", 7, "2026-12-01T12:00:00")),
        {**FIGURE, "ended": "9999-12-31T23:59:00-23:59"},
    ],
)
def test_what_cannot_be_read_changes_nothing(as_alice, body):
    answer = post(as_alice, body)
    assert answer.status_code == 400
    assert answer.json() == {"says": "This is no match that can be read."}
    assert not OfflineMatch.objects.exists()


def test_strange_questions_get_their_status(as_alice):
    assert as_alice.get(MATCHES, {"id": "7"}).status_code == 400
    assert as_alice.get(MATCHES, {"id": [FIGURE["id"]] * 101}).status_code == 400
    assert as_alice.get(MATCHES).json() == {"matches": []}
    for answer, may in (
        (as_alice.get(DEALS), "POST"),
        (as_alice.post(ME), "GET"),
        (as_alice.delete(MATCHES), "GET, POST"),
    ):
        assert (answer.status_code, answer["Allow"]) == (405, may)
        assert answer.json() == {"says": "This cannot be asked here."}
        assert "no-store" in answer["Cache-Control"]


def test_a_clock_of_the_other_end_of_the_world_is_understood(as_alice):
    assert post(as_alice, {**FIGURE, "ended": "2025-01-02T12:00:00+23:59"}).status_code == 200
    assert OfflineMatch.objects.get().ended.isoformat() == "2025-01-01T12:01:00+00:00"


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "text/plain", ""])
def test_what_is_no_json_is_not_read(alice, kind):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    token = client.get(ME).json()["csrf"]
    answer = client.post(MATCHES, json.dumps(FIGURE), kind, headers={"X-CSRFToken": token})
    assert answer.status_code == 415
    assert answer.json() == {"says": "This is no match that can be read."}
    assert not OfflineMatch.objects.exists()


def test_who_sends_very_many_in_vain_waits(as_alice, bob, monkeypatch):
    monkeypatch.setattr(api, "IN_VAIN", {"offline": "3/h/user"})
    stranger = {"record": won()[0].dumps()}
    assert post(as_alice, FIGURE).status_code == 200
    assert post(as_alice, FIGURE).status_code == 200
    answers = [post(as_alice, body) for body in ("{", stranger, "[]", FIGURE)]
    assert [answer.status_code for answer in answers] == [400, 404, 400, 429]
    assert answers[-1].json() == {
        "says": "These are very many matches for one hour. Wait a little."
    }
    assert as_alice.get(MATCHES, {"id": FIGURE["id"]}).status_code == 200
    as_alice.force_login(bob)
    assert post(as_alice, "{").status_code == 400


def test_matches_that_have_to_wait_are_not_in_vain(as_alice, monkeypatch):
    monkeypatch.setattr(api, "IN_VAIN", {"offline": "1/h/user"})
    monkeypatch.setattr(results, "FIGURES_AN_HOUR", 0)
    assert [post(as_alice, FIGURE).status_code for _ in range(3)] == [429] * 3
    monkeypatch.setattr(results, "FIGURES_AN_HOUR", 1)
    assert post(as_alice, FIGURE).status_code == 200


def test_problems_have_their_status_and_a_sentence(as_alice, alice, bob, sent, monkeypatch):
    record, seeds = won()
    text = record.dumps()
    answer = post(as_alice, {"record": text})
    assert (answer.status_code, list(answer.json())) == (404, ["says"])
    deal = given(alice, seeds, ago=timedelta(days=15))
    assert post(as_alice, {"record": text}).status_code == 409
    SealedDeal.objects.filter(pk=deal.pk).update(issued=timezone.now())
    monkeypatch.setattr(results, "RECORDS_A_DAY", 0)
    assert post(as_alice, {"record": text}).status_code == 429
    monkeypatch.setattr(results, "RECORDS_A_DAY", 1)
    assert post(as_alice, {"record": text}).status_code == 200
    other = changed(record, Ended="2026-11-30T00:00:00+00:00").dumps()
    answer = post(as_alice, {"record": other})
    assert answer.status_code == 409
    assert (
        answer.json()["says"] == "Another record of this match came before. The first one counts."
    )
