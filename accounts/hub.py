"""What a person sees and changes of his own account. The forms behind it are mostly allauth's."""

from allauth.account import app_settings
from allauth.core.internal import ratelimit
from allauth.mfa.models import Authenticator
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.browsers import in_words
from accounts.forms import NameForm
from accounts.models import NAME_HELD, NAME_PAUSE, User

Type = Authenticator.Type
NAMES_TRIED = "10/m/user,60/h/user"  # else somebody asks which names there are


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """All there is to an account on one page, each with the way to change it."""
    mine = list(Authenticator.objects.filter(user=request.user))
    codes = next((one for one in mine if one.type == Type.RECOVERY_CODES), None)
    context = {
        "passkeys": sum(one.type == Type.WEBAUTHN for one in mine),
        "app": any(one.type == Type.TOTP for one in mine),
        "codes": len(codes.wrap().get_unused_codes()) if codes else 0,
        "sessions": len(_sessions(request)),
        "social": bool(settings.SOCIALACCOUNT_PROVIDERS),
    }
    return render(request, "account/hub.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Another public name. 400 with the reason when it cannot be had, 409 during the pause,
    429 after too many tries."""
    tried = {"name": NAMES_TRIED}
    if too_often := ratelimit.consume_or_429(request, app="accounts", action="name", config=tried):
        return too_often  # type: ignore[no-any-return]
    person: User = request.user  # type: ignore[assignment]
    free = person.name_free
    form = NameForm(person, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and form.save():
        messages.success(request, _("Your name is now %(name)s.") % {"name": person.name})
        return redirect("account")
    waits = free > timezone.now()
    status = 200 if not form.is_bound else 409 if waits else 400
    days = {"pause": NAME_PAUSE.days, "held": NAME_HELD.days}
    context = {"form": form, "free": free if waits else None, "days": days}
    return render(request, "account/name.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest) -> HttpResponse:
    """Where the person is logged in. A POST ends the one that it names, or all the others."""
    mine = _sessions(request)
    if request.method == "POST":
        if chosen := request.POST.get("session"):
            key = int(chosen) if chosen.isdecimal() and len(chosen) < 19 else 0
            ended = [get_object_or_404(UserSession, pk=key, user=request.user)]
        else:
            ended = [session for session in mine if not session.is_current()]
        end_sessions(request, ended)
        if not request.user.is_authenticated:
            return redirect(app_settings.LOGOUT_REDIRECT_URL)
        messages.success(request, _("Logged out there."))
        return redirect("usersessions_list")
    shown = [(session, in_words(session.user_agent)) for session in mine]
    return render(request, "usersessions/usersession_list.html", {"sessions": shown})


def _sessions(request: HttpRequest) -> list[UserSession]:
    """Those that are still good, this one first and always, then the newest."""
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        UserSession.objects.create_from_request(request)
    mine: list[UserSession] = UserSession.objects.purge_and_list(request.user)
    return sorted(mine, key=lambda one: (one.is_current(), one.created_at), reverse=True)
