from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """E-mail and password as allauth asks for them, and the name that others will see."""

    name = forms.CharField(
        label=_("Public name"),
        help_text=_("Shown on the leaderboard. Your e-mail address is never shown."),
        max_length=names.MAX,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    field_order = ("name", "email", "password1")

    def clean_name(self) -> str:
        name = names.clean(self.cleaned_data["name"])
        if User.objects.filter(name_fold=names.fold(name)).exists():
            raise ValidationError(_("This name is taken, or looks like one that is."), code="taken")
        return name
