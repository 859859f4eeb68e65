"""Acts of the staff: alice is a superuser, bob a moderator, charlie a player."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import privacy, staff
from accounts.models import Act, FormerName, User
from games import audit

from ..games.settled import settled
from .signing import log_in, who
from .staffing import ACTS, EXACT, LIST, acts, do, moderators, page, ranks


@pytest.fixture
def alice(person):
    return person("Alice", is_staff=True, is_superuser=True)


@pytest.fixture
def bob(person):
    bob = person("Bob", is_staff=True)
    bob.user_permissions.add(Permission.objects.get(codename="view_user"))
    return bob


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def as_moderator(client, bob):
    bob.groups.add(moderators())
    client.force_login(bob)
    return client


@pytest.fixture
def board(person, charlie):
    """Charlie stands between two others."""
    first, last = person("Firstborn"), person("Lastborn")
    settled(first, level="expert")
    settled(charlie, level="normal")
    settled(last)
    return [(1, first.pk), (2, charlie.pk), (3, last.pk)]


@pytest.mark.parametrize(
    ("kind", "back"),
    [("suspended", "unsuspended"), ("barred", "unbarred"), ("closed", "restored")],
)
def test_off_the_boards_by_an_act_and_exactly_back_by_its_opposite(
    as_moderator, charlie, board, kind, back
):
    assert do(as_moderator, kind, charlie)["Location"] == page(charlie)
    assert ranks() == [board[0], (2, board[2][1])]
    assert do(as_moderator, back, charlie, "a mistake")["Location"] == page(charlie)
    assert ranks() == board
    assert audit.rebuild() == EXACT
    told = [(act[0], act[1], act[2], act[5]) for act in acts()]
    assert told == [
        ("Charlie", "Bob", kind, "as asked by mail"),
        ("Charlie", "Bob", back, "a mistake"),
    ]
    assert acts()[0][3:5] == acts()[1][3:5][::-1]  # the old value and the new one


def test_who_is_suspended_is_out_at_once_and_cannot_come_in(as_moderator, new_browser, charlie):
    browser = new_browser()
    log_in(browser, charlie.email)
    do(as_moderator, "suspended", charlie)
    assert browser.get("/en/account/").status_code == 302
    assert not UserSession.objects.filter(user=charlie).exists()
    assert log_in(browser, charlie.email)["Location"] == "/en/account/inactive/"
    assert who(browser) is None


def test_who_was_removed_from_the_boards_plays_on(as_moderator, new_browser, charlie):
    browser = new_browser()
    log_in(browser, charlie.email)
    do(as_moderator, "barred", charlie)
    assert browser.get("/en/account/").status_code == 200


def test_whose_account_is_closed_by_the_staff_is_told_in_all_languages(as_moderator, charlie):
    do(as_moderator, "closed", charlie)
    charlie.refresh_from_db()
    assert charlie.closing is not None
    (told,) = mail.outbox
    assert told.to == ["charlie@example.org"]
    assert told.subject.count(" · ") == 3
    assert told.body.count("/en/account/login/") == 4


def test_who_is_renamed_is_told_and_the_pause_begins_anew(as_moderator, charlie):
    User.objects.filter(pk=charlie.pk).update(name_since=Now() - timedelta(days=100))
    assert do(as_moderator, "renamed", charlie, name="Charlotte")["Location"] == page(charlie)
    charlie.refresh_from_db()
    assert charlie.name == "Charlotte"
    assert timezone.now() - charlie.name_since < timedelta(minutes=5)
    assert list(FormerName.objects.values_list("fold", "user")) == [("chariie", charlie.pk)]
    assert acts() == [("Charlotte", "Bob", "renamed", "Charlie", "Charlotte", "as asked by mail")]
    (told,) = mail.outbox
    assert told.to == ["charlie@example.org"]
    assert "from Charlie to Charlotte" in told.body


def test_the_staff_renames_during_the_pause_too(as_moderator, charlie):
    charlie.rename("Chuck Norris")
    do(as_moderator, "renamed", charlie, name="Charlotte")
    charlie.refresh_from_db()
    assert charlie.name == "Charlotte"


@pytest.mark.parametrize("name", ["Alice", "A1ice", "Admin", "x", "Charlie"])
def test_a_name_that_cannot_be_had_is_refused_to_the_staff_too(as_moderator, alice, charlie, name):
    answer = do(as_moderator, "renamed", charlie, name=name)
    assert answer.status_code == 400
    assert "name" in answer.context["form"].errors
    assert (acts(), mail.outbox) == ([], [])


@pytest.mark.parametrize("kind", staff.DEEDS)
def test_without_a_reason_nothing_is_done(as_moderator, charlie, kind):
    before = User.objects.filter(pk=charlie.pk).values().get()
    assert do(as_moderator, kind, charlie, reason=" ", name="Charlotte").status_code == 400
    assert User.objects.filter(pk=charlie.pk).values().get() == before
    assert acts() == []


@pytest.mark.parametrize("kind", ["unsuspended", "unbarred", "restored"])
def test_what_is_so_already_is_refused_in_a_sentence(as_moderator, charlie, kind):
    answer = do(as_moderator, kind, charlie)
    assert answer.status_code == 409
    assert "Charlie is" in answer.content.decode()
    assert acts() == []


def test_looking_at_the_page_of_an_act_does_nothing(as_moderator, charlie):
    for kind in staff.DEEDS:
        assert as_moderator.get(f"{LIST}{charlie.pk}/act/{kind}/").status_code == 200
    assert acts() == []


@pytest.mark.parametrize("kind", ["changed", "nothing"])
def test_an_act_that_there_is_not_is_not_found(as_moderator, charlie, kind):
    assert do(as_moderator, kind, charlie).status_code == 404


@pytest.mark.parametrize("kind", staff.DEEDS)
def test_a_moderator_acts_neither_on_the_staff_nor_on_himself(as_moderator, alice, bob, kind):
    for person in (alice, bob):
        assert do(as_moderator, kind, person, name="Charlotte").status_code == 403
    assert acts() == []


@pytest.mark.parametrize(
    ("may", "kinds"),
    [
        ("rename_user", {"renamed"}),
        ("suspend_user", {"suspended"}),
        ("bar_user", {"barred"}),
        ("close_user", {"closed"}),
    ],
)
def test_each_right_is_for_its_acts_alone(client, bob, charlie, may, kinds):
    bob.user_permissions.add(Permission.objects.get(codename=may))
    client.force_login(bob)
    assert set(client.get(page(charlie)).context["deeds"]) == kinds
    for kind in set(staff.DEEDS) - kinds:
        if staff.DEEDS[kind].may != may:
            assert do(client, kind, charlie, name="Charlotte").status_code == 403
    assert acts() == []


def test_a_superuser_can_suspend_another_but_not_the_last_one(as_alice, alice, person):
    root = person("Olena", is_staff=True, is_superuser=True)
    assert do(as_alice, "suspended", root)["Location"] == page(root)
    with pytest.raises(staff.Refused):
        staff.act("suspended", alice.pk, root, "x")
    with pytest.raises(staff.Refused):
        staff.act("closed", alice.pk, root, "x")
    alice.refresh_from_db()
    assert alice.is_active


def test_the_log_is_read_by_who_may_and_written_by_nobody(as_moderator, bob, charlie):
    do(as_moderator, "barred", charlie, "farming")
    act = Act.objects.get()
    text = as_moderator.get(ACTS).content.decode()
    for word in ("Bob", "Charlie", "removed from the boards", "farming"):
        assert word in text
    assert as_moderator.get(f"{ACTS}{act.pk}/change/").status_code == 200
    assert as_moderator.post(f"{ACTS}{act.pk}/change/", {"reason": "x"}).status_code == 403
    assert as_moderator.post(f"{ACTS}{act.pk}/delete/", {"post": "yes"}).status_code == 403
    assert as_moderator.get(f"{ACTS}add/").status_code == 403


def test_an_act_outlives_both_without_their_names(as_moderator, bob, charlie):
    do(as_moderator, "closed", charlie)
    User.objects.filter(pk=charlie.pk).update(closing=Now() - timedelta(days=15))
    assert privacy.erase_due(10) == 1
    assert acts() == [(None, "Bob", "closed", "", "", "")]
    bob.delete()
    assert acts() == [(None, None, "closed", "", "", "")]


@pytest.mark.parametrize("kind", staff.DEEDS)
def test_nothing_is_done_to_who_was_deleted_meanwhile(as_moderator, charlie, monkeypatch, kind):
    may = staff.may

    def deleted_then(*args):
        User.objects.filter(pk=charlie.pk).delete()
        return may(*args)

    monkeypatch.setattr(staff, "may", deleted_then)
    answer = do(as_moderator, kind, charlie, name="Charlotte")
    assert answer.status_code == 409
    assert "deleted by now" in answer.content.decode()
    assert (acts(), mail.outbox) == ([], [])


@pytest.mark.parametrize("kind", ["suspended", "closed"])
def test_superusers_are_locked_before_the_person_whatever_the_act(alice, person, kind):
    root = person("Olena", is_staff=True, is_superuser=True)
    with CaptureQueriesContext(connection) as queries:
        staff.act(kind, root.pk, alice, "x")
    locks = [query["sql"] for query in queries if "FOR NO KEY UPDATE" in query["sql"]]
    people = [sql for sql in locks if 'FROM "accounts_user"' in sql]
    assert '"is_superuser" AND' in people[0] or 'AND "accounts_user"."is_superuser"' in people[0]
    assert len(people) > 1
