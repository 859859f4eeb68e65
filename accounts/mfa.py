"""Passkeys and the authenticator app, where allauth's way is not ours.

A passkey is a way to log in, alone. Only the app asks for a second step after a password or a code
from a mail; who lost his passkeys can always have a code mailed to him.
"""

import base64
import hashlib
import struct
from typing import Any

import qrcode
from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
    SignupWebAuthnForm,
)
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import AddWebAuthnView
from cryptography.fernet import Fernet, MultiFernet
from django import forms
from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse
from qrcode.image.svg import SvgPathImage

from accounts.models import User

SITE = "Tujuh"
LONGEST = 40  # letters of a passkey's name


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    def _get_site_name(self) -> str:
        return SITE

    def build_totp_svg(self, url: str) -> str:
        """The square to be scanned, as an element of the page: our policy lets no `data:` in."""
        svg: str = qrcode.make(url, image_factory=SvgPathImage).to_string(encoding="unicode")
        return svg

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(number)s") % {"number": count + 1}

    def encrypt(self, text: str) -> str:
        """Who gets hold of the database alone cannot make anybody's codes."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _fernet().decrypt(encrypted_text.encode()).decode()


def _fernet() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [hashlib.sha256(b"authenticators" + secret.encode()).digest() for secret in secrets]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


class SecondStep(AuthenticateStage):  # type: ignore[misc]
    """Comes after a password or a code from a mail where there is an authenticator app."""

    def handle(self) -> tuple[HttpResponse | None, bool]:
        apps = Authenticator.objects.filter(type=Authenticator.Type.TOTP)
        if self.login.user is None or not apps.filter(user_id=self.login.user.pk).exists():
            return None, True
        answer: tuple[HttpResponse | None, bool] = super().handle()
        return answer


class CredentialField(forms.JSONField):
    """What a browser hands over of a passkey. What no browser would is a wrong code."""

    def __init__(self, response: type[AuthenticationResponse | RegistrationResponse]) -> None:
        super().__init__(widget=forms.HiddenInput)
        self.response = response

    def clean(self, value: Any) -> Any:
        credential = super().clean(value)
        try:
            self.response.from_dict(credential)
            if "\\u0000" in value:
                raise ValueError("PostgreSQL keeps no such letter")
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error):
            raise MFAAdapter().validation_error("incorrect_code") from None
        return credential


class WithKnownPasskey(forms.Form):
    credential = CredentialField(AuthenticationResponse)


class LoginForm(WithKnownPasskey, LoginWebAuthnForm):  # type: ignore[misc]
    pass


class SecondStepForm(WithKnownPasskey, AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(WithKnownPasskey, ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


def _name_field(**more: Any) -> forms.CharField:
    return forms.CharField(
        label=_("Name of the passkey"),
        help_text=_("So that you can tell your passkeys apart."),
        widget=forms.TextInput(attrs={"maxlength": LONGEST, "autocomplete": "off"}),
        **more,
    )


class WithNewPasskey(forms.Form):
    name = _name_field(required=False)
    credential = CredentialField(RegistrationResponse)

    def clean_name(self) -> str:
        # Cut, not refused: the passkey is on the device already.
        return str(super().clean_name())[:LONGEST]  # type: ignore[misc]


class AddPasskeyForm(WithNewPasskey, AddWebAuthnForm):  # type: ignore[misc]
    passwordless = None  # all of ours are


class SignupPasskeyForm(WithNewPasskey, SignupWebAuthnForm):  # type: ignore[misc]
    pass


class EditPasskeyForm(EditWebAuthnForm):  # type: ignore[misc]
    name = _name_field(max_length=LONGEST)


class AddPasskey(AddWebAuthnView):  # type: ignore[misc]
    """Another passkey. Recovery codes, which stand in for the app alone, are not made with it."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        options = auth.begin_registration(self.request.user, passwordless=True)
        return {**context, "js_data": {"creation_options": options}}

    def form_valid(self, form: AddPasskeyForm) -> HttpResponse:
        name, credential = form.cleaned_data["name"], form.cleaned_data["credential"]
        user = self.request.user
        flows.signup_authenticator(self.request, user=user, name=name, credential=credential)
        get_account_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        return redirect("mfa_list_webauthn")
