from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal import flows
from django.contrib.sites.requests import RequestSite
from django.http import HttpRequest

from accounts.models import User

SITE = "Tujuh"
# Mails with a code that lets somebody into an account without its password.
KEYS = ("account/email/login_code", "account/email/password_reset_code")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Where allauth's way of doing things is not ours."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A new person gets the public name together with the rest."""
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Nobody gets into an account that a stranger began with his address, and whose password
        the stranger knows: its code is not sent, he is asked to sign up, which removes it."""
        if template_prefix in KEYS and User.objects.unconfirmed().filter(email=email.lower()):
            flows.signup.send_unknown_account_mail(self.request, email)
        else:
            # Mails speak of the site by its name, not by that of the machine it happens to be on.
            site = RequestSite(self.request)
            site.name = SITE
            super().send_mail(template_prefix, email, {**context, "current_site": site})
