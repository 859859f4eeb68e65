"""Who logs in to a closed account is asked first whether he wants to keep it, and is nobody yet."""

from allauth.account.stages import LoginStage
from allauth.core.internal.httpkit import headed_redirect_response
from django.http import HttpResponse


class ClosingStage(LoginStage):  # type: ignore[misc]
    """The last step of a login, after password and second step; most people never see it."""

    key = "closing"
    urlname = "account_closing"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        if self.login.user is None or self.login.user.closing is None:
            return None, True
        return headed_redirect_response(self.urlname), True
