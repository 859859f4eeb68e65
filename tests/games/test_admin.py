"""Matches and the ledger as the staff sees them: alice owns a match, bob is of the staff."""

import pytest
from django.contrib.auth.models import Permission

from games.models import Match

from .settled import settled

MATCHES, LEDGER = "/admin/games/match/", "/admin/games/settlement/"


@pytest.fixture
def as_bob(client, bob):
    bob.is_staff = True
    bob.save()
    mays = ["view_match", "view_settlement"]
    bob.user_permissions.set(Permission.objects.filter(codename__in=mays))
    client.force_login(bob)
    return client


def shown(answer) -> list:
    assert answer.status_code == 200
    return [row.pk for row in answer.context["cl"].result_list]


@pytest.fixture
def two(alice, bob) -> list[Match]:
    return [settled(alice), settled(bob)]


@pytest.mark.parametrize(
    ("path", "key"), [(MATCHES, "players__user__id__exact"), (LEDGER, "user__id__exact")]
)
def test_a_persons_own_are_listed(as_bob, alice, two, path, key):
    assert shown(as_bob.get(path, {key: alice.pk})) == [two[0].pk]
    assert set(shown(as_bob.get(path))) == {match.pk for match in two}


@pytest.mark.parametrize(
    ("path", "key"), [(MATCHES, "players__user__id__exact"), (LEDGER, "user__id__exact")]
)
def test_filters_are_offered_for_one_persons_and_not_for_all(as_bob, alice, two, path, key):
    """Of all, a rare kind would be looked for in millions of rows."""
    settled(alice, game="rummy-500")
    assert len(shown(as_bob.get(path, {key: alice.pk, "game": "sevens"}))) == 1
    assert "By game" in as_bob.get(path, {key: alice.pk}).content.decode()
    assert "By game" not in as_bob.get(path).content.decode()


@pytest.mark.parametrize("path", [MATCHES, LEDGER])
def test_they_are_found_by_number_and_by_person(as_bob, two, path):
    assert shown(as_bob.get(path, {"q": str(two[1].pk)})) == [two[1].pk]
    assert shown(as_bob.get(path, {"q": "alice@example.org"})) == [two[0].pk]
    assert shown(as_bob.get(path, {"q": "nobody at all"})) == []


@pytest.mark.parametrize("path", [MATCHES, LEDGER])
def test_they_are_to_read_and_not_to_write(as_bob, two, path):
    one = f"{path}{two[0].pk}/"
    assert as_bob.get(f"{one}change/").status_code == 200
    for act, data in (
        (f"{one}change/", {"points": 1000}),
        (f"{one}delete/", {"post": "yes"}),
        (f"{path}add/", {}),
    ):
        assert as_bob.post(act, data).status_code == 403


def test_the_secret_of_a_match_is_shown_to_nobody(as_bob, match):
    shown_page = as_bob.get(f"{MATCHES}{match.pk}/change/").content.decode()
    assert "Alice" in shown_page
    assert match.secret.hex() not in shown_page
    assert "secret" not in shown_page.lower()


@pytest.mark.parametrize("asked", ["o=1", "players__user__password__startswith=a", "x=1"])
def test_an_address_that_asks_for_more_does_not_get_it(as_bob, two, asked):
    answer = as_bob.get(f"{MATCHES}?{asked}")
    assert answer.status_code in (200, 302, 400)
