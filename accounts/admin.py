"""People in the admin: found by any spelling, seen with all that matters, and acted upon.

Whatever the staff does to a person is an act with a reason (accounts.staff); rights and new people
are a superuser's, and written down too. Nobody sets another's password: who has lost his has a code
mailed. Accounts are never deleted here, but closed. Who comes in goes through the site's own login,
with its limits.

The admin is in English alone: its strings are not translated, and Django's are not shown translated
among them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from allauth.account import admin as _account
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa import admin as _mfa
from allauth.mfa.models import Authenticator
from allauth.socialaccount import admin as _socialaccount
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions import admin as _usersessions
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Case, QuerySet, Value, When
from django.forms.models import construct_instance
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import translation

from accounts import dossier, finding, privacy, staff
from accounts.forms import NameForm
from accounts.lists import Quick, ReadOnly
from accounts.mails import tell
from accounts.models import NAME_PAUSE, Act, User

admin.site.login = secure_admin_login(admin.site.login)
admin.site.site_header = admin.site.site_title = "Tujuh: the staff"
# They are part of a person's page; to change them by hand would go around what guards them. Their
# lists would take seconds, too. (Imported above, they are registered by now.)
_registered = (_account, _mfa, _socialaccount, _usersessions)
admin.site.unregister((EmailAddress, Authenticator, UserSession))
admin.site.unregister((SocialAccount, SocialApp, SocialToken))
_admin_view = admin.site.admin_view


def _in_english(view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
    guarded = _admin_view(view, cacheable)

    def in_english(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        translation.activate("en")  # until the answer is written; the next request asks anew
        return guarded(request, *args, **kwargs)

    return in_english


admin.site.admin_view = _in_english


def _reason() -> forms.CharField:
    return forms.CharField(
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60}),
        help_text="For the log, which all of the staff reads, and for the person's own copy.",
    )


class ReasonForm(forms.Form):
    reason = _reason()


class RenameForm(NameForm):
    """As the person would do it himself, without the pause."""

    reason = _reason()

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data


class RightsForm(forms.ModelForm):  # type: ignore[misc]
    reason = _reason()

    class Meta:
        model = User
        fields = ("is_staff", "is_superuser", "groups")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean()
        if self.instance.is_superuser and not data.get("is_superuser"):
            try:
                privacy.keep_a_superuser(self.instance.pk)
            except privacy.LastSuperuser:
                text = "This is the last superuser: make another one first."
                self.add_error("is_superuser", ValidationError(text, code="last"))
        return data

    def _post_clean(self) -> None:
        """The rest of the person is not on trial: his name may be older than a rule for names."""
        construct_instance(self, self.instance, self._meta.fields, self._meta.exclude)


class NewUserForm(forms.ModelForm):  # type: ignore[misc]
    """Without a password: the person has a code mailed, and sets one himself."""

    reason = _reason()

    class Meta:
        model = User
        fields = ("email", "name")

    def save(self, commit: bool = True) -> User:
        self.instance.set_unusable_password()
        person: User = super().save(commit)
        return person


class StateFilter(admin.SimpleListFilter):  # type: ignore[misc]
    """The few that are to be seen to: each has an index of its own."""

    title = "state"
    parameter_name = "state"
    states: ClassVar = {
        "staff": {"is_staff": True},
        "suspended": {"is_active": False},
        "barred": {"barred": True},
        "closing": {"closing__isnull": False},
    }

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [(state, state) for state in self.states]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return queryset.filter(**self.states.get(self.value(), {}))


@admin.register(User)
class UserAdmin(Quick, DjangoUserAdmin):  # type: ignore[misc]
    """Django's own, with an address in the place of the username: the hash stays out of reach."""

    form = RightsForm
    add_form = NewUserForm
    facts = (
        *("email", "name", "state", "name_since", "date_joined", "last_login"),
        *("shows_figures", "shows_matches"),
    )
    rights = ("is_staff", "is_superuser", "groups", "reason")
    add_fieldsets = ((None, {"fields": ("email", "name", "reason")}),)
    readonly_fields = facts
    list_display = ("name", "email", "state", "date_joined", "last_login")
    list_filter = (StateFilter,)
    search_fields = ("name",)
    search_help_text = "A name in any spelling, a former one, an address or a part of it, a number."
    ordering = ("-pk",)
    filter_horizontal = ()  # Django's two columns need styles that our policy does not let in

    def state(self, person: User) -> str:
        """What is out of the ordinary, in words."""
        states = {
            "superuser": person.is_superuser,
            "staff": person.is_staff and not person.is_superuser,
            "suspended": not person.is_active,
            "removed from the boards": person.barred,
            "hides from the boards": person.hidden,
        }
        found = [state for state, true in states.items() if true]
        if person.closing:
            found.append(f"deleted after {person.closing + privacy.GRACE:%d %B %Y}")
        return ", ".join(found) or "–"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """By hand only rights are changed, and those by superusers alone."""
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False  # closed, he is deleted when the days of grace are over

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        if obj is None:
            return self.add_fieldsets
        rights = self.rights if request.user.is_superuser else self.rights[:-1]
        return ((None, {"fields": self.facts}), ("Rights", {"fields": rights}))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        return self.facts if obj else ()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        if not search_term:
            return queryset, False
        found = finding.wanted(request, search_term)
        order = [When(pk=user_id, then=Value(place)) for place, user_id in enumerate(found)]
        people = queryset.filter(pk__in=found)
        return people.order_by(Case(*order)) if order else people, False

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.act_view)
        # Past Django's own for people, which adds nothing but the page for a password.
        urls = super(DjangoUserAdmin, self).get_urls()
        return [path("<id>/act/<kind>/", view, name="accounts_user_act"), *urls]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        person = self.get_object(request, object_id)
        context = {**(extra_context or {}), "show_save_and_add_another": False}
        if person is not None and self.has_view_permission(request, person):
            deeds = staff.possible(request.user, person)
            context = {**context, "deeds": deeds, "of": dossier.of(person)}
        answer: HttpResponse = super().change_view(request, object_id, form_url, context)
        return answer

    def act_view(self, request: HttpRequest, id: str, kind: str) -> HttpResponse:
        """Ask for the reason, then do it. 409 with a sentence for what cannot be done."""
        person = self.get_object(request, id)
        if person is None or kind not in staff.DEEDS:
            raise Http404(id)
        if not (self.has_view_permission(request) and staff.may(request.user, kind, person)):
            raise PermissionDenied
        posted = request.POST if request.method == "POST" else None
        renames = kind == Act.Kind.RENAMED
        form = RenameForm(person, posted) if renames else ReasonForm(posted)
        refused = ""
        if form.is_valid():
            try:
                if renames:
                    done = _rename(request, form)
                else:
                    done = _act(request, kind, person, form.cleaned_data["reason"])
                if done:
                    messages.success(request, f"{person.name}: {Act.Kind(kind).label}.")
                    return redirect("admin:accounts_user_change", person.pk)
            except staff.Refused as reason:
                refused = str(reason)
        context = {
            **self.admin_site.each_context(request),
            "title": staff.DEEDS[Act.Kind(kind)].label,
            "deed": staff.DEEDS[Act.Kind(kind)],
            "person": person,
            "form": form,
            "refused": refused,
            "opts": self.opts,
        }
        status = 409 if refused else 400 if form.is_bound else 200
        return render(request, "admin/accounts/user/act.html", context, status=status)

    def construct_change_message(
        self, request: HttpRequest, form: forms.Form, formsets: Any, add: bool = False
    ) -> Any:
        """What changed, from what to what: the log keeps it."""
        if not isinstance(form, RightsForm):
            return super().construct_change_message(request, form, formsets, add)
        changes = []
        for name in form.changed_data:
            if name != "reason":
                old, new = form.initial.get(name), form.cleaned_data[name]
                if name == "groups":
                    old, new = ([str(group) for group in groups or ()] for groups in (old, new))
                changes.append(f"{name}: {old} → {new}")
        return "; ".join(changes)

    def log_addition(self, request: HttpRequest, obj: User, message: Any) -> Any:
        reason = request.POST.get("reason", "")
        staff.write(Act.Kind.ADDED, obj, request.user, reason, new=obj.name)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> Any:
        entry = super().log_change(request, obj, message)
        reason = request.POST.get("reason", "")
        staff.write(Act.Kind.CHANGED, obj, request.user, reason, new=entry.get_change_message())
        return entry


def _act(request: HttpRequest, kind: str, person: User, reason: str) -> bool:
    staff.act(kind, person.pk, request.user, reason)
    if kind == Act.Kind.CLOSED:
        person.refresh_from_db()
        until = person.closing + privacy.GRACE
        tell(request, "closing", person, everywhere=True, until=until)
    return True


def _rename(request: HttpRequest, form: RenameForm) -> bool:
    """False, with the reason in the form, when the name cannot be had."""
    person, old, reason = form.person, form.person.name, form.cleaned_data["reason"]
    try:
        with transaction.atomic():
            if not form.save():
                return False
            staff.write(Act.Kind.RENAMED, person, request.user, reason, old=old, new=person.name)
    except User.DoesNotExist as gone:
        raise staff.Refused("The account is deleted by now.") from gone
    tell(request, "renamed", person, everywhere=True, old=old, pause=NAME_PAUSE.days)
    return True


@admin.register(Act)
class ActAdmin(ReadOnly):
    """The log of who did what."""

    list_display = ("at", "by", "kind", "person", "old", "new", "reason")
    list_filter = ("kind",)
    list_select_related = ("by", "person")
    ordering = ("-pk",)
