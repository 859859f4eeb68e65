from typing import NamedTuple
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import ranking
from games.models import Level


def _tables() -> list[tuple[int, str]]:
    return [(n, ngettext("%d player", "%d players", n) % n) for n in ranking.RANKED_SEATS]


class NewMatchForm(forms.Form):
    """How many sit at the table and how strong the others are."""

    seats = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=_tables,
        widget=forms.RadioSelect,
        initial=4,
    )
    level = forms.ChoiceField(
        label=_("Level of the bots"),
        choices=Level.choices,
        widget=forms.RadioSelect,
        initial=Level.EASY,
    )


class PostedMove(NamedTuple):
    """A move as the form of the table posts it."""

    ply: int
    request_id: UUID
    text: str

    @classmethod
    def read(cls, data: QueryDict) -> "PostedMove":
        """Raises ValueError. No Django form: this is the hot path."""
        ply, text = data.get("ply", ""), data.get("move", "")
        if not (ply.isascii() and ply.isdigit() and len(ply) < 10 and 0 < len(text) <= 400):
            raise ValueError("a move is posted with ply, request_id and move")
        return cls(int(ply), UUID(data.get("request_id", "")), text)
