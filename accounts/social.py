"""Who comes with an account of Google or another: used only where that is turned on.

He is asked for a public name like everybody, and his address is taken by the same rules: one that
has an account already is not joined to it, its owner is told by mail.
"""

from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import SignupForm as AllauthSignupForm
from allauth.socialaccount.internal.flows.signup import redirect_to_signup
from django.db.models import Model
from django.db.models.expressions import DatabaseDefault
from django.http import HttpRequest, HttpResponseBase

from accounts.forms import WithName


class SignupForm(WithName, AllauthSignupForm):  # type: ignore[misc]
    field_order = ("name", "email")

    def again(self, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = redirect_to_signup(request, self.sociallogin)
        return response


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def serialize_instance(self, instance: Model) -> dict[str, Any]:
        """A person who is not in the database yet lacks what only the database works out."""
        unknown = [
            field.attname
            for field in instance._meta.concrete_fields
            if field.generated or isinstance(instance.__dict__.get(field.attname), DatabaseDefault)
        ]
        kept = {name: instance.__dict__.pop(name) for name in unknown if name in instance.__dict__}
        data: dict[str, Any] = super().serialize_instance(instance)
        instance.__dict__.update(kept)
        return data
