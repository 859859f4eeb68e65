"""Matches for the staff: to look at, never to write. The log has one writer, games.play."""

from typing import ClassVar

from django.contrib import admin
from django.http import HttpRequest

from games.models import Match, Settlement


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "game", "level", "ranked", "status", "ply", "created", "ended")
    list_filter = ("game", "level", "ranked", "status")
    # The secret fixes the cards that are still hidden.
    exclude: ClassVar[list[str]] = ["secret"]


@admin.register(Settlement)
class SettlementAdmin(ReadOnly):
    list_display = ("match", "user", "points", "at")
