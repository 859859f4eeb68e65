"""The account pages: allauth's, and before them those that are ours instead."""

from allauth.account.views import RequestReauthenticationCodeView
from django.conf import settings
from django.urls import include, path
from django.views.generic import RedirectView

from accounts import hub, mfa, views
from accounts.forms import ProveByCodeForm

# allauth's own list has the pages for accounts elsewhere whenever their tables are there.
THEIRS = [
    path("", include("allauth.account.urls")),
    path("2fa/", include("allauth.mfa.urls")),
    path("sessions/", include("allauth.usersessions.urls")),
]
urlpatterns = [
    path("", hub.account, name="account"),
    path("name/", hub.name, name="account_name"),
    path("sessions/", hub.sessions, name="usersessions_list"),
    path("2fa/", RedirectView.as_view(pattern_name="account"), name="mfa_index"),
    path("2fa/webauthn/add/", mfa.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path(
        "reauthenticate/code/",
        RequestReauthenticationCodeView.as_view(form_class=ProveByCodeForm),
        name="account_request_reauthentication_code",
    ),
    path("privacy/", views.page, name="privacy"),
    path("privacy/download/", views.download, name="privacy_download"),
    path("privacy/delete/", views.delete, name="privacy_delete"),
    path("closing/", views.closing, name="account_closing"),
    *([path("", include("allauth.urls"))] if settings.SOCIALACCOUNT_PROVIDERS else THEIRS),
]
