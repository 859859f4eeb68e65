from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal import flows
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.sites.requests import RequestSite
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User

SITE = "Tujuh"
STAGES = {"allauth.mfa.stages.AuthenticateStage": "accounts.mfa.SecondStep"}
# Mails with a code that lets somebody into an account without its password.
KEYS = ("account/email/login_code", "account/email/password_reset_code")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Where allauth's way of doing things is not ours."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A new person gets the public name together with the rest."""
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """False, with a message, when somebody took the address since the code was checked."""
        try:
            with transaction.atomic():
                confirmed: bool = super().confirm_email(request, email_address)
        except IntegrityError:
            template = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, template, {"email": email_address.email})
            return False
        return confirmed

    def get_login_stages(self) -> list[str]:
        ours = [STAGES.get(stage, stage) for stage in super().get_login_stages()]
        return [*ours, "accounts.closing.ClosingStage"]

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """A mail is the last thing to wait for."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return sorted(ways, key=lambda way: way["id"] == "reauthenticate_by_code")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        if self.request.user.is_authenticated:
            return reverse("account")
        url: str = super().get_email_verification_redirect_url(email_address)
        return url

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
