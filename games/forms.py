import re
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine.game import Game, OptionError
from games.faces import FACES
from games.match import Level, rankable

_PLY = re.compile("[0-9]{1,9}")
_ID = re.compile("[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\\1){3}[0-9a-f]{12}")  # UUID() takes far more


class NewMatchForm(forms.Form):
    """How many sit at the table, how strong the others are, and by which rules they play: a field
    for each option of the game that leaves a choice. What is not sent is as in the default game.

    A valid form has the `game` that was asked for.
    """

    seats = forms.ChoiceField(label=_("Players"), widget=forms.RadioSelect, initial=4)
    # A button pressed twice asks for one match.
    request_id = forms.UUIDField(required=False, widget=forms.HiddenInput, initial=uuid4)
    level = forms.ChoiceField(
        label=_("Level of the bots"),
        choices=Level.choices(),
        widget=forms.RadioSelect,
        initial=Level.EASY,
    )

    for_fun = forms.BooleanField(label=_("For fun: no points, but hints"), required=False)

    def __init__(
        self, rules: type[Game[Any]], data: QueryDict | None = None, auto_id: str = "id_%s"
    ) -> None:
        super().__init__(data, auto_id=auto_id)
        self.rules = rules
        self.game: Game[Any] = rules()
        self.fields["seats"].choices = [(n, n) for n in rules.SEATS]
        face, options = FACES[rules.key], self.game.options()
        for name, values in rules.choices().items():
            if name == "seats" or name in face.reserved or len(values) == 1:
                continue
            label, words, most, least = face.settings[name]
            offered = [text for text in values if f"{name}={text}" not in face.reserved]
            if values:
                choices = [(text, words[text]) for text in offered]
                field: forms.Field = forms.ChoiceField(choices=choices, label=label)
            else:
                field = forms.IntegerField(min_value=least, max_value=most, label=label)
            field.required, field.initial = False, options[name]
            self.fields[name] = field

    def settings(self) -> list[forms.BoundField]:
        """The fields of the options."""
        return [self[name] for name in FACES[self.rules.key].settings]

    def suggest(self, asked: QueryDict) -> None:
        """Fill in what a link asks for: `preset` and options. Raises OptionError."""
        known = {"preset", *self.rules.choices()}
        text = " ".join(f"{name}={value}" for name, value in asked.items() if name in known)
        self.game = self.rules.from_options(text)
        self.initial = self.game.options()

    @property
    def by_the_book(self) -> bool:
        """Whether the game is the default one, whatever the number of seats."""
        return self.game == self.rules(seats=self.game.seats)

    @property
    def can_be_ranked(self) -> bool:
        """Whether the match of a valid form may count for the leaderboard, and is to."""
        return rankable(self.game) and not self.cleaned_data["for_fun"]

    def clean(self) -> None:
        options = self.rules().options()
        # What has no field is not ours to change, and the engine refuses it.
        sent = {
            name: self.cleaned_data.get(name) if name in self.fields else self.data.get(name)
            for name in options
        }
        sent = {name: value for name, value in sent.items() if value not in (None, "")}
        try:
            self.game = self.rules.from_options(" ".join(f"{k}={v}" for k, v in sent.items()))
        except OptionError as error:
            raise forms.ValidationError(FACES[self.rules.key].impossible(error)) from None


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
