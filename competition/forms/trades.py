"""The forms of a trade: which two teams, who and what changes hands, and the answers to it."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from competition.commands.trades import MOST_GOLD, Goods
from competition.queries.trades import Tradable
from teams.models import Team
from teams.on_record import LONGEST_REASON
from web.fields import LineField
from web.forms import Form

ANSWERS = ("accept", "decline", "withdraw", "approve", "refuse")


class TradeTeamsForm(Form):
    """Whose offer it is, and to whom."""

    def __init__(self, data: Any, *, own: Iterable[Team], others: Iterable[Team]) -> None:
        super().__init__(data)
        self.fields["team"] = _choice(_("Your team"), own)
        self.fields["to"] = _choice(_("Offers to"), others)


def _choice(label: Any, teams: Iterable[Team]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[(str(team.uuid), team.name) for team in teams])


class OfferForm(Form):
    """Players and gold, either way."""

    def __init__(self, data: Any, *, ours: Iterable[Tradable], theirs: Iterable[Tradable]) -> None:
        super().__init__(data)
        for side, squad in (("gives", ours), ("gets", theirs)):
            self.fields[f"{side}.players"] = forms.TypedMultipleChoiceField(
                label=_("Players"),
                choices=[(str(each.contract.player.uuid), each) for each in squad],
                coerce=UUID,
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
            self.fields[f"{side}.gold"] = forms.IntegerField(
                label=_("Gold"),
                min_value=0,
                max_value=MOST_GOLD,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": 1000}),
            )

    def goods(self, side: str) -> Goods:
        cleaned = self.cleaned_data
        return Goods(cleaned[f"{side}.players"], cleaned[f"{side}.gold"] or 0)

    def _side(self, side: str) -> tuple[forms.BoundField, forms.BoundField]:
        return self[f"{side}.players"], self[f"{side}.gold"]

    @property
    def gives(self) -> tuple[forms.BoundField, forms.BoundField]:
        return self._side("gives")

    @property
    def gets(self) -> tuple[forms.BoundField, forms.BoundField]:
        return self._side("gets")


class AnswerForm(Form):
    """What somebody says to a trade; the reason is the commissioner's."""

    answer = forms.ChoiceField(choices=[(each, each) for each in ANSWERS])
    reason = LineField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stays on record, where everybody can read it."),
    )
    override = forms.BooleanField(label=_("Set aside the rules that say no"), required=False)
