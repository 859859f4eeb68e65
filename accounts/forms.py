"""Sign-up tells a stranger nothing: not who has an account, and not which names wait for a code.

Whoever signs up holds the name for as long as the code from the mail is good, and so does he whose
address had an account before, though nothing is kept of him: else a second sign-up with the same
name would tell the one from the other. Who never confirms is in nobody's way.
"""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from allauth.account import app_settings
from allauth.account.forms import (
    ConfirmEmailVerificationCodeForm,
    RequestReauthenticationCodeForm,
)
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
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import FormerName, User

# A button pressed twice is one sign-up: allauth sends no second mail in this time either.
TWICE = 10


def name_field() -> forms.CharField:
    return forms.CharField(
        label=_("Public name"),
        help_text=_("Shown on the leaderboard. Your e-mail address is never shown."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class WithName(forms.Form):
    """What our name adds to a sign-up form of allauth, which comes after it among the bases."""

    name = name_field()

    def clean_name(self) -> str:
        return names.clean(self.cleaned_data["name"])

    def validate_unique_email(self, value: str) -> str:
        email: str = super().validate_unique_email(value)  # type: ignore[misc]
        gone = User.objects.unconfirmed().filter(email=email, date_joined__lt=_ago(TWICE))
        self.account_already_exists = bool({*filter_users_by_email(email)}.difference(gone))
        return email

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if name := data.get("name"):
            email, password = data.get("email", ""), data.get("password1", "")
            if is_taken(name, email):
                self.add_error("name", ValidationError(names.TAKEN, code="taken"))
            try:
                UserAttributeSimilarityValidator(["name"]).validate(password, User(name=name))
            except ValidationError as error:
                self.add_error("password1", error)
            if not self.errors:
                cache.set(_held(name), email, app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT)
        return data

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponseBase | None]:
        if self.account_already_exists and "password1" in self.cleaned_data:
            make_password(self.cleaned_data["password1"])  # a new account takes as long
        try:
            return super().try_save(request)  # type: ignore[misc,no-any-return]
        except IntegrityError:
            # Somebody was faster with the name or the address: asked again, we see his row.
            self.full_clean()
            if self.is_valid() and not self.account_already_exists:
                raise
        return None, self.again(request)

    @transaction.atomic
    def save(self, request: HttpRequest) -> User:
        name, email = self.cleaned_data["name"], self.cleaned_data["email"]
        User.objects.unconfirmed().filter(email=email, date_joined__lt=_ago(TWICE)).delete()
        make_room(name)
        user: User = super().save(request)  # type: ignore[misc]
        # Asked after the write: whoever gave the name up just now has been waited for.
        if FormerName.objects.held(name).exists():
            raise IntegrityError(f"{name} is held for its former owner")
        return user

    def again(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to the same request, now that somebody was faster."""
        raise NotImplementedError


class SignupForm(WithName, AllauthSignupForm):  # type: ignore[misc]
    """E-mail and password as allauth asks for them (a passkey comes later), and the name."""

    field_order = ("name", "email", "password1")

    def again(self, request: HttpRequest) -> HttpResponseBase:
        from allauth.account.views import signup, signup_by_passkey  # which import the forms

        response: HttpResponseBase = (signup_by_passkey if self.by_passkey else signup)(request)
        return response


class NameForm(forms.Form):
    """Another public name for somebody who has one: the same checks, and a pause."""

    name = name_field()

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"name": person.name}, **kwargs)
        self.person = person

    def clean_name(self) -> str:
        name = names.clean(self.cleaned_data["name"])
        if name == self.person.name:
            raise ValidationError(_("This is your name already."), code="same")
        if is_taken(name, self.person.email, but=self.person.pk):
            raise ValidationError(names.TAKEN, code="taken")
        return name

    def clean(self) -> dict[str, Any]:
        free = self.person.name_free
        if free > timezone.now():
            text = _("You can take another name from %(date)s.")
            raise ValidationError(text, code="pause", params={"date": date_format(free)})
        return self.cleaned_data

    def save(self) -> bool:
        """Whether the person has the name now; if not, the form says why."""
        name = self.cleaned_data["name"]
        try:
            with transaction.atomic():
                make_room(name)
                if self.person.rename(name):
                    return True
        except IntegrityError:
            self.add_error("name", ValidationError(names.TAKEN, code="taken"))
            return False
        self.person.refresh_from_db()
        self.full_clean()  # he changed it in another window: now there is the pause
        return False


class ConfirmForm(ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    """The code from the mail is wrong when its account gave way to a newer sign-up meanwhile."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is None:
            self.expected_code = ""

    def clean_code(self) -> str:
        try:
            return super().clean_code()  # type: ignore[no-any-return]
        except ValidationError as reason:
            if reason.code != "email_taken":
                raise
        # The code was right: a stranger who began an account with the address gives way.
        User.objects.unconfirmed().filter(email=self.email).exclude(pk=self.user.pk).delete()
        return super().clean_code()  # type: ignore[no-any-return]


class ProveByCodeForm(RequestReauthenticationCodeForm):  # type: ignore[misc]
    """Where the code goes by which a person proves once more who he is; allauth's label of it is in
    English alone."""

    recipient = forms.ChoiceField(label=_("E-mail address"), choices=[])


def is_taken(name: str, email: str, but: int | None = None) -> bool:
    """Whether a name cannot be had with this address: by `but`, if it is one who has a name."""
    held = FormerName.objects.held(name, but=but)
    if cache.get(_held(name), email) != email or held.exists():
        return True
    owner = User.objects.filter(name_fold=names.fold(name)).exclude(pk=but).first()
    if owner is None:
        return False
    # Of the one owner alone: to see who never confirmed among everybody takes long.
    gone = Q(email=email) | Q(date_joined__lt=_code_ran_out())
    return not User.objects.unconfirmed().filter(gone, pk=owner.pk).exists()


def make_room(name: str) -> None:
    """Forget who wanted the name and never confirmed while the code was good."""
    gone = User.objects.unconfirmed().filter(date_joined__lt=_code_ran_out())
    gone.filter(name_fold=names.fold(name)).delete()


def _ago(seconds: int) -> datetime:
    return timezone.now() - timedelta(seconds=seconds)


def _code_ran_out() -> datetime:
    return _ago(app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT)


def _held(name: str) -> str:
    return f"held-name:{quote(names.fold(name))}"
