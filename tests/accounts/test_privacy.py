"""What others see of a person, what he can take with him, and how he leaves and comes back.

Alice owns the account, bob stands beside her on the boards, charlie looks.
"""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.usersessions.models import UserSession
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.admin.models import CHANGE, LogEntry
from django.core import mail
from django.db.models import ProtectedError
from django.utils import timezone

from accounts import privacy
from accounts.models import Act, FormerName, User
from accounts.tasks import erase_closed
from games import audit, boards, play, ranking
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


@pytest.mark.parametrize("path", [PRIVACY, DOWNLOAD, DELETE])
def test_a_stranger_is_sent_to_the_login(client, db, path):
    answer = client.post(path) if path == DOWNLOAD else client.get(path)
    assert answer["Location"] == f"/en/account/login/?next={path}"


def test_who_hides_is_off_the_boards_at_once_keeps_his_place_and_comes_back_to_it(
    client, alice, bob
):
    settled(alice, level="expert")
    settled(bob)
    client.force_login(alice)
    client.post(PRIVACY, {"shows_figures": "on", "shows_matches": "on"})
    assert ranks() == [(1, bob.pk)]
    assert boards.mine(ALL, alice.pk) == (100, 1, 1, False)
    client.post(PRIVACY, {"on_boards": "on", "shows_figures": "on", "shows_matches": "on"})
    assert ranks() == [(1, alice.pk), (2, bob.pk)]
    assert audit.rebuild() == EXACT


def test_what_is_shown_is_what_is_ticked(client, alice):
    client.force_login(alice)
    assert client.post(PRIVACY, {"on_boards": "on", "shows_figures": "on"})["Location"] == PRIVACY
    alice.refresh_from_db()
    assert (alice.hidden, alice.shows_figures, alice.shows_matches) == (False, True, False)
    form = client.get(PRIVACY).context["form"]
    assert form.initial == {"on_boards": True, "shows_figures": True, "shows_matches": False}


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
    privacy.show(alice.pk, on_boards=False, shows_figures=True, shows_matches=True)
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


@pytest.mark.django_db(transaction=True)
def test_who_once_logged_in_with_google_is_deleted_also_when_that_is_off_by_now(alice):
    account = SocialAccount.objects.create(user=alice, provider="google", uid="7")
    SocialToken.objects.create(account=account, token="abc")
    privacy.close(alice.pk)
    waited(alice, 15)
    assert privacy.erase_due(1) == 1
    assert not SocialAccount.objects.exists()
    assert not SocialToken.objects.exists()


def test_the_log_of_the_admin_tells_no_more_who_is_gone(alice, bob, charlie):
    for person in (alice, charlie):
        LogEntry.objects.log_actions(
            bob.pk, [person], CHANGE, f"Now {person.email}", single_object=True
        )
    privacy.close(alice.pk)
    waited(alice, 15)
    erase_closed()
    assert list(
        LogEntry.objects.order_by("pk").values_list("user", "object_repr", "change_message")
    ) == [(bob.pk, "", ""), (bob.pk, "Charlie", "Now charlie@example.org")]


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


def test_who_cannot_be_deleted_yet_is_behind_the_others_in_the_next_round(
    alice, bob, charlie, monkeypatch, caplog
):
    for user, days in ((alice, 17), (bob, 16), (charlie, 15)):
        privacy.close(user.pk)
        waited(user, days)
    forget = ranking.forget

    def not_alice(user_id):
        if user_id == alice.pk:
            raise ValueError("a match of hers cannot be read")
        forget(user_id)

    monkeypatch.setattr(ranking, "forget", not_alice)
    assert [privacy.erase_due(1) for _ in range(4)] == [0, 1, 1, 0]
    assert list(User.objects.all()) == [alice]
    assert f"Person {alice.pk} could not be deleted yet" in caplog.text
    monkeypatch.setattr(ranking, "forget", forget)
    assert privacy.erase_due(1) == 1


def test_a_round_whose_time_is_up_ends(alice, monkeypatch):
    def too_late(user_id):
        raise SoftTimeLimitExceeded

    privacy.close(alice.pk)
    waited(alice, 15)
    monkeypatch.setattr(ranking, "forget", too_late)
    with pytest.raises(SoftTimeLimitExceeded):
        privacy.erase_due(1)


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
