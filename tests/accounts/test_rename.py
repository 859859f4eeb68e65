"""Another public name: after a pause, under the same rules, and the old one is nobody else's."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.db.models import F
from django.utils import timezone

from accounts.forms import NameForm, SignupForm
from accounts.models import NAME_HELD, NAME_PAUSE, FormerName, User
from accounts.tasks import clear_held

from .signing import errors, sign_up

pytestmark = pytest.mark.django_db
NAME = "/en/account/name/"


@pytest.fixture
def rested(db):
    """Everybody took his name a pause ago."""

    def rested():
        User.objects.update(name_since=F("name_since") - NAME_PAUSE)

    return rested


@pytest.fixture
def alicia(client, alice, rested) -> User:
    """Alice, here for a day, who is called Alicia since now."""
    User.objects.update(date_joined=timezone.now() - timedelta(days=1))
    rested()
    client.force_login(alice)
    client.post(NAME, {"name": "Alicia"})
    alice.refresh_from_db()
    return alice


def test_a_name_is_changed_and_the_page_says_so(client, alice, rested):
    rested()
    client.force_login(alice)
    answer = client.post(NAME, {"name": " Alicia  Keys "}, follow=True)
    assert answer.redirect_chain == [("/en/account/", 302)]
    assert "Your name is now Alicia Keys." in answer.content.decode()
    alice.refresh_from_db()
    assert (alice.name, alice.name_fold) == ("Alicia Keys", "aiicia keys")
    assert timezone.now() - alice.name_since < timedelta(minutes=1)


def test_a_slip_at_sign_up_is_mended_at_once(client, alice):
    client.force_login(alice)
    assert client.post(NAME, {"name": "Alicia"}).status_code == 302
    alice.refresh_from_db()
    assert alice.name == "Alicia"


def test_a_second_slip_waits_however_soon_it_comes(client, alice):
    client.force_login(alice)
    assert client.post(NAME, {"name": "Alicia"}).status_code == 302
    assert client.post(NAME, {"name": "Alison"}).status_code == 409
    assert client.post(NAME, {"name": "Alice"}).status_code == 409  # nor back
    alice.refresh_from_db()
    assert alice.name == "Alicia"
    assert [former.fold for former in FormerName.objects.all()] == ["aiice"]


def test_during_the_pause_the_page_says_when_it_ends(client, alicia):
    User.objects.update(
        date_joined=timezone.now() - timedelta(days=9),
        name_since=datetime(2100, 1, 2, tzinfo=UTC) - NAME_PAUSE,
    )
    day = "2\N{NO-BREAK SPACE}January\N{NO-BREAK SPACE}2100"
    assert day in client.get(NAME).content.decode()
    answer = client.post(NAME, {"name": "Alison"})
    assert (answer.status_code, errors(answer)) == (409, {"__all__": ["pause"]})
    assert f"You can take another name from {day}." in answer.content.decode()
    alicia.refresh_from_db()
    assert alicia.name == "Alicia"


def test_after_a_change_there_is_a_pause_again(client, alicia, rested):
    assert client.post(NAME, {"name": "Alison"}).status_code == 409
    rested()
    assert client.post(NAME, {"name": "Alison"}).status_code == 302


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "required"),
        ("x", "length"),
        ("Аlicia", "script"),  # Cyrillic А
        ("Adrnin", "reserved"),
        ("BOB", "taken"),
        ("Alice", "same"),
        ("Ali\0cia", "null_characters_not_allowed"),
    ],
)
def test_a_name_that_cannot_be_had_is_refused_and_nothing_changes(
    client, alice, bob, rested, name, reason
):
    rested()
    client.force_login(alice)
    answer = client.post(NAME, {"name": name})
    assert (answer.status_code, errors(answer)) == (400, {"name": [reason]})
    alice.refresh_from_db()
    assert alice.name == "Alice"
    assert not FormerName.objects.exists()


def test_a_name_may_be_spelled_otherwise(client, alice, rested):
    rested()
    client.force_login(alice)
    assert client.post(NAME, {"name": "ALİCE"}).status_code == 302
    alice.refresh_from_db()
    assert alice.name == "ALİCE"
    assert not FormerName.objects.exists()  # it is the same name


@pytest.mark.parametrize("name", ["Alice", "АLІСЕ", "AIice"])
def test_nobody_else_can_have_the_old_name(client, new_browser, bob, alicia, name):
    if name != "АLІСЕ":  # of two scripts
        answer = sign_up(new_browser(), "dana@example.org", name)
        assert errors(answer) == {"name": ["taken"]}
    User.objects.filter(pk=bob.pk).update(name_since=F("name_since") - NAME_PAUSE)
    client.force_login(bob)
    assert client.post(NAME, {"name": name}).status_code == 400
    with pytest.raises(ValidationError, match="taken"):
        User(email="x@example.org", name="Alice").clean()  # nor by the hand of the staff


def test_its_owner_can_have_it_back(client, alicia, rested):
    rested()
    assert client.post(NAME, {"name": "Alice"}).status_code == 302
    assert [former.fold for former in FormerName.objects.all()] == ["aiicia"]


def test_after_a_while_the_old_name_is_free(new_browser, alicia):
    FormerName.objects.update(until=F("until") - NAME_HELD)
    assert sign_up(new_browser(), "dana@example.org", "Alice").status_code == 302
    clear_held()
    assert not FormerName.objects.exists()


def test_names_are_held_for_ninety_days_and_not_cleared_before(alicia):
    clear_held()
    left = FormerName.objects.get().until - timezone.now()
    assert timedelta(days=89) < left <= timedelta(days=90)


def test_a_name_that_ran_out_for_one_is_held_for_the_next(client, bob, alicia):
    FormerName.objects.update(until=F("until") - NAME_HELD)
    User.objects.filter(pk=bob.pk).update(name_since=F("name_since") - 2 * NAME_PAUSE)
    client.force_login(bob)
    assert client.post(NAME, {"name": "Alice"}).status_code == 302
    User.objects.filter(pk=bob.pk).update(name_since=F("name_since") - NAME_PAUSE)
    assert client.post(NAME, {"name": "Robert"}).status_code == 302
    assert FormerName.objects.get(fold="aiice").user_id == bob.pk


def test_who_signed_up_and_waits_for_a_code_has_the_name(client, new_browser, alice, rested):
    rested()
    sign_up(new_browser(), "dana@example.org", "Dana")
    client.force_login(alice)
    assert errors(client.post(NAME, {"name": "DANA"})) == {"name": ["taken"]}


def test_who_never_confirmed_is_in_nobodys_way(client, new_browser, alice, rested, aged):
    from django.core.cache import cache

    from accounts.forms import _held

    rested()
    sign_up(new_browser(), "dana@example.org", "Dana")
    aged(16 * 60)
    cache.delete(_held("Dana"))  # the cache forgets by itself, as long after
    client.force_login(alice)
    assert client.post(NAME, {"name": "Dana"}).status_code == 302
    assert [user.email for user in User.objects.all()] == ["alice@example.org"]


def test_two_windows_change_the_name_once(alice, rested):
    User.objects.update(date_joined=timezone.now() - timedelta(days=1))
    rested()
    first, second = User.objects.get(), User.objects.get()
    assert first.rename("Alicia")
    late = NameForm(second, {"name": "Alison"})
    assert late.is_valid()
    assert not late.save()
    assert late.errors.as_data()["__all__"][0].code == "pause"
    assert User.objects.get().name == "Alicia"


def test_who_was_faster_with_the_name_has_it(alice, bob, rested, monkeypatch):
    rested()
    bob.refresh_from_db()
    form = NameForm(User.objects.get(pk=alice.pk), {"name": "Carol"})
    assert form.is_valid()
    bob.rename("Carol")
    assert not form.save()
    assert form.errors.as_data()["name"][0].code == "taken"
    assert not FormerName.objects.filter(user=alice).exists()


@pytest.mark.django_db(transaction=True)
def test_a_name_given_up_this_very_moment_is_held(alice, bob, rested):
    """Bob asks for it while alice's change is written but not committed: he waits, and loses."""
    rested()
    bob.refresh_from_db()
    from django.db import transaction

    outcome = []

    def ask():
        try:
            bob.rename("Alice")
        except IntegrityError as error:
            outcome.append(str(error))
        finally:
            connection.close()

    other = threading.Thread(target=ask)
    with transaction.atomic():
        User.objects.get(pk=alice.pk).rename("Alicia")
        other.start()
        _wait_until_somebody_waits()
    other.join(10)
    assert outcome == ["Alice is held for its former owner"]
    bob.refresh_from_db()
    assert bob.name == "Bob"


def _wait_until_somebody_waits() -> None:
    deadline = timezone.now() + timedelta(seconds=10)
    waiting = "select count(*) from pg_locks where not granted"
    while timezone.now() < deadline:
        with connection.cursor() as cursor:
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
    raise AssertionError("nobody waited")


def test_a_sign_up_between_check_and_row_loses_to_the_former_owner(client, alice, monkeypatch):
    save = SignupForm.save

    def late(form, request):
        monkeypatch.setattr(SignupForm, "save", save)
        User.objects.update(name_since=F("name_since") - NAME_PAUSE)
        User.objects.get(pk=alice.pk).rename("Alicia")
        return save(form, request)

    monkeypatch.setattr(SignupForm, "save", late)
    monkeypatch.setattr("accounts.forms.is_taken", _not_the_first_time())
    answer = sign_up(client, "dana@example.org", "Alice")
    assert errors(answer) == {"name": ["taken"]}
    assert User.objects.count() == 1


def _not_the_first_time():
    from accounts.forms import is_taken

    asked = []

    def once(*given, **more):
        asked.append(given)
        return len(asked) > 1 and is_taken(*given, **more)

    return once
