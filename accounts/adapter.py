from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Where allauth's way of doing things is not ours."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A new person gets the public name together with the rest."""
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, commit)
        return saved
