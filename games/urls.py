from django.urls import path

from games import views

app_name = "games"
urlpatterns = [
    path("play/<slug:game>/", views.new, name="new"),
    path("match/<uuid:match>/", views.match, name="match"),
    path("match/<uuid:match>/table/", views.refresh, name="table"),
    path("match/<uuid:match>/move/", views.move, name="move"),
    path("match/<uuid:match>/hint/", views.hint, name="hint"),
    path("match/<uuid:match>/resign/", views.resign, name="resign"),
    path("bots/", views.bots, name="bots"),
    path("board/", views.board, name="board"),
]
