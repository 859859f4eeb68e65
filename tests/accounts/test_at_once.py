"""Leaving and coming back while matches end, and while somebody else leaves."""

from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connection

from accounts import privacy
from accounts.models import User
from games import audit, boards
from games.boards import Period
from games.models import Settlement

from ..games.settled import NOON, settled
from .staffing import EXACT

ALL = boards.points_board("", "", Period.ALL, NOON)


def at_once(*works) -> list:
    """The answers, or the exceptions, of works that begin together."""

    def alone(work):
        try:
            return work()
        except (privacy.LastSuperuser, DatabaseError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(alone, works))


def test_of_two_superusers_who_leave_at_once_one_stays(transactional_db, person):
    roots = [person(name, is_staff=True, is_superuser=True).pk for name in ("Olena", "Mehmet")]
    answers = at_once(*(lambda root=root: privacy.close(root) for root in roots))
    assert sum(isinstance(answer, privacy.LastSuperuser) for answer in answers) == 1
    assert User.objects.filter(closing=None).count() == 1


def test_matches_that_end_while_an_account_is_closed_and_kept_are_all_on_the_boards(
    transactional_db, alice, bob
):
    def win():
        for _ in range(15):
            settled(alice)

    def leave_and_come_back():
        for _ in range(8):
            privacy.close(alice.pk)
            privacy.show(alice.pk, on_boards=False, shows_figures=True, shows_matches=True)
            privacy.reopen(alice.pk)
            privacy.show(alice.pk, on_boards=True, shows_figures=True, shows_matches=True)

    settled(bob, level="expert")
    assert at_once(win, leave_and_come_back, leave_and_come_back) == [None] * 3
    assert Settlement.objects.filter(user=alice).count() == 15
    assert [(row.rank, row.user_id, row.value) for row in boards.top(ALL)] == [
        (1, alice.pk, 150),
        (2, bob.pk, 100),
    ]
    assert audit.rebuild() == EXACT
