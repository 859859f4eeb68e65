"""Mail on a developer's machine: written to the console and kept for the page /dev/mail/."""

import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as ConsoleBackend
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

KEPT = 20


class EmailBackend(ConsoleBackend):
    """The console's, which also keeps the last mails in MAIL_FOLDER."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int | None:
        folder = Path(settings.MAIL_FOLDER)
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            text = f"To: {', '.join(message.to)}\nSubject: {message.subject}\n\n{message.body}"
            (folder / f"{time.time_ns()}.txt").write_text(text, encoding="utf-8")
        for old in _newest_first()[KEPT:]:
            old.unlink(missing_ok=True)
        return super().send_messages(email_messages)


@require_safe
@never_cache
def inbox(request: HttpRequest) -> HttpResponse:
    """The last mails that this copy of the site sent, newest first."""
    mails = [file.read_text(encoding="utf-8") for file in _newest_first()[:KEPT]]
    return render(request, "accounts/devmail.html", {"mails": mails})


def _newest_first() -> list[Path]:
    return sorted(Path(settings.MAIL_FOLDER).glob("*.txt"), reverse=True)
