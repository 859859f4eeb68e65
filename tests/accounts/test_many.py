"""What is asked of the people at every sign-up and every day reads few of them, however many there
are: a thousand here, of which hundreds never confirmed."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from accounts import forms, tasks
from accounts.models import User

DAY = 24 * 60 * 60
FEW = 10  # rows


@pytest.fixture
def crowd(db):
    """Thousand people who came in, and 300 who did not."""
    people = User.objects.bulk_create(
        User(
            email=f"p{number}@example.org",
            name=f"P{number}",
            name_fold=f"p{number}",
            last_login=Now() if number < 1000 else None,
        )
        for number in range(1300)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=place < 1000, primary=True)
        for place, user in enumerate(people)
    )
    with connection.cursor() as cursor:
        cursor.execute("analyze accounts_user")
        cursor.execute("analyze account_emailaddress")
    return people


def rows_read(queries) -> int:
    """The most rows that one step of one of the statements read."""

    def steps(plan):
        filtered = sum(plan.get(f"Rows Removed by {by}", 0) for by in ("Filter", "Index Recheck"))
        yield (plan["Actual Rows"] + filtered) * plan["Actual Loops"]
        for part in plan.get("Plans", ()):
            yield from steps(part)

    most = 0
    with connection.cursor() as cursor:
        for query in [one["sql"] for one in queries]:
            cursor.execute("explain (analyze, format json) " + query)
            found = cursor.fetchone()[0]
            found = json.loads(found) if isinstance(found, str) else found
            most = max(most, *steps(found[0]["Plan"]))
    return most


@pytest.mark.parametrize(("number", "taken"), [(7, True), (1007, False)])
def test_whether_a_name_is_taken_is_asked_of_its_owner_alone(crowd, aged, number, taken):
    aged(DAY)
    with CaptureQueriesContext(connection) as queries:
        assert forms.is_taken(f"P{number}", "new@example.org") is taken
    assert rows_read(queries) <= FEW


def test_who_never_confirmed_is_forgotten_slice_by_slice(crowd, aged, monkeypatch):
    monkeypatch.setattr(tasks, "UNCONFIRMED", 100)
    tasks.clear_unconfirmed()
    assert User.objects.count() == 1300
    aged(DAY)
    with CaptureQueriesContext(connection) as queries:
        tasks.clear_unconfirmed()
    assert set(User.objects.values_list("pk", flat=True)) == {one.pk for one in crowd[:1000]}
    deletions = [one for one in queries if one["sql"].startswith('DELETE FROM "accounts_user"')]
    assert len(deletions) == 3


def test_they_are_found_by_an_index(crowd):
    old = User.objects.unconfirmed().filter(date_joined__lt=Now()).order_by("date_joined")
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
        assert "people_to_confirm" in old[:100].explain()
