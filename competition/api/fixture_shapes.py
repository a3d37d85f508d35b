"""How fixtures and what is decided about them stand in the API."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from competition.commands.arranging import lapse_of
from competition.commands.results import MOST
from competition.commands.rulings import ENDINGS
from competition.models import Fixture, Result, Stage
from competition.models.results import ON_THE_PITCH
from competition.queries.fixtures import FixtureLine, SlotView
from competition.queries.seasons import Entrant
from matches.api.serializers import FameSerializer
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.fields import Instant

PLAYED_ENDINGS = [(ending.value, ending.label) for ending in ON_THE_PITCH]
RULED_ENDINGS = [(ending.value, ending.label) for ending in ENDINGS]
WINNERS = [(side.value, side.label) for side in (Result.Side.HOME, Result.Side.AWAY)]


class EntrantSerializer(serializers.Serializer):
    uuid = serializers.UUIDField(help_text=_("Of the entry in this season."))
    name = serializers.CharField()
    team = serializers.UUIDField(allow_null=True, help_text=_("Null where no roster is kept."))
    race = serializers.CharField()
    coach = serializers.CharField()


class SlotSerializer(serializers.Serializer):
    entrant = EntrantSerializer(allow_null=True)
    waits_for = serializers.CharField(
        allow_blank=True, help_text=_("W3 is the winner of match 3, L3 its loser.")
    )


class SidesSerializer(Body):
    home = serializers.IntegerField(min_value=0, max_value=MOST)
    away = serializers.IntegerField(min_value=0, max_value=MOST)


class FixtureResultSerializer(serializers.Serializer):
    touchdowns = SidesSerializer()
    casualties = SidesSerializer()
    ending = serializers.ChoiceField(choices=Result.Ending.choices)
    winner = serializers.CharField(
        allow_blank=True, help_text=_("home or away where touchdowns do not tell.")
    )
    at_fault = serializers.CharField(allow_blank=True, help_text=_("home, away, both or nobody."))
    is_provisional = serializers.BooleanField()
    entered_at = Instant()
    said = serializers.CharField(allow_blank=True, help_text=_("How it ended, in words."))


class FixtureSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    stage = serializers.UUIDField()
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text=_("Counts through the stage."))
    state = serializers.ChoiceField(choices=Fixture.State.choices)
    invited_side = serializers.ChoiceField(
        choices=WINNERS,
        allow_blank=True,
        help_text=_("Of one that is proposed in open play: the side that is to accept it."),
    )
    lapses_at = Instant(
        allow_null=True,
        help_text=_("Unanswered, it is off from then on; null where nobody is invited."),
    )
    home = SlotSerializer()
    away = SlotSerializer()
    kick_off_at = Instant(allow_null=True)
    venue = serializers.CharField(allow_blank=True)
    table = serializers.IntegerField(allow_null=True)
    match = serializers.UUIDField(allow_null=True, help_text=_("If it was played as a match."))
    drawn_match = serializers.UUIDField(
        allow_null=True,
        help_text=_("The match that was drawn where the league has one replay of it."),
    )
    result = FixtureResultSerializer(allow_null=True)


def fixture_data(line: FixtureLine, stage: Stage) -> dict[str, Any]:
    fixture, result = line.fixture, line.result
    shown = {
        **{
            name: getattr(fixture, name)
            for name in (
                *("uuid", "number", "state", "invited_side"),
                *("kick_off_at", "venue", "table"),
            )
        },
        "lapses_at": lapse_of(fixture),
        "stage": stage.uuid,
        "round": line.round,
        "home": _slot(line.home, fixture.home_from),
        "away": _slot(line.away, fixture.away_from),
        "match": fixture.match.uuid if fixture.match else None,
        "drawn_match": fixture.drawn_match.uuid if fixture.drawn_match else None,
        "result": result and _result(line, result),
    }
    data: dict[str, Any] = FixtureSerializer(shown).data
    return data


def _slot(slot: SlotView, waits: str) -> dict[str, Entrant | str | None]:
    return {"entrant": slot.who, "waits_for": "" if slot.who else waits}


def _result(line: FixtureLine, result: Result) -> dict[str, Any]:
    told = ("ending", "winner", "at_fault", "is_provisional", "entered_at")
    return {
        **{name: getattr(result, name) for name in told},
        "touchdowns": {"home": result.td_home, "away": result.td_away},
        "casualties": {"home": result.cas_home, "away": result.cas_away},
        "said": line.ended,
    }


# --- what is decided


class ScoreBody(Body):
    touchdowns = SidesSerializer()
    casualties = SidesSerializer(required=False, help_text=_("0 for both if left out."))
    ending = serializers.ChoiceField(choices=PLAYED_ENDINGS, default=Result.Ending.PLAYED)
    winner = serializers.ChoiceField(choices=WINNERS, required=False, allow_blank=True)
    at_fault = serializers.ChoiceField(
        choices=WINNERS, required=False, allow_blank=True, help_text=_("Who conceded.")
    )


class PlayedOnBody(Body):
    played_on = serializers.DateField(help_text=_("The day of the match, not of its entry."))
    in_its_place = serializers.BooleanField(
        required=False,
        default=False,
        help_text=_("For whoever runs the league: it goes before what was played since."),
    )


class BeginBody(PlayedOnBody):
    """A fixture's match begins."""


class MatchBody(PlayedOnBody, ScoreBody):
    fame = FameSerializer(required=False, help_text=_("0 for both if left out."))


class RulingBody(Body):
    ending = serializers.ChoiceField(choices=RULED_ENDINGS)
    at_fault = serializers.ChoiceField(
        choices=Result.Side.choices,
        required=False,
        allow_blank=True,
        help_text=_(
            "Who was not there: a forfeit and a walkover need it, a void fixture may do without."
        ),
    )
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))


class ReasonBody(Body):
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))
