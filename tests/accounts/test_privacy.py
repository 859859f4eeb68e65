"""What others see of a person, what he can take with him, and how he leaves and comes back.

Alice owns the account, bob stands beside her on the boards, charlie looks.
"""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core import mail
from django.db.models import ProtectedError
from django.utils import timezone

from accounts import export, privacy
from accounts.models import Act, FormerName, User
from accounts.tasks import erase_closed
from games import audit, boards, play
from games.boards import Period
from games.engine.sevens import Sevens
from games.models import Match, Player, Settlement, Standing
from games.seating import Person

from ..games.settled import NOON, settled
from .signing import PASSWORD, code, has_code, log_in, sign_up, who

PRIVACY, DOWNLOAD, DELETE = (f"/en/account/privacy/{page}" for page in ("", "download/", "delete/"))
CLOSING = "/en/account/closing/"
ALL = boards.points_board("", "", Period.ALL, NOON)
EXACT = (0, 0, 0)


def ranks() -> list[tuple[int, int]]:
    return [(row.rank, row.user_id) for row in boards.top(ALL)]


def close_with_password(client, password=PASSWORD):
    """Press the button, and prove who one is."""
    answer = client.post(DELETE)
    return client.post(answer["Location"], {"password": password})


def waited(user: User, days: float) -> None:
    """So many days have passed since the account was closed."""
    User.objects.filter(pk=user.pk).update(closing=timezone.now() - timedelta(days=days))


# What others see


@pytest.mark.parametrize("page", [PRIVACY, DOWNLOAD, DELETE])
def test_a_stranger_is_sent_to_the_login(client, db, page):
    answer = client.post(page) if page == DOWNLOAD else client.get(page)
    assert answer["Location"] == f"/en/account/login/?next={page}"


def test_who_hides_is_off_the_boards_at_once_keeps_his_place_and_comes_back_to_it(
    client, alice, bob
):
    settled(alice, level="expert")
    settled(bob)
    client.force_login(alice)
    client.post(PRIVACY, {"figures": "on", "matches": "on"})
    assert ranks() == [(1, bob.pk)]
    assert boards.mine(ALL, alice.pk) == (100, 1, 1, False)
    client.post(PRIVACY, {"on_boards": "on", "figures": "on", "matches": "on"})
    assert ranks() == [(1, alice.pk), (2, bob.pk)]
    assert audit.rebuild() == EXACT


def test_what_is_shown_is_what_is_ticked(client, alice):
    client.force_login(alice)
    assert client.post(PRIVACY, {"on_boards": "on", "figures": "on"})["Location"] == PRIVACY
    alice.refresh_from_db()
    assert (alice.hidden, alice.shows_figures, alice.shows_matches) == (False, True, False)
    form = client.get(PRIVACY).context["form"]
    assert form.initial == {"on_boards": True, "figures": True, "matches": False}


def test_looking_changes_nothing(client, alice):
    client.force_login(alice)
    for page in (PRIVACY, DELETE):
        assert client.get(page).status_code == 200
    assert client.get(DOWNLOAD).status_code == 405
    alice.refresh_from_db()
    assert (alice.hidden, alice.closing) == (False, None)


def test_who_was_removed_by_the_staff_is_told_so(client, person):
    dana = person("Dana", barred=True)
    client.force_login(dana)
    assert "Our staff has removed you" in client.get(PRIVACY).content.decode()


# The copy of everything


def copy_of(client) -> dict:
    answer = client.post(DOWNLOAD)
    assert answer.status_code == 200
    return json.loads(b"".join(answer.streaming_content))


def test_the_copy_is_a_file_that_nobody_keeps(client, alice):
    client.force_login(alice)
    answer = client.post(DOWNLOAD)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="tujuh.json"'
    assert answer["Cache-Control"] == "private, no-store"
    answer.close()


def test_the_copy_says_what_it_is_and_explains_each_part(client, alice):
    client.force_login(alice)
    copy = copy_of(client)
    assert copy["format"] == 1
    assert list(copy) == ["format", "made", "about", *copy["about"]]
    assert list(copy["about"]) == [
        *("account", "addresses", "keys", "sessions", "former_names", "staff"),
        *("ratings", "ledger", "boards", "matches"),
    ]


def test_the_copy_has_the_account_its_logins_and_no_secret(client, alice, bob):
    log_in(client, alice.email)
    alice.rename("Alicia")
    Authenticator.objects.create(
        user=alice, type="webauthn", data={"name": "A telephone", "credential": "c0ffee"}
    )
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "c0ffee"})
    Act.objects.create(person=alice, by=bob, kind="renamed", old="Alice", new="Alicia", reason="x")
    copy = copy_of(client)
    assert (copy["account"]["name"], copy["account"]["email"]) == ("Alicia", "alice@example.org")
    assert copy["addresses"] == [{"email": "alice@example.org", "verified": True, "primary": True}]
    assert [(key["type"], key.get("name")) for key in copy["keys"]] == [
        ("webauthn", "A telephone"),
        ("totp", None),
    ]
    assert [session["ip"] for session in copy["sessions"]] == ["127.0.0.1"]
    assert [name["fold"] for name in copy["former_names"]] == ["aiice"]
    (act,) = copy["staff"]
    assert (act["kind"], act["old"], act["new"], act["reason"]) == (
        *("renamed", "Alice", "Alicia", "x"),
    )
    text = json.dumps(copy)
    for secret in ("c0ffee", alice.password, client.session.session_key, "Bob"):
        assert secret not in text


def test_the_copy_has_ledger_boards_and_every_move_of_what_is_over(client, alice):
    client.force_login(alice)
    match = settled(alice, level="expert")
    match.plies.create(number=0, seat=-1, move="deal:7d")
    match.plies.create(number=1, seat=0, move="7d")
    copy = copy_of(client)
    (row,) = copy["ledger"]
    assert (row["match"], row["outcome"], row["points"]) == (str(match.pk), "won", 100)
    assert (copy["ratings"][0]["game"], copy["ratings"][0]["matches"]) == ("sevens", 1)
    (told,) = copy["matches"]
    assert (told["seat"], told["outcome"], told["status"]) == (0, "won", "finished")
    assert [(ply["seat"], ply["move"]) for ply in told["moves"]] == [(-1, "deal:7d"), (0, "7d")]
    assert match.secret.hex() not in json.dumps(copy)
    assert {tuple(board.values()) for board in copy["boards"]} >= {
        ("points", "all time", "all", "all", 100, 1, 1, True, 1),
        ("points", "2026-11", "sevens", "all", 100, 1, 1, True, 1),
        ("points", "week from 2026-11-16", "sevens", "expert", 100, 1, 1, True, 1),
    }
    assert {board["what"] for board in copy["boards"] if board["window"] == "all time"} == {
        *("points", "rating"),
    }


def test_of_a_live_match_the_copy_has_the_own_cards_alone(client, alice):
    client.force_login(alice)
    match = play.start(Sevens(), "easy", ranked=False, by=Person(user_id=alice.pk))
    hand = play.look(match, Person(user_id=alice.pk)).seen.hand
    (told,) = copy_of(client)["matches"]
    deal = told["moves"][0]["move"]
    cards = [deal[5 + at : 7 + at] for at in range(0, 104, 2)]
    assert len(cards) == 52
    assert 52 - cards.count("??") >= hand.bit_count()
    assert cards.count("??") >= 30
    assert "outcome" not in told


def test_the_copy_holds_all_matches_also_those_of_the_same_moment(client, alice, monkeypatch):
    monkeypatch.setattr(export, "SLICE", 2)
    client.force_login(alice)
    made = {str(settled(alice).pk) for _ in range(5)}
    found = [match["match"] for match in copy_of(client)["matches"]]
    assert len(found) == 5
    assert set(found) == made


def test_the_copy_is_of_nobody_else(client, alice, bob):
    settled(bob)
    client.force_login(alice)
    copy = copy_of(client)
    assert (copy["matches"], copy["ledger"], copy["boards"]) == ([], [], [])
    assert "bob@" not in json.dumps(copy).lower()


def kept_of_people() -> dict[str, set[str]]:
    """By model that leads to a person: its fields."""
    found = {"accounts.User": {field.name for field in User._meta.get_fields() if is_kept(field)}}
    for model in apps.get_models(include_auto_created=True):
        fields = [field for field in model._meta.get_fields() if is_kept(field)]
        if any(field.related_model is User for field in fields):
            found[model._meta.label] = {field.name for field in fields}
    return found


def is_kept(field) -> bool:
    return not field.auto_created or field.concrete


def test_whatever_is_kept_of_people_is_in_the_copy_or_left_out_for_a_reason():
    told = {part.model: {*part.fields, part.person} - {"pk"} for part in export.PARTS.values()}
    told["games.Player"] = {"match", "seat", "user"}
    told["games.Standing"] = {"pk", "user", "value", "won", "played", "shown"}
    told["games.Rating"] |= {"pk"}
    through = {"accounts.User_groups", "accounts.User_user_permissions"}  # fields of User
    missing = [
        f"{model}.{field}"
        for model, fields in kept_of_people().items()
        if model not in export.LEFT_OUT and model not in through
        for field in fields - told.get(model, set())
        if f"{model}.{field}" not in export.LEFT_OUT
    ]
    assert missing == []
    assert all(export.LEFT_OUT.values())


# Leaving


def test_to_delete_the_account_one_proves_who_one_is(client, alice):
    client.force_login(alice)
    answer = client.post(DELETE)
    assert answer["Location"].startswith("/en/account/reauthenticate/")
    alice.refresh_from_db()
    assert (alice.closing, who(client)) == (None, alice.pk)
    client.post(answer["Location"], {"password": "wrong"})
    alice.refresh_from_db()
    assert alice.closing is None


def test_who_has_no_password_proves_it_with_a_code_from_a_mail(client, person):
    dana = person("Dana")
    dana.set_unusable_password()
    dana.save()
    client.force_login(dana)
    answer = client.post(DELETE)
    answer = client.post(answer["Location"], {"recipient": "dana@example.org"})
    keys = [message for message in mail.outbox if has_code(message)]
    assert len(keys) == 1
    client.post(answer["Location"], {"code": code(keys[0])})
    dana.refresh_from_db()
    assert dana.closing is not None


def test_who_leaves_is_logged_out_everywhere_off_all_boards_and_told_by_mail(
    client, new_browser, alice, bob
):
    settled(alice, level="expert")
    settled(bob)
    other = new_browser()
    log_in(other, alice.email)
    log_in(client, alice.email)
    answer = close_with_password(client)
    assert answer["Location"] == "/en/"
    assert (who(client), who(other)) == (None, None)
    assert not UserSession.objects.filter(user=alice).exists()
    assert ranks() == [(1, bob.pk)]
    assert boards.find(ALL, "aiice") == []
    (told,) = [message for message in mail.outbox if "deleted" in message.subject]
    assert told.to == ["alice@example.org"]
    assert "http://testserver/en/account/login/" in told.body
    assert audit.rebuild() == EXACT


def test_the_ranked_match_that_goes_on_is_lost(client, alice):
    match = play.start(Sevens(), "easy", ranked=True, by=Person(user_id=alice.pk))
    client.force_login(alice)
    assert "counts as lost" in client.get(DELETE).content.decode()
    close_with_password(client)
    row = Settlement.objects.get(match=match)
    assert (row.user_id, row.outcome, row.points) == (alice.pk, "lost", 0)
    assert Match.objects.get(pk=match).status == "forfeited"


def test_a_session_that_was_overlooked_opens_nothing(client, alice):
    client.force_login(alice)
    User.objects.filter(pk=alice.pk).update(closing=timezone.now())
    assert client.get("/en/account/")["Location"].startswith("/en/account/login/")


def test_who_logs_in_to_a_closed_account_is_nobody_until_he_keeps_it(client, alice, bob):
    settled(alice)
    settled(bob, level="expert")
    before = ranks()
    rows = list(Standing.objects.filter(user=alice).order_by("board").values())
    privacy.close(alice.pk)
    answer = log_in(client, alice.email)
    assert (answer["Location"], who(client)) == (CLOSING, None)
    assert client.get(PRIVACY)["Location"] == f"/en/account/login/?next={PRIVACY}"
    page = client.get(CLOSING)
    assert "Your account will be deleted on" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    client.post(CLOSING, {"keep": "yes"})
    assert who(client) == alice.pk
    assert ranks() == before
    assert list(Standing.objects.filter(user=alice).order_by("board").values()) == rows
    assert audit.rebuild() == EXACT


def test_it_can_be_left_closed(client, alice):
    privacy.close(alice.pk)
    log_in(client, alice.email)
    assert client.post(CLOSING)["Location"] == "/en/account/login/"
    assert client.post(CLOSING, {"keep": "yes"})["Location"] == "/en/account/login/"
    alice.refresh_from_db()
    assert alice.closing is not None
    assert who(client) is None


def test_without_having_logged_in_nobody_keeps_an_account(client, alice):
    privacy.close(alice.pk)
    assert client.post(CLOSING, {"keep": "yes"})["Location"] == "/en/account/login/"
    alice.refresh_from_db()
    assert alice.closing is not None


def test_hidden_before_is_hidden_after(alice):
    settled(alice)
    privacy.show(alice.pk, on_boards=False, figures=True, matches=True)
    privacy.close(alice.pk)
    privacy.reopen(alice.pk)
    assert ranks() == []
    assert boards.mine(ALL, alice.pk) == (10, 1, 1, False)


def test_closing_twice_does_not_put_the_deletion_off(alice):
    until = privacy.close(alice.pk)
    assert privacy.close(alice.pk) == until


def test_while_it_is_closed_nobody_gets_name_or_address(client, alice):
    privacy.close(alice.pk)
    sign_up(client, "other@example.org", "ALICE")
    sign_up(client, alice.email, "Somebody")
    assert list(User.objects.values_list("email", flat=True)) == ["alice@example.org"]


# For good


def test_before_its_time_nothing_is_deleted(alice):
    privacy.close(alice.pk)
    waited(alice, 13.9)
    erase_closed()
    assert User.objects.filter(pk=alice.pk).exists()


def test_deleted_for_good_the_matches_have_no_name_and_the_boards_are_exact(alice, bob):
    mine, his = settled(alice, level="expert"), settled(bob)
    alice.rename("Alicia")
    Act.objects.create(person=alice, by=bob, kind="renamed", old="Alice", new="Alicia", reason="x")
    Act.objects.create(person=bob, by=alice, kind="barred", reason="farming")
    privacy.close(alice.pk)
    assert audit.rebuild() == EXACT
    waited(alice, 14.1)
    erase_closed()
    assert not User.objects.filter(email="alice@example.org").exists()
    assert not EmailAddress.objects.filter(email="alice@example.org").exists()
    assert Settlement.objects.get(match=mine).user_id is None
    assert Settlement.objects.get(match=his).user_id == bob.pk
    assert Player.objects.get(match=mine, seat=0).user_id is None
    assert set(Standing.objects.values_list("user_id", flat=True)) == {bob.pk}
    assert ranks() == [(1, bob.pk)]
    assert list(Act.objects.order_by("pk").values_list("person", "by", "old", "new", "reason")) == [
        (None, bob.pk, "", "", ""),
        (bob.pk, None, "", "", "farming"),
    ]
    assert audit.rebuild() == EXACT


def test_the_names_of_one_who_is_gone_are_free_after_the_hold(client, alice):
    alice.rename("Alicia")
    privacy.close(alice.pk)
    waited(alice, 15)
    erase_closed()
    assert set(FormerName.objects.values_list("fold", "user")) == {
        *(("aiice", None), ("aiicia", None)),
    }
    sign_up(client, "other@example.org", "Alicia")
    assert not User.objects.exists()
    FormerName.objects.update(until=timezone.now() - timedelta(seconds=1))
    sign_up(client, "other@example.org", "Alicia")
    assert User.objects.get().name == "Alicia"


def test_who_comes_back_on_the_last_day_is_not_deleted(alice):
    privacy.close(alice.pk)
    waited(alice, 15)
    privacy.reopen(alice.pk)
    erase_closed()
    assert User.objects.filter(pk=alice.pk).exists()


def test_a_ranked_match_that_slipped_through_is_lost_before_its_person_is_gone(alice):
    privacy.close(alice.pk)
    match = play.start(Sevens(), "easy", ranked=True, by=Person(user_id=alice.pk))
    waited(alice, 15)
    erase_closed()
    assert Settlement.objects.get(match=match).user_id is None
    assert audit.rebuild() == EXACT


def test_they_are_deleted_slice_by_slice_the_longest_closed_first(alice, bob, charlie):
    for user, days in ((alice, 15), (bob, 17), (charlie, 16)):
        privacy.close(user.pk)
        waited(user, days)
    assert privacy.erase_due(2) == 2
    assert list(User.objects.all()) == [alice]
    assert privacy.erase_due(2) == 1


def test_a_person_with_rows_on_boards_cannot_be_deleted_by_any_other_way(alice, bob):
    settled(alice)
    for delete in (alice.delete, User.objects.filter(pk=alice.pk).delete):
        with pytest.raises(ProtectedError):
            delete()
    assert ranks() == [(1, alice.pk)]
    bob.delete()  # who never finished a ranked match is on none
    assert audit.rebuild() == EXACT


# The last one who can look after the site


def test_the_last_superuser_stays(client, person, alice):
    root = person("Olena", is_staff=True, is_superuser=True)
    client.force_login(root)
    answer = close_with_password(client)
    assert answer.status_code == 409
    assert "the only one who can look after this site" in answer.content.decode()
    root.refresh_from_db()
    assert (root.closing, who(client)) == (None, root.pk)
    User.objects.filter(pk=alice.pk).update(is_superuser=True)
    privacy.close(root.pk)
    with pytest.raises(privacy.LastSuperuser):
        privacy.close(alice.pk)
