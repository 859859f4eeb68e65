"""A person found by what is half remembered, and the list of people: alice is a superuser."""

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from accounts import finding, lists
from accounts.models import User

from .staffing import LIST


@pytest.fixture
def as_alice(client, person):
    client.force_login(person("Alice", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def crowd(person):
    """People with names that are easily misspelt."""
    names = ("Çiğdem", "Олена", "Zażółć", "Gülnaz", "Łukasz 7", "Cig Deniz")
    return {name: person(name, f"p{place}.mail@example.org") for place, name in enumerate(names)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Çiğdem", "Çiğdem"),
        ("ÇİĞDEM", "Çiğdem"),
        ("cigdem", "Çiğdem"),
        ("çidem", "Çiğdem"),
        ("Олена", "Олена"),
        ("ОЛЕНА", "Олена"),
        ("oлeнa", "Олена"),
        ("Олена1", "Олена"),
        ("zazolc", "Zażółć"),
        ("gulnas", "Gülnaz"),
        ("lukasz", "Łukasz 7"),
        ("ukas", "Łukasz 7"),
        ("p3.mail@example.org", "Gülnaz"),
        ("P3.Mail@Example.org", "Gülnaz"),
        ("p3.mail@", "Gülnaz"),
        ("p3.ma", "Gülnaz"),
    ],
)
def test_a_person_is_found_by_any_spelling_the_closest_first(crowd, text, name):
    assert finding.people(text).ids[0] == crowd[name].pk


def test_a_person_is_found_by_number_and_by_a_former_name(crowd):
    gulnaz = crowd["Gülnaz"]
    gulnaz.rename("Marigold")
    assert finding.people(str(gulnaz.pk)).ids[0] == gulnaz.pk
    assert finding.people("gülnaz") == ([gulnaz.pk], "")


@pytest.mark.parametrize("text", ["xylophone", "%%%", "___", "'", "\\", "a", "\0", "9" * 30, "@"])
def test_what_fits_nobody_finds_nobody(crowd, text):
    assert finding.people(text) == ([], "")


def test_the_list_shows_who_was_found_in_this_order(as_alice, crowd):
    answer = as_alice.get(LIST, {"q": "cigdem"})
    found = [person.name for person in answer.context["cl"].result_list]
    assert found[0] == "Çiğdem"
    assert "Олена" not in found


def test_the_list_never_counts_or_sorts_everybody(as_alice, crowd):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = as_alice.get(LIST + "?o=1.2")
    assert answer.status_code == 200
    asked = [query["sql"].lower() for query in queries]
    counts = [sql for sql in asked if "count(" in sql]
    assert all(f"limit {lists.COUNTED}" in sql for sql in counts)
    assert [sql for sql in asked if "order by" in sql and "name" in sql.split("order by")[1]] == []


@pytest.mark.parametrize(
    ("state", "change"),
    [
        ("suspended", {"is_active": False}),
        ("barred", {"barred": True}),
        ("closing", {"closing": Now()}),
    ],
)
def test_those_that_are_to_be_seen_to_are_listed(as_alice, charlie, state, change):
    User.objects.filter(pk=charlie.pk).update(**change)
    answer = as_alice.get(LIST, {"state": state})
    assert [person.name for person in answer.context["cl"].result_list] == ["Charlie"]


def test_the_statements_of_a_search_rest_on_indexes(crowd):
    fold = {"number": None, "text": "cigdem", "fold": "cigdem", "part": "%cigdem%", "limit": 50}
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
        for sql, index in (
            (finding._NEAR, "people_by_name"),
            (finding._EMAIL, "people_by_email"),
            (finding._EXACT, "accounts_user_email"),
        ):
            cursor.execute("explain " + sql, fold)
            assert index in str(cursor.fetchall())


@pytest.fixture
def slow(monkeypatch):
    """Parts of names and addresses that so many have that looking takes minutes."""
    monkeypatch.setattr(finding, "PATIENCE", 20)
    for name in ("_NEAR", "_EMAIL"):
        monkeypatch.setattr(finding, name, "select 1 from pg_sleep(60)")


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("text", ["Gülnaz", "p3.mail@example.org"])
def test_where_too_many_fit_the_surest_are_found_and_it_is_said(as_alice, crowd, text):
    answer = as_alice.get(LIST, {"q": text})
    assert answer.status_code == 200
    assert [person.name for person in answer.context["cl"].result_list] == ["Gülnaz"]
    assert finding.TOO_MANY in answer.content.decode()


@pytest.mark.usefixtures("slow")
def test_where_too_many_fit_the_other_lists_say_so_too(as_alice, crowd):
    answer = as_alice.get("/admin/games/match/", {"q": "example"})
    assert answer.status_code == 200
    assert finding.TOO_MANY in answer.content.decode()
