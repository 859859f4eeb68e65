"""In the admin alice is a superuser, bob a clerk who may look, charlie a player."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import dossier, staff
from accounts.models import Act, User

from ..games.settled import settled
from .signing import PASSWORD, code, confirm, log_in, who
from .staffing import ACTS, LIST, acts, do, moderators, page

ADD = f"{LIST}add/"


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


def test_the_admin_is_entered_by_the_login_of_the_site(client, alice):
    answer = client.get(LIST, follow=True)
    place = urlsplit(answer.redirect_chain[-1][0])
    assert (place.path, parse_qs(place.query)) == ("/en/account/login/", {"next": [LIST]})
    answer = log_in(client, "Alice@example.org", next=LIST)
    assert answer["Location"] == LIST
    assert client.get(LIST).status_code == 200


def test_one_made_on_the_command_line_proves_the_address_and_is_in(client, db):
    root = User.objects.create_superuser("root@example.org", PASSWORD, name="Olena")
    assert log_in(client, "root@example.org", next=LIST)["Location"] == "/en/account/confirm-email/"
    assert confirm(client, code())["Location"] == LIST
    assert who(client) == root.pk


def test_there_is_no_way_around_the_limits_of_that_login(client, alice):
    client.post("/admin/login/", {"username": alice.email, "password": PASSWORD})
    assert who(client) is None


def test_a_clerk_looks_and_changes_nothing(client, bob, charlie):
    client.force_login(bob)
    assert client.get(page(charlie)).status_code == 200
    assert client.post(page(charlie), {"is_staff": "on", "reason": "x"}).status_code == 403
    assert client.get(ADD).status_code == 403
    for kind in staff.DEEDS:
        assert do(client, kind, charlie, name="Eve").status_code == 403
    assert client.get(ACTS).status_code == 403
    assert acts() == []


def test_a_player_sees_nothing_of_it(client, charlie):
    client.force_login(charlie)
    assert client.get(LIST, follow=True).status_code == 403


@pytest.mark.parametrize("asked", ["", "?q=alice", "?o=2"])
def test_the_list_is_shown_found_in_and_ordered(as_alice, asked):
    answer = as_alice.get(LIST + asked)
    assert answer.status_code == 200
    assert "alice@example.org" in answer.content.decode()


def test_a_person_made_in_capitals_is_kept_in_small_letters_and_written_down(as_alice):
    data = {"email": "Dana@Example.ORG", "name": "Dana"}
    assert as_alice.post(ADD, data).status_code == 200  # the reason is missing
    assert acts() == []
    answer = as_alice.post(ADD, {**data, "reason": "our new clerk"})
    dana = User.objects.get(name="Dana")
    assert answer["Location"] == page(dana)
    assert (dana.email, dana.has_usable_password()) == ("dana@example.org", False)
    assert acts() == [("Dana", "Alice", "added", "", "Dana", "our new clerk")]


def test_who_was_made_in_the_admin_sets_a_password_by_a_code_from_a_mail(as_alice, new_browser):
    as_alice.post(ADD, {"email": "dana@example.org", "name": "Dana", "reason": "x"})
    browser = new_browser()
    answer = browser.post("/en/account/password/reset/", {"email": "dana@example.org"})
    answer = browser.post(answer["Location"], {"code": code()})
    browser.post(answer["Location"], {"password1": PASSWORD, "password2": PASSWORD})
    log_in(browser, "dana@example.org")
    confirm(browser, code())
    assert who(browser) == User.objects.get(name="Dana").pk


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"name": "ALICE"}, {"name": ["taken"]}),
        ({"name": "Admin"}, {"name": ["reserved"]}),
        ({"email": "ALICE@example.org"}, {"email": ["unique"]}),
    ],
)
def test_what_cannot_be_had_is_an_error_in_the_form(as_alice, given, reason):
    data = {"email": "dana@example.org", "name": "Dana", "reason": "x", **given}
    answer = as_alice.post(ADD, data)
    found = answer.context["adminform"].errors.as_data()
    assert {field: [error.code for error in these] for field, these in found.items()} == reason


def test_the_hash_is_neither_shown_nor_changed(as_alice, charlie):
    shown = as_alice.get(page(charlie))
    assert charlie.password not in shown.content.decode()
    data = {
        "email": "eve@example.org",
        "name": "Eve",
        "password": "x",
        "is_active": "",
        "reason": "x",
    }
    assert as_alice.post(page(charlie), data).status_code == 302
    before = (charlie.email, charlie.name, charlie.password, charlie.is_active)
    charlie.refresh_from_db()
    assert (charlie.email, charlie.name, charlie.password, charlie.is_active) == before


def test_nobody_sets_the_password_of_another(as_alice, charlie):
    new = {"password1": "correct battery", "password2": "correct battery"}
    data = {**new, "usable_password": "true", "set-password": ""}
    as_alice.post(f"{LIST}{charlie.pk}/password/", data, follow=True)
    assert "Set a password" not in as_alice.get(page(charlie)).content.decode()
    charlie.refresh_from_db()
    assert charlie.check_password(PASSWORD)
    assert acts() == []


@pytest.mark.parametrize("path", ["/admin/", "/admin/auth/group/", ACTS, LIST + "?state=staff"])
def test_the_other_pages_get_along_with_a_person_without_a_username(as_alice, path):
    assert as_alice.get(path).status_code == 200


@pytest.mark.parametrize(
    "path", ["account/emailaddress", "mfa/authenticator", "usersessions/usersession"]
)
def test_what_guards_an_account_is_not_changed_by_hand(as_alice, path):
    assert as_alice.get(f"/admin/{path}/").status_code == 404


def test_the_admin_is_in_english_whatever_the_reader_prefers(as_alice):
    shown = as_alice.get(LIST, headers={"accept-language": "tr"}).content.decode()
    assert '<html lang="en' in shown
    assert "Select user to change" in shown


# Rights


def test_rights_are_given_by_a_superuser_with_a_reason_and_written_down(as_alice, charlie):
    group = moderators()
    data = {"is_staff": "on", "groups": [group.pk]}
    assert as_alice.post(page(charlie), data).status_code == 200  # the reason is missing
    charlie.refresh_from_db()
    assert not charlie.is_staff
    as_alice.post(page(charlie), {**data, "reason": "helps us"})
    charlie.refresh_from_db()
    assert (charlie.is_staff, list(charlie.groups.all())) == (True, [group])
    assert acts() == [
        (
            *("Charlie", "Alice", "changed", ""),
            "is_staff: False → True; groups: [] → ['Moderators']",
            "helps us",
        )
    ]


def test_the_last_superuser_keeps_his_rights(as_alice, alice, charlie):
    answer = as_alice.post(page(alice), {"is_staff": "on", "reason": "x"})
    errors = answer.context["adminform"].errors.as_data()
    assert [error.code for error in errors["is_superuser"]] == ["last"]
    alice.refresh_from_db()
    assert alice.is_superuser


def test_a_name_older_than_a_rule_for_names_is_in_nobodys_way(as_alice, person):
    dana = person("Dana")
    User.objects.filter(pk=dana.pk).update(name="x", name_fold="x")
    assert as_alice.post(page(dana), {"is_staff": "on", "reason": "x"}).status_code == 302


def test_nobody_is_deleted_in_the_admin(as_alice, charlie):
    assert as_alice.get(f"{LIST}{charlie.pk}/delete/").status_code == 403
    as_alice.post(LIST, {"action": "delete_selected", "_selected_action": [charlie.pk]})
    assert User.objects.filter(pk=charlie.pk).exists()


# A person's page


def test_a_persons_page_has_matches_ledger_ratings_places_and_acts_to_read(
    as_moderator, bob, charlie
):
    match = settled(charlie, level="expert", at=timezone.now())
    Act.objects.create(person=charlie, by=bob, kind="renamed", old="Chuck", reason="rude")
    shown = as_moderator.get(page(charlie)).content.decode()
    for part in (
        f"/admin/games/match/{match.pk}/change/",
        f"/admin/games/settlement/?user__id__exact={charlie.pk}",
        f"/admin/games/match/?players__user__id__exact={charlie.pk}",
        f"/admin/accounts/act/?person__id__exact={charlie.pk}",
        "Points, all time",
        "Rating, sevens",
        "charlie@example.org",
        "rude",
    ):
        assert part in shown
    assert 'name="_save"' not in shown


def test_what_is_worth_a_look_is_said(charlie):
    noon = timezone.now().replace(hour=12) - timedelta(days=2)
    for _ in range(dossier.WINS_A_DAY - 1):
        settled(charlie, level="easy", at=noon)
    assert [(fact.figure, fact.odd) for fact in dossier.facts(charlie.pk)] == [
        *(("59", False), ("0 of 0", False)),
    ]
    for _ in range(dossier.ENOUGH):
        settled(charlie, level="expert", at=noon)
    assert [(fact.figure, fact.odd) for fact in dossier.facts(charlie.pk)] == [
        *(("89", True), ("30 of 30", True)),
    ]


def test_the_cost_of_the_page_does_not_grow(as_moderator, charlie, django_assert_max_num_queries):
    for _ in range(3):
        settled(charlie)
    as_moderator.get(page(charlie))
    with CaptureQueriesContext(connection) as before:
        as_moderator.get(page(charlie))
    for _ in range(3):
        settled(charlie)
    with CaptureQueriesContext(connection) as after:
        as_moderator.get(page(charlie))
    assert len(after) == len(before)
