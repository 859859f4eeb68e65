"""The copy of everything that is kept of a person: alice takes hers, bob stands beside her."""

import json
import tempfile

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.apps import apps

from accounts import export
from accounts.models import Act, User
from games import play
from games.engine.sevens import Sevens
from games.seating import Person

from ..games.settled import settled
from .signing import PASSWORD, log_in, proven, who

PRIVACY = "/en/account/privacy/"
DOWNLOAD = f"{PRIVACY}download/"


def copy_of(client) -> dict:
    answer = client.post(DOWNLOAD)
    assert answer.status_code == 200
    return json.loads(b"".join(answer.streaming_content))


def test_the_copy_is_a_file_that_nobody_keeps(client, alice):
    proven(client, alice)
    answer = client.post(DOWNLOAD)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="tujuh.json"'
    assert answer["Cache-Control"] == "private, no-store"
    answer.close()


def test_who_wants_the_copy_proves_first_who_he_is(client, alice):
    client.force_login(alice)
    answer = client.post(DOWNLOAD)
    assert answer["Location"] == "/en/account/reauthenticate/?next=%2Fen%2Faccount%2Fprivacy%2F"
    page = client.get(answer["Location"])
    assert "then press Download once more" in page.content.decode()
    assert client.post(answer["Location"], {"password": "wrong"}).status_code == 200
    assert client.post(DOWNLOAD).status_code == 302
    back = client.post(answer["Location"], {"password": PASSWORD})
    assert back["Location"] == PRIVACY
    assert copy_of(client)["account"]["email"] == "alice@example.org"


def test_who_has_no_way_to_prove_who_he_is_gets_no_copy(client, alice):
    client.force_login(alice)
    User.objects.update(password="!")
    alice.emailaddress_set.all().delete()
    client.force_login(User.objects.get())
    assert client.post(DOWNLOAD).status_code == 403


def test_the_eleventh_copy_within_an_hour_has_to_wait_and_another_person_has_not(
    client, new_browser, alice, bob
):
    proven(client, alice)
    for _ in range(10):
        copy_of(client)
    answer = client.post(DOWNLOAD)
    assert answer.status_code == 429
    assert "Wait a little, then try again." in answer.content.decode()
    assert who(client) == alice.pk
    other = new_browser()
    proven(other, bob)
    assert copy_of(other)["account"]["email"] == "bob@example.org"


def test_a_copy_that_breaks_off_leaves_no_file_open(client, alice, monkeypatch):
    def broken(user_id):
        yield "x" * 10
        raise RuntimeError("no more")

    made = []
    spooled = tempfile.SpooledTemporaryFile
    monkeypatch.setattr(
        tempfile, "SpooledTemporaryFile", lambda size: made.append(spooled(1)) or made[0]
    )
    monkeypatch.setattr(export, "everything", broken)
    proven(client, alice)
    with pytest.raises(RuntimeError, match="no more"):
        client.post(DOWNLOAD)
    assert [file.closed for file in made] == [True]


def test_the_copy_says_what_it_is_and_explains_each_part(client, alice):
    proven(client, alice)
    copy = copy_of(client)
    assert copy["format"] == 1
    assert list(copy) == ["format", "made", "about", *copy["about"]]
    assert list(copy["about"]) == [
        *("account", "addresses", "logins", "keys", "sessions", "former_names", "staff"),
        *("ratings", "ledger", "deals", "offline", "boards", "matches"),
    ]


def test_the_copy_has_the_account_its_logins_and_no_secret(client, alice, bob):
    log_in(client, alice.email)
    client.post("/en/account/reauthenticate/", {"password": PASSWORD})
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


def test_the_copy_tells_of_accounts_elsewhere_also_when_nobody_can_log_in_with_them_now(
    client, alice
):
    SocialAccount.objects.create(user=alice, provider="google", uid="7", extra_data={"sub": "7"})
    proven(client, alice)
    (login,) = copy_of(client)["logins"]
    assert (login["provider"], login["uid"], login["extra_data"]) == ("google", "7", {"sub": "7"})


def test_the_copy_has_ledger_boards_and_every_move_of_what_is_over(client, alice):
    proven(client, alice)
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
    proven(client, alice)
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
    proven(client, alice)
    made = {str(settled(alice).pk) for _ in range(5)}
    found = [match["match"] for match in copy_of(client)["matches"]]
    assert len(found) == 5
    assert set(found) == made


def test_the_copy_is_of_nobody_else(client, alice, bob):
    settled(bob)
    proven(client, alice)
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
