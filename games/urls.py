from django.urls import path

from games import profiles, views

app_name = "games"
urlpatterns = [
    path("play/<slug:game>/", views.new, name="new"),
    path("match/<uuid:match>/", views.match, name="match"),
    path("match/<uuid:match>/table/", views.refresh, name="table"),
    path("match/<uuid:match>/move/", views.move, name="move"),
    path("match/<uuid:match>/hint/", views.hint, name="hint"),
    path("match/<uuid:match>/resign/", views.resign, name="resign"),
    path("match/<uuid:match>/replay/", profiles.replay, name="replay"),
    path("match/<uuid:match>/record.txt", profiles.record, name="record"),
    path("player/<str:name>/", profiles.player, name="player"),
    path("player/<str:name>/matches/", profiles.matches, name="matches"),
    path("bots/", views.bots, name="bots"),
    path("board/", views.board, name="board"),
]
