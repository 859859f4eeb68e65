"""Sign-up tells a stranger nothing: not who has an account, and not which names wait for a code.

Whoever signs up holds the name for as long as the code from the mail is good, and so does he whose
address had an account before, though nothing is kept of him: else a second sign-up with the same
name would tell the one from the other. Who never confirms is in nobody's way.
"""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from allauth.account import app_settings
from allauth.account.forms import ConfirmEmailVerificationCodeForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.utils import filter_users_by_email
from django import forms
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User

# A button pressed twice is one sign-up: allauth sends no second mail in this time either.
TWICE = 10


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """E-mail and password as allauth asks for them, and the name that others will see."""

    name = forms.CharField(
        label=_("Public name"),
        help_text=_("Shown on the leaderboard. Your e-mail address is never shown."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("name", "email", "password1")

    def clean_name(self) -> str:
        return names.clean(self.cleaned_data["name"])

    def validate_unique_email(self, value: str) -> str:
        email: str = super().validate_unique_email(value)
        gone = User.objects.unconfirmed().filter(email=email, date_joined__lt=_ago(TWICE))
        self.account_already_exists = bool({*filter_users_by_email(email)}.difference(gone))
        return email

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean()
        if name := data.get("name"):
            email = data.get("email", "")
            if self._is_taken(name, email):
                self.add_error("name", ValidationError(names.TAKEN, code="taken"))
            try:
                like_name = UserAttributeSimilarityValidator(["name"])
                like_name.validate(data.get("password1", ""), User(name=name))
            except ValidationError as error:
                self.add_error("password1", error)
            if not self.errors:
                cache.set(_held(name), email, app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT)
        return data

    def _is_taken(self, name: str, email: str) -> bool:
        gone = User.objects.unconfirmed().filter(
            Q(email=email) | Q(date_joined__lt=_code_ran_out())
        )
        owners = User.objects.filter(name_fold=names.fold(name)).exclude(pk__in=gone)
        return cache.get(_held(name), email) != email or owners.exists()

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponseBase | None]:
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])  # a new account takes as long
        try:
            return super().try_save(request)  # type: ignore[no-any-return]
        except IntegrityError:
            # Somebody was faster with the name or the address: asked again, we see his row.
            self.full_clean()
            if self.is_valid() and not self.account_already_exists:
                raise
        return None, _again(request)

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        name, email = self.cleaned_data["name"], self.cleaned_data["email"]
        gone = User.objects.unconfirmed()
        gone.filter(email=email, date_joined__lt=_ago(TWICE)).delete()
        gone.filter(name_fold=names.fold(name), date_joined__lt=_code_ran_out()).delete()
        user: User = super().save(request)
        return user


class ConfirmForm(ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    """The code from the mail is wrong when its account gave way to a newer sign-up meanwhile."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is None:
            self.expected_code = ""


def _ago(seconds: int) -> datetime:
    return timezone.now() - timedelta(seconds=seconds)


def _code_ran_out() -> datetime:
    return _ago(app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT)


def _held(name: str) -> str:
    return f"held-name:{quote(names.fold(name))}"


def _again(request: HttpRequest) -> HttpResponseBase:
    from allauth.account.views import signup  # which imports the forms

    response: HttpResponseBase = signup(request)
    return response
