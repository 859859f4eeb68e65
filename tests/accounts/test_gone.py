"""Who is suspended, removed, closed or deleted is on no board and no page, and no link leads to
him: charlie looks, ten people are the first ten."""

import re
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.utils import timezone

from accounts import privacy, staff
from accounts.models import User
from games import audit

from ..games.settled import person as new_person
from ..games.settled import settled
from .signing import log_in
from .staffing import EXACT

NAMES = ("Ada", "Bela", "Cem", "Dafna", "Emir", "Faris", "Ganna", "Hasan", "Ines", "Jamal")
BOARDS = [
    f"/{language}/board/{query}"
    for language in ("ms", "uk", "tr", "en")
    for query in ("", "?window=week", "?window=month", "?game=sevens&level=expert", "?by=rating")
]
LINK = re.compile(r'href="(/[a-z]{2}/player/[^"]*)"')


@pytest.fixture
def ten(db) -> list[User]:
    """The first with a hundred matches, the last with ten: on the boards of ratings, too."""
    people = [new_person(name) for name in NAMES]
    for place, one in enumerate(people):
        for _ in range(20 - place):
            settled(one, level="expert", at=timezone.now())
    return people


@pytest.fixture
def alice(person) -> User:
    return person("Alice", is_staff=True, is_superuser=True)


def names(client, board: str) -> list[str]:
    """Whom a page of a board links to, in its order."""
    _, _, main = client.get(board).content.decode().partition("<main")
    return [link.split("/")[3] for link in LINK.findall(main)]


def suspend(user: User, by: User) -> None:
    staff.act("suspended", user.pk, by, "x")


def bar(user: User, by: User) -> None:
    staff.act("barred", user.pk, by, "x")


def close(user: User, by: User) -> None:
    privacy.close(user.pk)


def delete(user: User, by: User) -> None:
    privacy.close(user.pk)
    User.objects.filter(pk=user.pk).update(closing=Now() - timedelta(days=15))
    assert privacy.erase_due(1) == 1


@pytest.mark.parametrize("act", [suspend, bar, close, delete])
def test_gone_is_gone_everywhere_the_ranks_close_up_and_no_link_is_dead(
    client, ten, alice, charlie, act
):
    gone = ten[3]
    assert names(client, "/en/board/") == list(NAMES)
    act(gone, alice)
    left = [name for name in NAMES if name != gone.name]
    assert {board: names(client, board) for board in BOARDS} == dict.fromkeys(BOARDS, left)
    client.force_login(charlie)
    assert {board: names(client, board) for board in BOARDS} == dict.fromkeys(BOARDS, left)
    assert names(client, f"/en/board/?name={gone.name}") == []
    rows = client.get("/en/board/").context["board"].lines
    assert [row.rank for row in rows] == list(range(1, 10))
    assert {client.get(f"/en/player/{name}/").status_code for name in left} == {200}
    shown = act is bar  # he may play on, and has a page
    assert client.get(f"/en/player/{gone.name}/").status_code == (200 if shown else 404)
    assert audit.rebuild() == EXACT


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_account_that_was_deleted_while_its_owner_thought_it_over_is_not_found(
    client, alice, charlie, method
):
    privacy.close(charlie.pk)
    assert log_in(client, charlie.email)["Location"] == "/en/account/closing/"
    delete(charlie, alice)
    answer = getattr(client, method)("/en/account/closing/", {"keep": "yes"})
    assert answer.status_code == 404
    assert client.get("/en/account/login/").status_code == 200


def test_an_account_that_is_deleted_at_that_very_moment_is_not_found(
    client, alice, charlie, monkeypatch
):
    privacy.close(charlie.pk)
    log_in(client, charlie.email)
    reopen = privacy.reopen

    def late(user_id):
        delete(charlie, alice)
        reopen(user_id)

    monkeypatch.setattr(privacy, "reopen", late)
    assert client.post("/en/account/closing/", {"keep": "yes"}).status_code == 404
    assert client.get("/en/account/login/").status_code == 200
