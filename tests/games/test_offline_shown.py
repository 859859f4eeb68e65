"""Where matches without a network are shown: board, the person's page, his copy, the staff."""

import json

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts import export
from games.match import Level, Outcome
from games.models import OfflineMatch
from games.offline import results

from .devices import changed, given, lost, won
from .settled import settled
from .test_leaderboard import page, plain, rows
from .test_offline_results import figure


@pytest.fixture(autouse=True)
def _committed(monkeypatch, sent):
    """Checks are done as soon as they are sent."""
    monkeypatch.setattr(results.transaction, "on_commit", lambda done, robust: done())


def counted(user, pair):
    record, seeds = pair
    given(user, seeds)
    row = results.take_record(user.pk, record.dumps())
    results.check(row.pk, 0)


def refused(user, pair):
    record, seeds = pair
    given(user, seeds)
    results.take_record(user.pk, changed(record, Bots="0123456789ab").dumps())


def test_the_board_shows_who_won_without_a_network_and_what_that_proves(alice, bob):
    counted(alice, won())
    counted(alice, lost("normal"))
    settled(bob, at=timezone.now())
    shown = page(by="offline")
    assert rows(shown)[1:] == [("1", "Alice", "10", "1", "2")]
    says = plain(shown)
    assert "so every result is possible by the rules." in says
    assert "it cannot prove." in says
    assert "Play without a network" in says
    assert "Without a network, Sevens, Easy, this week" in plain(
        page(by="offline", game="sevens", level="easy", window="week")
    )
    assert "Alice" not in plain(page())
    assert "Bob" not in says


def test_the_reader_sees_his_place_or_what_is_missing(alice, bob):
    counted(alice, won())
    assert "Your place: 1" in plain(page(alice, by="offline"))
    missing = "Win a match on a sealed deal, and your name is here."
    assert missing in plain(page(bob, by="offline"))
    scoped = "Win one match on a sealed deal (Rummy 500), and your name is here."
    assert scoped in plain(page(alice, by="offline", game="rummy-500"))
    assert "you get sealed deals" in plain(page(by="offline"))


def test_the_board_is_searched_and_turned_over_as_the_others(alice):
    counted(alice, won())
    found = page(by="offline", name="ali")
    assert '<input type="hidden" name="by" value="offline">' in found
    assert rows(found)[1:] == [("1", "Alice", "10", "1", "1")]
    assert 'href="/en/board/?by=offline&amp;game=sevens&amp;name=ali"' in found


def test_an_empty_board_says_so(db):
    says = "Nobody has won a match on a sealed deal that counts here yet. The first row is free."
    assert says in plain(page(by="offline"))


def test_everybody_sees_what_counts_and_its_person_alone_the_rest(client, alice, bob):
    counted(alice, won())
    counted(alice, won("normal"))
    results.take_figure(alice.pk, figure(1))
    results.take_figure(alice.pk, figure(2, Outcome.LOST))
    results.take_figure(alice.pk, figure(3)._replace(level=Level.EXPERT))
    refused(alice, lost())
    seen = plain(client.get("/en/player/Alice/").content.decode())
    assert "Matches that count, by level Easy Normal Expert Won 1 1 0 Points 10 30 0" in seen
    assert "as your devices told" not in seen
    assert "Not counted" not in seen
    client.force_login(alice)
    own = plain(client.get("/en/player/Alice/").content.decode())
    assert "Game Played Won Sevens, Easy 2 1 Sevens, Expert 1 1" in own
    assert "an older version of the bots" in own


def test_figures_that_are_private_are_so_without_a_network_too(client, alice):
    counted(alice, won())
    alice.shows_figures = False
    alice.save()
    assert "Matches that count" not in client.get("/en/player/Alice/").content.decode()
    client.force_login(alice)
    assert "Matches that count" in client.get("/en/player/Alice/").content.decode()


def test_who_never_played_without_a_network_sees_nothing_of_it(client, alice):
    client.force_login(alice)
    assert "Without a network" not in plain(client.get("/en/player/Alice/").content.decode())


def test_the_copy_has_deals_and_matches_and_no_seed_of_a_deal_that_is_not_played(alice, bob):
    counted(alice, won())
    results.take_figure(bob.pk, figure())
    held = results.deals(alice.pk)
    text = "".join(export.everything(alice.pk))
    copy = json.loads(text)
    assert len(copy["deals"]) == 6
    assert sum(deal["spent"] is None for deal in copy["deals"]) == 5
    (match,) = copy["offline"]
    assert (match["state"], match["points"], match["record"]) == ("accepted", 10, won()[0].dumps())
    assert [board["what"] for board in copy["boards"]] == ["offline"] * 12
    assert not [deal for deal in held if bytes(deal.secret).hex() in text]


@pytest.fixture
def staff(client, bob):
    bob.is_staff = True
    bob.save()
    mays = ["view_user", "view_offlinematch", "view_match", "view_settlement"]
    bob.user_permissions.set(Permission.objects.filter(codename__in=mays))
    client.force_login(bob)
    return client


def test_the_staff_reads_them_and_writes_none(staff, alice):
    counted(alice, won())
    row = OfflineMatch.objects.get()
    one = f"/admin/games/offlinematch/{row.pk}/change/"
    assert "[Seats" in staff.get(one).content.decode()
    assert staff.post(one, {"points": 1000}).status_code == 403
    assert staff.get("/admin/games/offlinematch/add/").status_code == 403
    listed = staff.get("/admin/games/offlinematch/", {"user__id__exact": alice.pk})
    assert [row.pk for row in listed.context["cl"].result_list] == [row.pk]


def test_the_staff_sees_them_on_the_page_of_a_person(staff, alice):
    counted(alice, won())
    seen = staff.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "Without a network, all time" in seen
    assert "accepted" in seen
