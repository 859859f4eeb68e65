import re
from typing import NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import ranking
from games.models import Level

_PLY = re.compile("[0-9]{1,9}")
_ID = re.compile("[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\\1){3}[0-9a-f]{12}")  # UUID() takes far more


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
    # A button pressed twice asks for one match.
    request_id = forms.UUIDField(required=False, widget=forms.HiddenInput, initial=uuid4)
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
        request_id = data.get("request_id", "")
        if not (_PLY.fullmatch(ply) and _ID.fullmatch(request_id) and 0 < len(text) <= 400):
            raise ValueError("a move is posted with ply, request_id and move")
        return cls(int(ply), UUID(request_id), text)
