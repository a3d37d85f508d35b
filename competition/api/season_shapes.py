"""A season as programs read it, and what they may say about it."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from competition.api.fixture_shapes import PLAYED_ENDINGS, LapseField, tallies_field
from competition.commands.divisions import DRAW, HAND, MOST_DIVISIONS, MOST_MOVERS, SEED
from competition.commands.entries import LeftOut
from competition.commands.joining_and_leaving import MOST_A_ROUND
from competition.commands.planning import BOUNDS, FLAGS
from competition.forms.season import LONGEST_REASON
from competition.models import DateProposal, Division, Entry, Fixture, Result, Round, Stage
from competition.queries.lots import seeded_by_lots
from competition.scheduling.leaving import Leaving
from league.models import LONGEST_NAME, Season
from matches.api.shapes import SidesSerializer
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.shapes import Shape, shape

MOST_ENTRIES = 1000
NUMBERS = tuple(key for bounds in BOUNDS.values() for key in bounds)
TICKS = tuple(key for flags in FLAGS.values() for key in flags)


SeasonDivisionSerializer = shape("SeasonDivision", Division, "uuid position name")
SeasonEntrySerializer = shape(
    "SeasonEntry",
    Entry,
    "uuid name team=team.uuid state division=division.uuid seed registered_at",
    name=serializers.CharField(source="*"),
    team=_("Null without a roster."),
)


class SeasonStageSerializer(serializers.ModelSerializer):
    format = serializers.ChoiceField(choices=Stage.Format.choices)
    state = serializers.ChoiceField(choices=Stage.State.choices)
    follows = serializers.UUIDField(source="follows.uuid", default=None, allow_null=True)
    seeding = serializers.ChoiceField(choices=Stage.Seeding.choices)
    started_at = Instant(read_only=True, allow_null=True)
    ended_at = Instant(read_only=True, allow_null=True)

    class Meta:
        model = Stage
        fields = (
            "uuid", "position", "name", "format", "state", "follows", "seeding",
            *NUMBERS, *TICKS, "started_at", "ended_at",
        )  # fmt: skip
        read_only_fields = fields


StageRoundSerializer = shape(
    "StageRound",
    Round,
    "number name state starts_on due_at fixtures unplayed",
    fixtures=serializers.IntegerField(source="all", help_text=_("Byes included.")),
    unplayed=serializers.IntegerField(),
)


class SeasonStageInRoundsSerializer(SeasonStageSerializer):
    rounds = serializers.SerializerMethodField()
    seeded_by_lots = serializers.SerializerMethodField(
        help_text=_("Entries level in the table before whose seeds were drawn, the highest first.")
    )

    class Meta(SeasonStageSerializer.Meta):
        fields = (*SeasonStageSerializer.Meta.fields, "rounds", "seeded_by_lots")
        read_only_fields = fields

    def get_seeded_by_lots(self, stage: Stage) -> list[list[UUID]]:
        return [[entry.uuid for entry in group] for group in seeded_by_lots(stage)]

    def get_rounds(self, stage: Stage) -> list[dict[str, Any]]:
        return list(StageRoundSerializer(self.context["rounds"], many=True).data)


class ScoreOfFixture(Shape):
    def to_representation(self, instance: Fixture) -> Any:
        result = getattr(instance, "result", None)
        return super().to_representation(result) if result else None


FixtureScoreSerializer = shape(
    "FixtureScore",
    Result,
    "score tallies ending winner",
    base=ScoreOfFixture,
    score=SidesSerializer(),
    tallies=tallies_field(source="by_side"),
    winner=serializers.ChoiceField(choices=Result.Side.choices, allow_blank=True),
)
RoundFixtureSerializer = shape(
    "RoundFixture",
    Fixture,
    "uuid number round=round.number home=home.uuid away=away.uuid state invited_side lapses_at"
    " is_friendly score",
    number=_("Counts through the stage."),
    invited_side=serializers.ChoiceField(
        choices=DateProposal.Side.choices[:2],
        allow_blank=True,
        help_text=_("Of one that is proposed in open play: the side that is to accept it."),
    ),
    lapses_at=LapseField(
        source="*",
        allow_null=True,
        help_text=_("Unanswered, it is off from then on; null where nobody is asked."),
    ),
    score=FixtureScoreSerializer(source="*", allow_null=True),
)


class AcceptsSerializer(Body):
    accepts = serializers.BooleanField()


SeasonSerializer = shape(
    "Season",
    Season,
    "uuid number state registration_until divisions entries stages",
    divisions=SeasonDivisionSerializer(many=True),
    entries=SeasonEntrySerializer(many=True),
    stages=SeasonStageSerializer(many=True),
)


LeftOutSerializer = shape(
    "LeftOut",
    LeftOut,
    "team=team.uuid name=team.name reasons",
    reasons=_("Why it did not come in."),
)


class FilledSeasonSerializer(SeasonSerializer):  # type: ignore[misc, valid-type]
    left_out = LeftOutSerializer(
        many=True, help_text=_("Every other team of the league that is not in, with why.")
    )


class PromotedSeasonSerializer(SeasonSerializer):  # type: ignore[misc, valid-type]
    moved_by_lots = serializers.ListField(
        child=serializers.ListField(child=serializers.UUIDField()),
        read_only=True,
        help_text=_(
            "Teams that shared a place where only some go up or down: each group in the order of "
            "its lots, the best first."
        ),
    )


# --- what is said


class RegisterSerializer(Body):
    team = serializers.UUIDField()


class AcceptSerializer(Body):
    entries = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_ENTRIES)


class EntryReasonSerializer(Body):
    reason = serializers.CharField(max_length=LONGEST_REASON)


class LeaveSeasonSerializer(Body):
    how = serializers.ChoiceField(choices=[way.value for way in Leaving])
    reason = serializers.CharField(max_length=LONGEST_REASON)
    replacement = serializers.UUIDField(
        required=False, help_text=_("The team that takes over, if it is replaced.")
    )


class DivideSerializer(Body):
    names = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_NAME, allow_blank=True),
        max_length=MOST_DIVISIONS + 1,
        help_text=_("The highest division first; none at all for one table."),
    )
    how = serializers.ChoiceField(choices=[DRAW, SEED, HAND], default=DRAW)
    by_hand = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_DIVISIONS),
        required=False,
        help_text=_("For each entry the place of its division among the names, from 0."),
    )


class PromoteSerializer(Body):
    up = serializers.IntegerField(min_value=0, max_value=MOST_MOVERS)
    down = serializers.IntegerField(
        min_value=0,
        max_value=MOST_MOVERS,
        required=False,
        help_text=_("As many as go up, unless it is said."),
    )


class SeedsSerializer(Body):
    seeds = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        help_text=_("For each entry its seed, counted from 1; null for none."),
    )


class PlanSerializer(Body):
    name = serializers.CharField(max_length=LONGEST_NAME)
    follows = serializers.UUIDField(required=False, allow_null=True)
    seeding = serializers.ChoiceField(choices=Stage.Seeding.choices, required=False)

    def get_fields(self) -> dict[str, Any]:
        numbers = {
            key: serializers.IntegerField(min_value=least, max_value=most, required=False)
            for bounds in BOUNDS.values()
            for key, (least, most) in bounds.items()
        }
        ticks = {key: serializers.BooleanField(required=False) for key in TICKS}
        return super().get_fields() | numbers | ticks


class NewStageSerializer(PlanSerializer):
    format = serializers.ChoiceField(choices=Stage.Format.choices)


class StartStageSerializer(Body):
    entries = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        max_length=MOST_ENTRIES,
        help_text=_("Everybody who is in unless some are named."),
    )


class LateTeamSerializer(Body):
    team = serializers.UUIDField()
    division = serializers.UUIDField(required=False)
    matches_a_round = serializers.IntegerField(
        min_value=1,
        max_value=MOST_A_ROUND,
        default=MOST_A_ROUND,
        help_text=_("In a round robin, how many matches a team may then have in one round."),
    )


class TwoEntriesSerializer(Body):
    home = serializers.UUIDField()
    away = serializers.UUIDField()


class MoveSerializer(Body):
    round = serializers.IntegerField(min_value=1, max_value=1000)


class RoundScoreSerializer(Body):
    fixture = serializers.UUIDField()
    score = SidesSerializer()
    tallies = tallies_field(required=False)
    ending = serializers.ChoiceField(choices=PLAYED_ENDINGS, default=Result.Ending.PLAYED)
    winner = serializers.ChoiceField(
        choices=["home", "away"], required=False, help_text=_("Where the score does not tell.")
    )
    at_fault = serializers.ChoiceField(
        choices=["home", "away"], required=False, help_text=_("Who conceded.")
    )


class RoundScoresSerializer(Body):
    scores = RoundScoreSerializer(many=True)
