"""In the admin alice is a superuser, bob a clerk who may look, charlie a player."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import dossier, finding, lists, privacy, staff
from accounts.models import Act, FormerName, User
from games import audit, boards
from games.boards import Period

from ..games.settled import NOON, settled
from .signing import PASSWORD, code, confirm, log_in, who

LIST, ADD, ACTS = "/admin/accounts/user/", "/admin/accounts/user/add/", "/admin/accounts/act/"
ALL = boards.points_board("", "", Period.ALL, NOON)
EXACT = (0, 0, 0)


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
def moderators(db):
    """All that a moderator needs, and no right to change anything by hand."""
    group = Group.objects.create(name="Moderators")
    mays = ["view_user", "rename_user", "suspend_user", "bar_user", "close_user"]
    mays += ["view_act", "view_match", "view_settlement"]
    group.permissions.set(Permission.objects.filter(codename__in=mays))
    return group


@pytest.fixture
def as_moderator(client, bob, moderators):
    bob.groups.add(moderators)
    client.force_login(bob)
    return client


def do(client, kind, person, reason="as asked by mail", **more):
    return client.post(f"{LIST}{person.pk}/act/{kind}/", {"reason": reason, **more})


def acts() -> list[tuple]:
    fields = ("person__name", "by__name", "kind", "old", "new", "reason")
    return list(Act.objects.order_by("pk").values_list(*fields))


def ranks() -> list[tuple[int, int]]:
    return [(row.rank, row.user_id) for row in boards.top(ALL)]


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
    assert client.post(_page(charlie), {"is_staff": "on", "reason": "x"}).status_code == 403
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
    data = {
        "email": "eve@example.org",
        "name": "Eve",
        "password": "x",
        "is_active": "",
        "reason": "x",
    }
    assert as_alice.post(_page(charlie), data).status_code == 302
    before = (charlie.email, charlie.name, charlie.password, charlie.is_active)
    charlie.refresh_from_db()
    assert (charlie.email, charlie.name, charlie.password, charlie.is_active) == before


def test_a_password_is_set_on_its_own_page_and_written_down(as_alice, charlie):
    new = {"password1": "correct battery", "password2": "correct battery"}
    page = f"/admin/accounts/user/{charlie.pk}/password/"
    as_alice.post(page, {**new, "usable_password": "true", "set-password": ""})
    charlie.refresh_from_db()
    assert charlie.check_password("correct battery")
    assert acts() == [("Charlie", "Alice", "changed", "", "Changed password.", "")]


@pytest.mark.parametrize("path", ["/admin/", "/admin/auth/group/", ACTS, LIST + "?state=staff"])
def test_the_other_pages_get_along_with_a_person_without_a_username(as_alice, path):
    assert as_alice.get(path).status_code == 200


@pytest.mark.parametrize(
    "path", ["account/emailaddress", "mfa/authenticator", "usersessions/usersession"]
)
def test_what_guards_an_account_is_not_changed_by_hand(as_alice, path):
    assert as_alice.get(f"/admin/{path}/").status_code == 404


def test_the_admin_is_in_english_whatever_the_reader_prefers(as_alice):
    page = as_alice.get(LIST, headers={"accept-language": "tr"}).content.decode()
    assert '<html lang="en' in page
    assert "Select user to change" in page


# Rights


def test_rights_are_given_by_a_superuser_with_a_reason_and_written_down(
    as_alice, charlie, moderators
):
    data = {"is_staff": "on", "groups": [moderators.pk]}
    assert as_alice.post(_page(charlie), data).status_code == 200  # the reason is missing
    charlie.refresh_from_db()
    assert not charlie.is_staff
    as_alice.post(_page(charlie), {**data, "reason": "helps us"})
    charlie.refresh_from_db()
    assert (charlie.is_staff, list(charlie.groups.all())) == (True, [moderators])
    assert acts() == [
        (
            *("Charlie", "Alice", "changed", ""),
            "is_staff: False → True; groups: [] → ['Moderators']",
            "helps us",
        )
    ]


def test_the_last_superuser_keeps_his_rights(as_alice, alice, charlie):
    answer = as_alice.post(_page(alice), {"is_staff": "on", "reason": "x"})
    errors = answer.context["adminform"].errors.as_data()
    assert [error.code for error in errors["is_superuser"]] == ["last"]
    alice.refresh_from_db()
    assert alice.is_superuser


def test_a_name_older_than_a_rule_for_names_is_in_nobodys_way(as_alice, person):
    dana = person("Dana")
    User.objects.filter(pk=dana.pk).update(name="x", name_fold="x")
    assert as_alice.post(_page(dana), {"is_staff": "on", "reason": "x"}).status_code == 302


def test_nobody_is_deleted_in_the_admin(as_alice, charlie):
    assert as_alice.get(f"{LIST}{charlie.pk}/delete/").status_code == 403
    as_alice.post(LIST, {"action": "delete_selected", "_selected_action": [charlie.pk]})
    assert User.objects.filter(pk=charlie.pk).exists()


# Finding


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
    assert finding.people(text)[0] == crowd[name].pk


def test_a_person_is_found_by_number_and_by_a_former_name(crowd):
    gulnaz = crowd["Gülnaz"]
    gulnaz.rename("Marigold")
    assert finding.people(str(gulnaz.pk))[0] == gulnaz.pk
    assert finding.people("gülnaz") == [gulnaz.pk]


@pytest.mark.parametrize("text", ["xylophone", "%%%", "___", "'", "\\", "a", "\0", "9" * 30, "@"])
def test_what_fits_nobody_finds_nobody(crowd, text):
    assert finding.people(text) == []


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


# A person's page


def test_a_persons_page_has_matches_ledger_ratings_places_and_acts_to_read(
    as_moderator, bob, charlie
):
    match = settled(charlie, level="expert", at=timezone.now())
    Act.objects.create(person=charlie, by=bob, kind="renamed", old="Chuck", reason="rude")
    page = as_moderator.get(_page(charlie)).content.decode()
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
        assert part in page
    assert 'name="_save"' not in page


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
    as_moderator.get(_page(charlie))
    with CaptureQueriesContext(connection) as before:
        as_moderator.get(_page(charlie))
    for _ in range(3):
        settled(charlie)
    with CaptureQueriesContext(connection) as after:
        as_moderator.get(_page(charlie))
    assert len(after) == len(before)


# Acts


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
    assert do(as_moderator, kind, charlie)["Location"] == _page(charlie)
    assert ranks() == [board[0], (2, board[2][1])]
    assert do(as_moderator, back, charlie, "a mistake")["Location"] == _page(charlie)
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
    assert do(as_moderator, "renamed", charlie, name="Charlotte")["Location"] == _page(charlie)
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
    assert set(client.get(_page(charlie)).context["deeds"]) == kinds
    for kind in set(staff.DEEDS) - kinds:
        if staff.DEEDS[kind].may != may:
            assert do(client, kind, charlie, name="Charlotte").status_code == 403
    assert acts() == []


def test_a_superuser_can_suspend_another_but_not_the_last_one(as_alice, alice, person):
    root = person("Olena", is_staff=True, is_superuser=True)
    assert do(as_alice, "suspended", root)["Location"] == _page(root)
    with pytest.raises(staff.Refused):
        staff.act("suspended", alice.pk, root, "x")
    with pytest.raises(staff.Refused):
        staff.act("closed", alice.pk, root, "x")
    alice.refresh_from_db()
    assert alice.is_active


def test_the_log_is_read_by_who_may_and_written_by_nobody(as_moderator, bob, charlie):
    do(as_moderator, "barred", charlie, "farming")
    act = Act.objects.get()
    page = as_moderator.get(ACTS).content.decode()
    for word in ("Bob", "Charlie", "removed from the boards", "farming"):
        assert word in page
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
