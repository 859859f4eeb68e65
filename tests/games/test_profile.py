"""The page of a person: alice owns it, bob has an account, charlie has none."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games import ranking, rating
from games.history import PAGE
from games.match import Status
from games.models import Match

from .deals import faceless
from .settled import NOON, person, settled
from .test_history import for_fun, row

HOUR = timedelta(hours=1)


def url(name="Alice", view="player", **query):
    return reverse(f"games:{view}", args=[name], query=query)


def read(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def change(user, **what):
    User.objects.filter(pk=user.pk).update(**what)


@pytest.fixture
def charlie():
    return Client()


@pytest.mark.parametrize("name", ["Ali Veli", "Ali.Veli", "D'Arcy", "Олена", "Şule-İpek", "o_O 7"])
def test_every_name_has_a_page(charlie, db, name):
    """B-34"""
    person(name)
    assert name in read(charlie, url(name)).replace("&#x27;", "'")
    assert charlie.get(url(name, "matches")).status_code == 200


@pytest.mark.parametrize(
    ("name", "other"), [("Ali.Veli", "ali-veli"), ("Ilgaz", "ılgaz"), ("Aysel", "АYSEL")]
)
def test_a_name_written_otherwise_leads_to_the_page(charlie, db, name, other):
    person(name)
    assert charlie.get(url(other)).url == url(name)
    query = {"game": "sevens", "level": "easy"}
    assert charlie.get(url(other, "matches", **query)).url == url(name, "matches", **query)


@pytest.mark.parametrize("view", ["player", "matches"])
def test_nobody_has_a_page_under_a_name_that_is_not_there(charlie, alice, view):
    for name in ("Nobody", "a", "x" * 300, "Alice\0", "%", "..."):
        assert charlie.get(url(name, view)).status_code == 404


@pytest.mark.parametrize("view", ["player", "matches"])
def test_who_never_proved_the_address_is_nobody_yet(charlie, alice, view):
    """Else his page would tell that this was no sign-up with the address of somebody known."""
    address = EmailAddress.objects.create(user=alice, email=alice.email, verified=False)
    assert charlie.get(url(view=view)).status_code == 404
    address.verified = True
    address.save()
    assert charlie.get(url(view=view)).status_code == 200


@pytest.mark.parametrize("gone", [{"is_active": False}, {"closing": NOON}])
@pytest.mark.parametrize("view", ["player", "matches"])
def test_who_is_leaving_looks_like_nobody(charlie, alice, gone, view):
    change(alice, **gone)
    answer, nobody = charlie.get(url(view=view)), charlie.get(url("Alisa", view))
    assert answer.status_code == nobody.status_code == 404
    assert faceless(answer).replace("Alice", "Alisa") == faceless(nobody)


@pytest.mark.parametrize("state", [{"hidden": True}, {"barred": True}])
def test_who_is_on_no_board_has_a_page_unless_it_shows_nothing(client, charlie, alice, state):
    settled(alice)
    change(alice, **state)
    ranking.relist(alice.pk)
    assert "Place among all players" not in read(charlie, url())
    change(alice, shows_figures=False)
    assert charlie.get(url()).status_code == 200
    change(alice, shows_matches=False)
    assert charlie.get(url()).status_code == 404
    client.force_login(alice)
    assert "You are not on the leaderboard." in read(client, url())


def test_figures_stand_in_columns_by_level(charlie, alice):
    row(alice, "wwl", level="easy")
    settled(alice, "lost", level="expert", at=NOON + 9 * HOUR)
    text = read(charlie, url())
    cells = [part.split("<")[0] for part in text.split('<td class="number">')[1:10]]
    assert cells == ["3", "0", "1", "2", "0", "0", "67%", "", "0%"]
    assert "20 points" in text


def test_nine_matches_are_too_few_for_a_rating_and_ten_are_enough(charlie, alice):
    row(alice, "wlwlwlwlw")
    text = read(charlie, url())
    assert "1 more ranked match" in text
    assert "chart-band" not in text
    settled(alice, at=NOON + 20 * HOUR)
    text = read(charlie, url())
    assert f"{rating.MINIMUM} ranked matches" in text
    assert "±" in text
    assert text.count("chart-band") == 1


def test_a_chart_needs_neither_script_nor_style_and_says_what_it_shows(charlie, alice):
    row(alice, "wlwlwlwlwl")
    main = read(charlie, url()).split("<main")[1]
    assert "style=" not in main
    assert "<script" not in main
    for chart in main.split("<svg")[1:]:
        assert "<title id=" in chart
        assert "<desc id=" in chart
    assert (
        main.count("<tr><td>18\N{NO-BREAK SPACE}November\N{NO-BREAK SPACE}2026</td>") == 10
    )  # of the table below the chart


def test_others_do_not_see_what_the_person_keeps_private(client, charlie, alice, bob):
    settled(alice)
    for_fun(alice, at=NOON + HOUR)
    change(alice, shows_figures=False)
    client.force_login(bob)
    for reader in (client, charlie):
        text = read(reader, url())
        assert "Alice keeps the figures private." in text
        assert "Share won" not in text
        assert "for fun" in text
    change(alice, shows_figures=True, shows_matches=False)
    for reader in (client, charlie):
        text = read(reader, url())
        assert "Alice keeps the matches private." in text
        assert "Share won" in text
        assert "/replay/" not in text
        assert reader.get(url(view="matches")).status_code == 404


def test_the_owner_sees_all_with_a_word_on_what_others_do_not(client, alice):
    settled(alice, level="expert")
    change(alice, shows_figures=False, shows_matches=False, hidden=True)
    client.force_login(alice)
    text = read(client, url())
    assert "Others do not see your figures." in text
    assert "Others do not see your matches." in text
    assert reverse("privacy") in text
    assert "Share won" in text
    assert "+100 points" in text
    assert "Place among all players" in text
    assert "Others do not see your matches." in read(client, url(view="matches"))


def test_only_the_owner_sees_that_a_match_goes_on(client, charlie, alice, bob):
    live = for_fun(alice, (), status=Status.LIVE)
    client.force_login(alice)
    assert live.get_absolute_url() in read(client, url(view="matches"))
    client.force_login(bob)
    for reader in (client, charlie):
        assert str(live.pk) not in read(reader, url(view="matches")) + read(reader, url())


def test_the_history_says_of_each_match_how_it_ended(charlie, alice):
    settled(alice, "drawn", level="expert", seats=3)
    left = settled(alice, "lost", game="pis-yedili", at=NOON + HOUR)
    Match.objects.filter(pk=left.pk).update(status=Status.FORFEITED)
    text = read(charlie, url(view="matches"))
    assert text.index("given up") < text.index("drawn")
    assert "Expert · table of 3 · ranked" in text
    assert "18\N{NO-BREAK SPACE}November\N{NO-BREAK SPACE}2026" in text
    assert reverse("games:replay", args=[left.pk]) in text


def test_older_leads_to_the_rest_and_keeps_the_choice(charlie, alice):
    made = [settled(alice, at=NOON + hour * HOUR) for hour in range(PAGE + 2)]
    settled(alice, game="rummy-500", at=NOON - HOUR)
    first = read(charlie, url(view="matches", game="sevens"))
    assert first.count("/replay/") == PAGE
    older = first.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    assert "game=sevens" in older
    last = read(charlie, older)
    assert last.count("/replay/") == 2
    assert str(made[0].pk) in last
    assert 'rel="next"' not in last
    assert f'href="{url(view="matches", game="sevens")}"' in last


@pytest.mark.parametrize(
    "query", [{"game": "chess"}, {"level": "hard"}, {"before": "yesterday"}, {"before": "1-2"}]
)
def test_an_address_that_cannot_be_read_says_so_and_shows_the_newest(charlie, alice, query):
    match = settled(alice)
    answer = charlie.get(url(view="matches", **query))
    assert answer.status_code == 400
    assert "This address is not right" in answer.content.decode()
    assert str(match.pk) in answer.content.decode()


def test_who_has_played_nothing_reads_what_is_missing(client, charlie, alice):
    assert "No ranked match yet." in read(charlie, url())
    assert "No match yet." in read(charlie, url())
    client.force_login(alice)
    assert "play a ranked match" in read(client, url())
    assert "No match is over yet." in read(client, url(view="matches"))
    assert "No such match." in read(client, url(view="matches", level="easy"))


@pytest.mark.parametrize("view", ["player", "matches"])
def test_no_cache_keeps_the_page(client, charlie, alice, view):
    client.force_login(alice)
    for reader in (client, charlie):
        assert reader.get(url(view=view))["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("view", ["player", "matches"])
def test_who_played_more_costs_no_more_statements(client, alice, view):
    client.force_login(alice)
    counts = []
    for start in (0, 30):
        for hour in range(start, start + 12):
            settled(alice, level="normal", at=NOON + hour * HOUR)
            for_fun(alice, at=NOON + hour * HOUR)
            for_fun(alice, (), status=Status.LIVE)
        read(client, url(view=view))
        with CaptureQueriesContext(connection) as done:
            read(client, url(view=view))
        counts.append(len(done))
    assert counts[0] == counts[1] <= 15


def test_the_menu_leads_to_the_own_page(client, alice):
    client.force_login(alice)
    assert f'href="{url()}"' in read(client, "/en/")


def test_a_page_in_another_language_is_the_same_persons(charlie, db):
    olena = person("Олена Ш.")
    settled(olena)
    text = read(charlie, "/uk" + url("Олена Ш.").removeprefix("/en"))
    assert f'href="{url("Олена Ш.")}"' in text
