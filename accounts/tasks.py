from datetime import timedelta

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts import privacy
from accounts.cache import TABLE
from accounts.models import FormerName, User

ERASED = 500  # accounts in one run: some ten seconds
UNCONFIRMED = 500  # accounts that one statement forgets


@shared_task
def clear_sessions() -> None:
    """Forget sessions that have run out, and from where they were."""
    call_command("clearsessions")
    alive = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(alive)).delete()


@shared_task
def clear_held() -> None:
    """Forget names that are no longer held for those who gave them up, and limits that ran out."""
    FormerName.objects.filter(until__lt=timezone.now()).delete()
    with connection.cursor() as cursor:
        cursor.execute(f"delete from {TABLE} where expires < now()")  # noqa: S608


@shared_task
def clear_unconfirmed() -> None:
    """Forget who signed up a day ago or earlier and never proved the address, slice by slice."""
    old = User.objects.unconfirmed().filter(date_joined__lt=timezone.now() - timedelta(days=1))
    gone = UNCONFIRMED
    while gone == UNCONFIRMED:
        ids = list(old.order_by("date_joined").values_list("pk", flat=True)[:UNCONFIRMED])
        # The condition once more: one may have come in since.
        old.filter(pk__in=ids).delete()
        gone = len(ids)


@shared_task
def erase_closed() -> None:
    """Delete accounts whose days of grace are over, a slice of them: the rest an hour later."""
    privacy.erase_due(ERASED)
