"""What ends a season, parsed: prizes for what was earned, and awards of the commissioner's own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from competition.commands.request_season_end import OwnAward, inducements_to_win
from competition.models import Entry
from competition.queries.honours import Honour, shared_said, title_of
from league.models import LONGEST_NAME
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine.season_awards import Prize
from web.forms import Form

OWN = 3


@dataclass(frozen=True, slots=True)
class Earned:
    """An award that the records give: to whom, what each gets of its prize, and the prize."""

    title: str
    honours: Sequence[Honour]
    shared: str
    fields: Sequence[BoundField]


class EndSeason(Form):
    """A prize beside every award that the records give, and a few rows for others."""

    def __init__(
        self,
        *args: Any,
        due: Iterable[Honour],
        entries: Iterable[Entry],
        book: Book,
        asked: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """`asked` is what went with an earlier try."""
        self.entries = {str(entry.uuid): entry for entry in entries}
        prizes, own = (asked["prizes"], asked["own"]) if asked else ({}, [])
        kwargs["initial"] = self._as_before(prizes, own)
        super().__init__(*args, **kwargs)
        self.own_rows_shown = range(max(OWN, len(own)))
        self.house, self.due = book.house, _by_kind(due)
        self.parts = team_sheet_of(book).prizes
        inducements = [*inducements_to_win(book).items()]
        for kind in self.due:
            self._add_prize(kind, inducements)
        for number in self.own_rows_shown:
            row = f"own_{number}"
            self.fields[f"{row}_title"] = forms.CharField(
                label=_("Award of your own"), required=False, max_length=LONGEST_NAME
            )
            self.fields[f"{row}_entry"] = forms.ChoiceField(
                label=_("Goes to"),
                required=False,
                choices=[("", "–"), *((key, str(each)) for key, each in self.entries.items())],
            )
            self._add_prize(row, inducements)

    def _as_before(self, prizes: Mapping[str, Any], own: Sequence[Any]) -> dict[str, Any]:
        keys = {entry.pk: key for key, entry in self.entries.items()}
        rows = {
            f"own_{number}": award | {"entry": keys.get(award["entry"])}
            for number, award in enumerate(own)
        }
        return {
            f"{row}_{name}": value or None
            for row, told in (*prizes.items(), *rows.items())
            for name, value in told.items()
        }

    def _add_prize(self, row: str, inducements: list[Any]) -> None:
        for part in self.parts:
            self.fields[f"{row}_{part.key}"] = forms.IntegerField(
                label=gettext(part.label),
                required=False,
                min_value=0,
                max_value=part.at_most,
                step_size=part.step,
            )
        if inducements:
            self.fields[f"{row}_inducement"] = forms.ChoiceField(
                label=_("Inducement"),
                required=False,
                choices=[("", _("nothing")), *inducements],
            )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or self.cleaned_data
        for number in self.own_rows_shown:
            title, entry = fields.get(f"own_{number}_title"), fields.get(f"own_{number}_entry")
            if bool(title) != bool(entry):
                missing = f"own_{number}_entry" if title else f"own_{number}_title"
                self.add_error(missing, _("A title and a winner go together."))
        return fields

    def prizes(self) -> dict[str, Prize]:
        return {kind: self._prize(kind) for kind in self.due}

    def own(self) -> list[OwnAward]:
        return [
            OwnAward(
                self.cleaned_data[f"own_{number}_title"],
                self.entries[self.cleaned_data[f"own_{number}_entry"]],
                prize=self._prize(f"own_{number}"),
            )
            for number in self.own_rows_shown
            if self.cleaned_data[f"own_{number}_title"]
        ]

    def _prize(self, row: str) -> Prize:
        cleaned = self.cleaned_data
        amounts = {part.key: cleaned[f"{row}_{part.key}"] or 0 for part in self.parts}
        return Prize(**amounts, inducement=cleaned.get(f"{row}_inducement", ""))

    def earned_rows(self) -> list[Earned]:
        return [
            Earned(
                honours[0].title if len(honours) == 1 else title_of(kind),
                honours,
                shared_said(honours, self.house),
                self._fields_of(kind),
            )
            for kind, honours in self.due.items()
        ]

    def own_rows(self) -> list[list[BoundField]]:
        return [
            [
                self[f"own_{number}_title"],
                self[f"own_{number}_entry"],
                *self._fields_of(f"own_{number}"),
            ]
            for number in self.own_rows_shown
        ]

    def _fields_of(self, row: str) -> list[BoundField]:
        names = [f"{row}_{part.key}" for part in self.parts] + [f"{row}_inducement"]
        return [self[name] for name in names if name in self.fields]


def _by_kind(due: Iterable[Honour]) -> dict[str, list[Honour]]:
    honours: dict[str, list[Honour]] = {}
    for honour in due:
        honours.setdefault(honour.kind, []).append(honour)
    return honours
