"""Mails to a person of what has happened to the account."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import User

log = logging.getLogger(__name__)


def tell(
    request: HttpRequest, mail: str, person: User, *, everywhere: bool = False, **context: Any
) -> None:
    """Send a person the mail `accounts/email/…`. What it tells of has happened, mail or not.

    `everywhere`: in all languages, one after another, since somebody else is on the page and nobody
    knows which the person reads.
    """
    mine = [(get_language(), "")]
    told = {
        "name": person.name,
        "login": request.build_absolute_uri(reverse("account_login")),
        "languages": settings.LANGUAGES if everywhere else mine,
        **context,
    }
    try:
        get_adapter(request).send_mail(f"accounts/email/{mail}", person.email, told)
    except (SMTPException, OSError):
        log.exception("Person %s could not be told of: %s", person.pk, mail)
