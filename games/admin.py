"""Matches and the ledger for the staff: to look at, never to write.

The log has one writer, games.play, the ledger games.ranking, and what came from devices
games.offline. In English alone, as all of the
admin (accounts.admin).
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import finding
from accounts.lists import Fixed, ReadOnly
from games.models import Match, OfflineMatch, Player, Settlement


class Latest(Fixed):
    """Of one person the newest first; else in the order of the key, which means nothing, but an
    index has it."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        mine: str = self.model_admin.of_person
        if mine in self.params or self.query:
            return [self.model_admin.newest, "pk"]
        return ["pk"]


class OfPerson(ReadOnly):
    """Found by the number of the match, or by its person as people are found. `of_person`: the
    lookup in addresses that picks one person's; `newest`: the order by time; `filters`: offered for
    one person's, since of all a rare one would be looked for in millions of rows."""

    of_person: str
    newest: str
    filters: tuple[str, ...]
    search_fields = ("pk",)
    search_help_text = "The number of a match, or a person: name, address, number."

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Latest

    def get_list_filter(self, request: HttpRequest) -> tuple[str, ...]:
        return self.filters if {self.of_person, "q"} & set(request.GET) else ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup == self.of_person or super().lookup_allowed(lookup, value, request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term:
            return queryset, False
        try:
            return queryset.filter(pk=uuid.UUID(search_term.strip())), False
        except ValueError:
            field = self.of_person.removesuffix("__id__exact")
            people = finding.wanted(request, search_term)
            return queryset.filter(**{f"{field}__in": people}), False


class PlayerInline(admin.TabularInline):
    model = Player
    fields = readonly_fields = ("seat", "user", "bot")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.has_perm("games.view_match")


@admin.register(Match)
class MatchAdmin(OfPerson):
    of_person = "players__user__id__exact"
    newest = "-created"
    list_display = ("id", "game", "level", "ranked", "status", "ply", "created", "ended")
    filters = ("game", "level", "ranked", "status")
    inlines = (PlayerInline,)
    # The secret fixes the cards that are still hidden.
    exclude: ClassVar[list[str]] = ["secret"]


@admin.register(Settlement)
class SettlementAdmin(OfPerson):
    of_person = "user__id__exact"
    newest = "-at"
    list_display = ("match_id", "user", "at", "game", "level", "seats", "outcome", "points")
    filters = ("game", "level", "outcome")
    list_select_related = ("user",)


@admin.register(OfflineMatch)
class OfflineMatchAdmin(OfPerson):
    of_person = "user__id__exact"
    newest = "-received"
    list_display = ("id", "user", "received", "game", "level", "state", "outcome", "points")
    filters = ("game", "level", "state")
    list_select_related = ("user",)
