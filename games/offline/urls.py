from django.urls import path

from games.offline import api, views

app_name = "offline"
urlpatterns = [
    path("", views.page, name="page"),
    path("me/", api.me, name="me"),
    path("deals/", api.deals, name="deals"),
    path("matches/", api.matches, name="matches"),
]
