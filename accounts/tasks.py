from datetime import timedelta

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User


@shared_task
def clear_sessions() -> None:
    """Forget sessions that have run out."""
    call_command("clearsessions")


@shared_task
def clear_unconfirmed() -> None:
    """Forget who signed up a day ago or earlier and never proved the address."""
    User.objects.unconfirmed().filter(date_joined__lt=timezone.now() - timedelta(days=1)).delete()
