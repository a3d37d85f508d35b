"""What is typed at the season desk, parsed; the commands decide."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.commands.divisions import MOST_DIVISIONS, MOST_MOVERS
from competition.commands.joining_and_leaving import MOST_A_ROUND
from competition.models import Division, Entry
from competition.queries.stage_desk import Leaving
from competition.scheduling.leaving import Leaving as How
from league.models import LONGEST_NAME
from teams.models import Team
from web.fields import LineField
from web.forms import Form, Stepper

LONGEST_REASON = 300
NONE, DRAW, SEED, HAND, SEEDS = "none", "draw", "seed", "hand", "seeds"
PROMOTE = "promote"


def reason_field(help_text: Any = "") -> LineField:
    return LineField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON, help_text=help_text)


class Refuse(Form):
    reason = reason_field(gettext_lazy("The coach reads it, and it stays on record."))


def _movers(label: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=MOST_MOVERS,
        initial=1,
        widget=Stepper,
    )


class Divisions(Form):
    """The divisions of a season and its seeds: what is not asked for is left out."""

    names = forms.CharField(
        label=gettext_lazy("Divisions"),
        required=False,
        max_length=MOST_DIVISIONS * (LONGEST_NAME + 2),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One name to a line, the highest division first."),
    )
    up = _movers(gettext_lazy("How many go up"))
    down = _movers(gettext_lazy("How many go down"))

    def __init__(
        self,
        given: Any,
        *,
        entries: Sequence[Entry],
        divisions: Sequence[Division],
        names: str | None = None,
    ) -> None:
        present = [division.name for division in divisions]
        shown = names if names is not None else "\n".join(present)
        super().__init__(given, initial={"names": shown})
        self.entries = entries
        typed = self.data.get("names", shown) if self.is_bound else shown
        self.called = split_names(typed)
        at = {division.pk: index for index, division in enumerate(divisions)}
        choices = [("", "—"), *((str(n), name) for n, name in enumerate(self.called))]
        for entry in entries:
            index = at.get(entry.division_id or 0)
            self.fields[f"division_{entry.pk}"] = forms.ChoiceField(
                label=str(entry),
                choices=choices,
                required=False,
                initial="" if index is None or self.called != present else str(index),
            )
            self.fields[f"seed_{entry.pk}"] = forms.IntegerField(
                label=str(entry),
                required=False,
                min_value=1,
                max_value=1000,
                initial=entry.seed,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )

    @property
    def by_hand(self) -> Iterator[BoundField]:
        return (self[f"division_{entry.pk}"] for entry in self.entries)

    @property
    def seeds(self) -> Iterator[BoundField]:
        return (self[f"seed_{entry.pk}"] for entry in self.entries)

    def told_by_hand(self) -> dict[int, int]:
        chosen = {e.pk: self.cleaned_data.get(f"division_{e.pk}", "") for e in self.entries}
        return {key: int(index) for key, index in chosen.items() if index}

    def told_seeds(self) -> dict[int, int | None]:
        return {entry.pk: self.cleaned_data.get(f"seed_{entry.pk}") for entry in self.entries}


def split_names(typed: str) -> list[str]:
    return [line.strip() for line in typed.splitlines() if line.strip()][: MOST_DIVISIONS + 1]


class Start(Form):
    """Whom a stage begins with."""

    entries = forms.MultipleChoiceField(
        label=gettext_lazy("Who takes part"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Nobody is left to play.")},
    )

    def __init__(self, given: Any, *, entries: Sequence[Entry]) -> None:
        everybody = [str(entry.pk) for entry in entries]
        super().__init__(given, initial={"entries": everybody})
        self.entered = entries
        field: Any = self.fields["entries"]
        field.choices = [(str(entry.pk), str(entry)) for entry in entries]

    def chosen(self) -> list[Entry]:
        wanted = set(self.cleaned_data["entries"])
        return [entry for entry in self.entered if str(entry.pk) in wanted]


class ComeLate(Form):
    """A team that comes into a stage that runs."""

    team = forms.ChoiceField(label=gettext_lazy("Team"), choices=())
    division = forms.ChoiceField(label=gettext_lazy("Into which division"), choices=())
    matches_a_round = forms.TypedChoiceField(
        label=gettext_lazy("Matches of a team in one round"),
        coerce=int,
        required=False,
        empty_value=None,
        choices=(
            (MOST_A_ROUND, gettext_lazy("Two where need be, so that the season ends as planned")),
            (1, gettext_lazy("One, and as many further rounds as that takes")),
        ),
    )

    def __init__(
        self,
        given: Any,
        *,
        teams: Sequence[Team],
        divisions: Sequence[Division],
        has_rounds: bool = True,
    ) -> None:
        super().__init__(given)
        if not has_rounds:
            del self.fields["matches_a_round"]
        named: Any = self.fields["team"]
        named.choices = [(str(team.uuid), str(team)) for team in teams]
        beside: Any = self.fields["division"]
        beside.choices = [(str(division.uuid), division.name) for division in divisions]
        if not divisions:
            del self.fields["division"]


class Leave(Form):
    """A team that goes in mid-season, and what becomes of its matches."""

    how = forms.ChoiceField(
        label=gettext_lazy("What becomes of its matches"),
        choices=(),
        widget=forms.RadioSelect,
    )
    replacement = forms.ChoiceField(
        label=gettext_lazy("Who takes over"),
        required=False,
        choices=(),
        help_text=gettext_lazy("Only if another team is to play what is left."),
    )
    reason = reason_field(gettext_lazy("It stays on record."))

    def __init__(self, given: Any, *, left: Leaving, teams: Sequence[Team]) -> None:
        super().__init__(given, initial={"how": How.WALKOVERS.value})
        how: Any = self.fields["how"]
        how.choices = [(way.value, words) for way, words in preview(left).items()]
        if teams:
            named: Any = self.fields["replacement"]
            named.choices = [("", "—"), *((str(team.uuid), str(team)) for team in teams)]
        else:
            how.choices = [each for each in how.choices if each[0] != How.REPLACED.value]
            del self.fields["replacement"]


def preview(left: Leaving) -> Mapping[How, str]:
    """What would happen, each way, in sentences."""
    stand = _("There is no result yet.")
    struck = _("As if it had never been there.")
    if left.played:
        stand = ngettext("%(n)d result stands.", "%(n)d results stand.", left.played) % {
            "n": left.played
        }
        struck = ngettext(
            "As if it had never been there: %(n)d result no longer counts.",
            "As if it had never been there: %(n)d results no longer count.",
            left.played,
        ) % {"n": left.played}
    walkovers = ngettext(
        "Walkovers: the opponent of %(n)d match to come wins without playing.",
        "Walkovers: the opponents of %(n)d matches to come win without playing.",
        left.to_come,
    )
    cancelled = ngettext("%(n)d match is cancelled.", "%(n)d matches are cancelled.", left.to_come)
    replaced = ngettext(
        "Replaced: another team plays the %(n)d match that is left.",
        "Replaced: another team plays the %(n)d matches that are left.",
        left.to_come,
    )
    to_come = {"n": left.to_come}
    bracket = " " + _("In a knock-out results stand, and whoever meets it goes on.")
    return {
        How.WALKOVERS: f"{walkovers % to_come} {stand}",
        How.DELETED: f"{struck} {cancelled % to_come}{bracket if left.in_bracket else ''}",
        How.REPLACED: f"{replaced % to_come} {stand}",
    }
