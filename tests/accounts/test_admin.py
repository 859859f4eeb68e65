"""In the admin alice is a superuser, bob a clerk who may look, charlie a player."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User

from .signing import PASSWORD, code, confirm, log_in, who

LIST, ADD = "/admin/accounts/user/", "/admin/accounts/user/add/"


def _page(user: User) -> str:
    return f"/admin/accounts/user/{user.pk}/change/"


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
    assert client.get(_page(charlie)).status_code == 200
    assert client.post(_page(charlie), {"name": "Eve"}).status_code == 403
    assert client.get(ADD).status_code == 403


def test_a_player_sees_nothing_of_it(client, charlie):
    client.force_login(charlie)
    assert client.get(LIST, follow=True).status_code == 403


@pytest.mark.parametrize("asked", ["", "?q=alice", "?o=2"])
def test_the_list_is_shown_found_in_and_ordered(as_alice, asked):
    answer = as_alice.get(LIST + asked)
    assert answer.status_code == 200
    assert "alice@example.org" in answer.content.decode()


def test_a_person_made_in_capitals_is_kept_in_small_letters(as_alice):
    data = {"email": "Dana@Example.ORG", "name": "Dana", "usable_password": "true"}
    answer = as_alice.post(ADD, {**data, "password1": PASSWORD, "password2": PASSWORD})
    dana = User.objects.get(name="Dana")
    assert answer["Location"] == _page(dana)
    assert (dana.email, dana.check_password(PASSWORD)) == ("dana@example.org", True)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"name": "ALICE"}, {"name": ["taken"]}),
        ({"name": "Admin"}, {"name": ["reserved"]}),
        ({"email": "ALICE@example.org"}, {"email": ["unique"]}),
    ],
)
def test_what_cannot_be_had_is_an_error_in_the_form(as_alice, given, reason):
    data = {"email": "dana@example.org", "name": "Dana", "usable_password": "true", **given}
    answer = as_alice.post(ADD, {**data, "password1": PASSWORD, "password2": PASSWORD})
    found = answer.context["adminform"].errors.as_data()
    assert {field: [error.code for error in these] for field, these in found.items()} == reason


def test_the_hash_is_neither_shown_nor_changed(as_alice, charlie):
    page = as_alice.get(_page(charlie))
    assert charlie.password not in page.content.decode()
    data = {"email": charlie.email, "name": "Charlotte", "is_active": "on", "password": "x"}
    assert as_alice.post(_page(charlie), data).status_code == 302
    before = charlie.password
    charlie.refresh_from_db()
    assert (charlie.name, charlie.password) == ("Charlotte", before)


def test_a_password_is_set_on_its_own_page(as_alice, charlie):
    new = {"password1": "correct battery", "password2": "correct battery"}
    page = f"/admin/accounts/user/{charlie.pk}/password/"
    as_alice.post(page, {**new, "usable_password": "true", "set-password": ""})
    charlie.refresh_from_db()
    assert charlie.check_password("correct battery")


@pytest.mark.parametrize("path", ["/admin/", "/admin/account/emailaddress/?q=alice"])
def test_the_other_pages_get_along_with_a_person_without_a_username(as_alice, path):
    assert as_alice.get(path).status_code == 200
