"""Fixtures changed by hand, and the sheet of a round's scores."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from acts.failures import Failure
from competition.commands.outcomes import Score, numbers_of, score_in
from competition.commands.results import MOST
from competition.forms.season import reason_field
from competition.models import Entry, Fixture, Result, Round, Stage
from competition.queries.fixtures import FixtureLine
from league.pins import edition_of
from rules.engine.lineup import Tally
from web.forms import Form

SIDES = ("home", "away")


class TwoTeams(Form):
    """A match to be added to a round, or arranged in open play."""

    home = forms.ChoiceField(label=_("Home"), choices=())
    away = forms.ChoiceField(label=_("Away"), choices=())

    def __init__(self, given: Any, *, entries: Sequence[Entry], own: Sequence[Entry] = ()) -> None:
        super().__init__(given, initial={"home": str(own[0].pk) if own else ""})
        self.entries = {str(entry.pk): entry for entry in entries}
        choices = [("", "—"), *((key, str(entry)) for key, entry in self.entries.items())]
        for side in SIDES:
            field: Any = self.fields[side]
            field.choices = choices

    def told(self) -> dict[str, Entry]:
        return {side: self.entries[self.cleaned_data[side]] for side in SIDES}


class Move(Form):
    round = forms.ChoiceField(label=_("Into which round"), choices=())

    def __init__(self, given: Any, *, rounds: Sequence[Round], present: Round) -> None:
        super().__init__(given)
        self.rounds = {str(each.number): each for each in rounds if each.pk != present.pk}
        field: Any = self.fields["round"]
        field.choices = [(key, _("Round %(number)s") % {"number": key}) for key in self.rounds]


class Cancel(Form):
    reason = reason_field(_("Nobody is given anything for it. The reason stays on record."))


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A fixture's line on the sheet."""

    line: FixtureLine
    # Home and away of what the edition counts, by how it is called for short.
    pairs: list[tuple[Tally, list[BoundField]]]
    fields: dict[str, BoundField]
    # Played as a match, ruled or not to be played: shown, not typed.
    is_fixed: bool
    # Whoever types plays in it.
    is_own: bool

    @property
    def errors(self) -> list[str]:
        return [str(each) for field in self.fields.values() for each in field.errors]


class ScoreSheet(Form):
    """A round on one page: score and tallies of every fixture; blank is not played."""

    def __init__(
        self,
        given: Any,
        *,
        stage: Stage,
        lines: Sequence[FixtureLine],
        locked: Collection[int] = (),
    ) -> None:
        """`locked` are the matches that whoever types plays in."""
        super().__init__(given)
        self.locked = locked
        self.pitch = edition_of(stage.season.pin).pitch
        self.numbers = numbers_of(self.pitch)
        self.is_knock_out = stage.format == Stage.Format.KNOCK_OUT
        self.lines = [line for line in lines if line.fixture.home_id and line.fixture.away_id]
        for line in self.lines:
            if self._is_fixed(line):
                continue
            self._ask(line)

    def _ask(self, line: FixtureLine) -> None:
        result: Result | None = getattr(line.fixture, "result", None)
        numbers = result.numbers() if result else {}
        for n, key in enumerate(self.numbers):
            whose, what = (line.away if n % 2 else line.home), self.pitch.counted[n // 2].label
            self.fields[f"{line.fixture.uuid}.{key}"] = forms.IntegerField(
                label=_("%(what)s, %(team)s") % {"what": gettext(what), "team": whose.name},
                required=False,
                min_value=0,
                max_value=MOST,
                initial=numbers.get(key),
                widget=forms.TextInput(
                    attrs={"inputmode": "numeric", "maxlength": 2, "autocomplete": "off"}
                ),
            )
        if self.is_knock_out:
            self.fields[f"{line.fixture.uuid}.winner"] = forms.ChoiceField(
                label=_("Who goes on if it is level"),
                required=False,
                choices=[("", "—"), ("home", line.home.name), ("away", line.away.name)],
                initial=result.winner if result else "",
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for line in self.lines:
            key = line.fixture.uuid
            if self._is_fixed(line):
                continue
            if not any(self.data.get(f"{key}.{each}", "").strip() for each in self.numbers):
                continue
            for side in SIDES:
                name = f"{key}.score_{side}"
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("How many? Nought is a number too."))
        return cleaned

    def told(self) -> dict[int, Score]:
        """Whatever was typed and is not what stands there already."""
        scores = {}
        for line in self.lines:
            if self._is_fixed(line):
                continue
            key = line.fixture.uuid
            numbers = {each: self.cleaned_data.get(f"{key}.{each}") for each in self.numbers}
            if numbers["score_home"] is None or numbers["score_away"] is None:
                continue
            is_level = numbers["score_home"] == numbers["score_away"]
            winner = self.cleaned_data.get(f"{key}.winner", "") if is_level else ""
            ending = Result.Ending.PENALTIES if winner else Result.Ending.PLAYED
            score = score_in(numbers, self.pitch, ending=ending, winner=winner)
            if not _stands(line.fixture, score):
                scores[line.fixture.pk] = score
        return scores

    def take(self, failure: Failure) -> None:
        """Reasons about a fixture as a whole stand at its first field."""
        for reason in failure.reasons:
            first = f"{reason.subject.partition('.')[0]}.score_home"
            name = reason.subject if reason.subject in self.fields else first
            fault = forms.ValidationError(str(reason.message), code=reason.code)
            self.add_error(name if name in self.fields else None, fault)

    @property
    def rows(self) -> Iterator[SheetRow]:
        for line in self.lines:
            key = f"{line.fixture.uuid}."
            fields = {
                name.removeprefix(key): self[name] for name in self.fields if name.startswith(key)
            }
            pairs = [
                (tally, [fields[each] for each in self.numbers[2 * n :][:2] if each in fields])
                for n, tally in enumerate(self.pitch.counted)
            ]
            yield SheetRow(
                line, pairs, fields, self._is_fixed(line), line.fixture.pk in self.locked
            )

    def _is_fixed(self, line: FixtureLine) -> bool:
        return is_fixed(line.fixture) or line.fixture.pk in self.locked


def is_fixed(fixture: Fixture) -> bool:
    """Whether a score cannot simply be typed: it is a match's, it was ruled, it is called off."""
    result: Result | None = getattr(fixture, "result", None)
    if fixture.match_id or fixture.state not in (Fixture.State.OPEN, Fixture.State.PLAYED):
        return True
    plain = (Result.Ending.PLAYED, Result.Ending.OVERTIME, Result.Ending.PENALTIES)
    return result is not None and result.ending not in plain


def _stands(fixture: Fixture, score: Score) -> bool:
    result: Result | None = getattr(fixture, "result", None)
    if result is None:
        return False
    tallies = {key: list(each) for key, each in score.tallies.items()}
    same = ((result.score_home, result.score_away), result.tallies) == (score.score, tallies)
    return same and (not score.winner or result.winner == score.winner)
