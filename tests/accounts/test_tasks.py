from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.tasks import clear_sessions


@pytest.mark.django_db
def test_sessions_that_ran_out_are_forgotten_and_others_kept():
    now = timezone.now()
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, expire_date=now + timedelta(days=days))
    clear_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["new"]
