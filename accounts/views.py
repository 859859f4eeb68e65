"""The privacy of a person: what others see, all that is kept, and the way out and back."""

from __future__ import annotations

import tempfile

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.decorators import login_stage_required
from allauth.core.exceptions import ReauthenticationRequired
from allauth.core.internal import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME, logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts import export, privacy
from accounts.closing import ClosingStage
from accounts.mails import tell
from accounts.models import User
from games.models import Player

COPIES = "10/h/user"  # downloads, as allauth writes limits
IN_MEMORY = 1024 * 1024  # bytes of a download; a larger one waits in a file


class PrivacyForm(forms.Form):
    # No field may be called `matches`: forms of a page have a method of this name.
    on_boards = forms.BooleanField(
        required=False,
        label=gettext_lazy("Show me on the leaderboard"),
        help_text=gettext_lazy(
            "Without it only you see your place. Your points and rating stay, and count on."
        ),
    )
    shows_figures = forms.BooleanField(
        required=False,
        label=gettext_lazy("Show my figures to others"),
        help_text=gettext_lazy(
            "On your page: how many matches you played and won, your rating, your streaks. The"
            " leaderboard tells the points and ratings of all who are on it."
        ),
    )
    shows_matches = forms.BooleanField(
        required=False,
        label=gettext_lazy("Show my matches to others"),
        help_text=gettext_lazy("The list of your matches, and each of them to play back."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """What others see, the download and the way out. A POST sets what others see."""
    person: User = request.user  # type: ignore[assignment]
    if request.method == "POST":
        form = PrivacyForm(request.POST)
        form.full_clean()  # a box is ticked or not: nothing can be wrong
        privacy.show(person.pk, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("privacy")
    shown = {
        "on_boards": not person.hidden,
        "shows_figures": person.shows_figures,
        "shows_matches": person.shows_matches,
    }
    context = {
        "form": PrivacyForm(initial=shown),
        "barred": person.barred,
        "days": privacy.GRACE.days,
    }
    return render(request, "accounts/privacy.html", context)


@login_required
@require_POST
def download(request: HttpRequest) -> HttpResponseBase:
    """Everything that is kept of the person, as a JSON file. 429 when he has had COPIES of them.

    First he proves who he is, and is then led back to the button: a file that came as the answer to
    his password would leave him on the page that asks for it.
    """
    try:
        return _copy(request)
    except ReauthenticationRequired as required:
        ways = get_adapter(request).get_reauthentication_methods(request.user)
        if not ways:
            raise PermissionDenied from required
        messages.info(request, _("First prove that it is you, then press Download once more."))
        back = urlencode({REDIRECT_FIELD_NAME: reverse("privacy")})
        return redirect(f"{ways[0]['url']}?{back}")


@reauthentication_required  # type: ignore[untyped-decorator]
def _copy(request: HttpRequest) -> HttpResponseBase:
    limit = {"app": "accounts", "action": "download", "config": {"download": COPIES}}
    if refused := ratelimit.consume_or_429(request, **limit):
        return refused  # type: ignore[no-any-return]
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 the answer closes it
    try:
        for piece in export.everything(request.user.pk):  # type: ignore[arg-type]
            file.write(piece.encode())
    except BaseException:
        file.close()
        raise
    file.seek(0)
    kind = "application/json"
    answer = FileResponse(file, as_attachment=True, filename="tujuh.json", content_type=kind)
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """What deletion means, and the button for it, which asks once more who is there."""
    return _close(request) if request.method == "POST" else _ask(request)


def _ask(request: HttpRequest, *, status: int = 200, last: bool = False) -> HttpResponse:
    live = Player.objects.filter(user=request.user.pk, ranked_now=True).exists()
    context = {"days": privacy.GRACE.days, "live": live, "last": last}
    return render(request, "accounts/privacy_delete.html", context, status=status)


@reauthentication_required  # type: ignore[untyped-decorator]
def _close(request: HttpRequest) -> HttpResponse:
    person: User = request.user  # type: ignore[assignment]
    try:
        until = privacy.close(person.pk)
    except privacy.LastSuperuser:
        return _ask(request, status=409, last=True)
    tell(request, "closing", person, until=until)
    logout(request)
    text = _("Your account is closed and will be deleted on %(date)s. Log in before to keep it.")
    messages.success(request, text % {"date": date_format(until)})
    return redirect("home")


@login_stage_required(stage=ClosingStage.key, redirect_urlname="account_login")  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def closing(request: HttpRequest) -> HttpResponse:
    """For who logs in to a closed account: keep it, and go on as before, or leave it closed. 404
    when it was deleted meanwhile."""
    stage = request._login_stage  # type: ignore[attr-defined]
    try:
        return _keep(request, stage)
    except privacy.Gone as gone:
        stage.abort()  # the login that was begun leads nowhere any more
        raise Http404 from gone


def _keep(request: HttpRequest, stage: ClosingStage) -> HttpResponse:
    person = stage.login.user
    if person is None:
        raise privacy.Gone
    if request.method != "POST":
        until = person.closing + privacy.GRACE if person.closing else None
        return render(request, "accounts/privacy_closing.html", {"until": until, "name": person})
    if "keep" not in request.POST:
        return stage.abort()  # type: ignore[no-any-return]
    privacy.reopen(person.pk)
    messages.success(request, _("Your account stays. Everything is as it was."))
    return stage.exit()  # type: ignore[no-any-return]
