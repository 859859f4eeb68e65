"""The account pages: allauth's, and before them those that are ours instead."""

from django.urls import include, path
from django.views.generic import RedirectView

from accounts import hub, mfa, views

urlpatterns = [
    path("", hub.account, name="account"),
    path("name/", hub.name, name="account_name"),
    path("sessions/", hub.sessions, name="usersessions_list"),
    path("2fa/", RedirectView.as_view(pattern_name="account"), name="mfa_index"),
    path("2fa/webauthn/add/", mfa.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("privacy/", views.page, name="privacy"),
    path("privacy/download/", views.download, name="privacy_download"),
    path("privacy/delete/", views.delete, name="privacy_delete"),
    path("closing/", views.closing, name="account_closing"),
    path("", include("allauth.urls")),
]
