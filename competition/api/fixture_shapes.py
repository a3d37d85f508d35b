"""How fixtures and what is decided about them stand in the API."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from competition.clock import lapse_of
from competition.commands.outcomes import Score
from competition.commands.rulings import ENDINGS
from competition.models import Result
from competition.models.results import ON_THE_PITCH
from competition.queries.fixtures import FixtureLine, SlotView
from competition.queries.seasons import Entrant
from matches.api.shapes import CrowdSerializer, SidesSerializer
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.shapes import shape

PLAYED_ENDINGS = [(ending.value, ending.label) for ending in ON_THE_PITCH]
RULED_ENDINGS = [(ending.value, ending.label) for ending in ENDINGS]
WINNERS = [(side.value, side.label) for side in (Result.Side.HOME, Result.Side.AWAY)]


EntrantSerializer = shape(
    "Entrant",
    Entrant,
    "uuid name team race coach",
    uuid=_("Of the entry in this season."),
    team=_("Null where no roster is kept."),
)
SlotSerializer = shape(
    "Slot",
    SlotView,
    "entrant=who waits_for",
    waits_for=_("W3 is the winner of match 3, L3 its loser."),
)


def tallies_field(**about: Any) -> serializers.DictField:
    return serializers.DictField(
        child=SidesSerializer(),
        help_text=_("What the game counts besides the score, by key; 0 where nothing is told."),
        **about,
    )


class LapseField(Instant):
    def to_representation(self, value: Any) -> Any:
        when = lapse_of(value)
        return super().to_representation(when) if when else None


FixtureResultSerializer = shape(
    "FixtureResult",
    FixtureLine,
    "score=result.score tallies=result.by_side ending=result.ending"
    " winner=result.winner at_fault=result.at_fault"
    " is_provisional=result.is_provisional entered_at=result.entered_at said=ended",
    there="result",
    score=SidesSerializer(source="result.score"),
    tallies=tallies_field(source="result.by_side"),
    winner=serializers.CharField(
        source="result.winner", help_text=_("home or away where the score does not tell.")
    ),
    at_fault=serializers.CharField(
        source="result.at_fault", help_text=_("home, away, both or nobody.")
    ),
    said=_("How it ended, in words."),
)
FixtureSerializer = shape(
    "Fixture",
    FixtureLine,
    "uuid=fixture.uuid stage=fixture.stage.uuid round number=fixture.number state=fixture.state"
    " invited_side lapses_at home away kick_off_at=fixture.kick_off_at venue=fixture.venue"
    " table=fixture.table match=fixture.match.uuid drawn_match=fixture.drawn_match.uuid"
    " result=over",
    number=_("Counts through the stage."),
    invited_side=serializers.ChoiceField(
        choices=WINNERS,
        allow_blank=True,
        source="fixture.invited_side",
        help_text=_("Of one that is proposed in open play: the side that is to accept it."),
    ),
    lapses_at=LapseField(
        source="fixture",
        allow_null=True,
        help_text=_("Unanswered, it is off from then on; null where nobody is invited."),
    ),
    match=_("If it was played as a match."),
    drawn_match=_("The match that was drawn where the league has one replay of it."),
    result=FixtureResultSerializer,
)


# --- what is decided


class ScoreBody(Body):
    score = SidesSerializer()
    tallies = tallies_field(required=False)
    ending = serializers.ChoiceField(choices=PLAYED_ENDINGS, default=Result.Ending.PLAYED)
    winner = serializers.ChoiceField(choices=WINNERS, required=False, allow_blank=True)
    at_fault = serializers.ChoiceField(
        choices=WINNERS, required=False, allow_blank=True, help_text=_("Who conceded.")
    )


def score_in(told: dict[str, Any]) -> Score:
    return Score(
        (told["score"]["home"], told["score"]["away"]),
        {key: (each["home"], each["away"]) for key, each in told.get("tallies", {}).items()},
        told.get("ending", Result.Ending.PLAYED),
        told.get("winner", ""),
        told.get("at_fault", ""),
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
    crowd = CrowdSerializer(required=False, help_text=_("0 for both if left out."))


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
