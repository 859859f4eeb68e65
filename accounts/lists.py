"""Lists of the admin that are quick on tables of ten million rows, and those that nobody writes."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Paginator
from django.http import HttpRequest

COUNTED = 1_000  # rows; what lies behind them is reached by searching, not by turning pages


class Capped(Paginator):  # type: ignore[misc]
    """Pages over the first COUNTED rows: counting all would take the database seconds."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:COUNTED].count())


class Fixed(ChangeList):  # type: ignore[misc]
    """A list in one order, which an index has: no address can ask for another."""

    def get_ordering(self, request: HttpRequest, queryset: Any) -> list[Any]:
        return [*self.model_admin.ordering]


class Quick(admin.ModelAdmin):  # type: ignore[misc]
    """A list without sums and sorting, whatever the number of its rows."""

    paginator = Capped
    show_full_result_count = False
    list_per_page = 50
    sortable_by = ()
    show_facets = admin.ShowFacets.NEVER
    actions = None

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Fixed


class ReadOnly(Quick):
    """To look at, never to write: these rows have one writer, which is not the admin."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
