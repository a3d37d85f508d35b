"""A season as programs read it, and what they may say about it."""

from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from competition.api.fixture_shapes import PLAYED_ENDINGS
from competition.commands.arranging import lapse_of
from competition.commands.coming_and_going import MOST_A_ROUND
from competition.commands.divisions import DRAW, HAND, MOST_DIVISIONS, MOST_MOVERS, SEED
from competition.commands.planning import BOUNDS, FLAGS
from competition.commands.results import MOST
from competition.forms.season import LONGEST_REASON
from competition.models import DateProposal, Division, Entry, Fixture, Result, Round, Stage
from competition.queries.lots import seeded_by_lots
from competition.scheduling.leaving import Leaving
from league.models import LONGEST_NAME, Season
from web.api.bodies import Body
from web.api.fields import Instant

MOST_ENTRIES = 1000
NUMBERS = tuple(key for bounds in BOUNDS.values() for key in bounds)
TICKS = tuple(key for flags in FLAGS.values() for key in flags)


class SeasonDivisionSerializer(serializers.ModelSerializer):
    class Meta:
        model = Division
        fields = ("uuid", "position", "name")
        read_only_fields = fields


class SeasonEntrySerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="__str__")
    team = serializers.UUIDField(
        source="team.uuid", default=None, allow_null=True, help_text=_("Null without a roster.")
    )
    state = serializers.ChoiceField(choices=Entry.State.choices)
    division = serializers.UUIDField(source="division.uuid", default=None, allow_null=True)
    registered_at = Instant(read_only=True)

    class Meta:
        model = Entry
        fields = ("uuid", "name", "team", "state", "division", "seed", "registered_at")
        read_only_fields = fields


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


class StageRoundSerializer(serializers.ModelSerializer):
    state = serializers.ChoiceField(choices=Round.State.choices)
    due_at = Instant(read_only=True, allow_null=True)
    fixtures = serializers.IntegerField(source="all", help_text=_("Byes included."))
    unplayed = serializers.IntegerField()

    class Meta:
        model = Round
        fields = ("number", "name", "state", "starts_on", "due_at", "fixtures", "unplayed")
        read_only_fields = fields


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


class FixtureScoreSerializer(serializers.ModelSerializer):
    ending = serializers.ChoiceField(choices=Result.Ending.choices)
    winner = serializers.ChoiceField(choices=Result.Side.choices, allow_blank=True)

    class Meta:
        model = Result
        fields = ("td_home", "td_away", "cas_home", "cas_away", "ending", "winner")
        read_only_fields = fields


class RoundFixtureSerializer(serializers.ModelSerializer):
    round = serializers.IntegerField(source="round.number")
    home = serializers.UUIDField(source="home.uuid", default=None, allow_null=True)
    away = serializers.UUIDField(source="away.uuid", default=None, allow_null=True)
    state = serializers.ChoiceField(choices=Fixture.State.choices)
    invited_side = serializers.ChoiceField(
        choices=DateProposal.Side.choices[:2],
        allow_blank=True,
        help_text=_("Of one that is proposed in open play: the side that is to accept it."),
    )
    lapses_at = serializers.SerializerMethodField(
        help_text=_("Unanswered, it is off from then on; null where nobody is asked.")
    )
    score = serializers.SerializerMethodField()

    class Meta:
        model = Fixture
        fields = (
            *("uuid", "number", "round", "home", "away"),
            *("state", "invited_side", "lapses_at", "is_friendly", "score"),
        )
        read_only_fields = fields
        extra_kwargs: ClassVar = {"number": {"help_text": _("Counts through the stage.")}}

    def get_lapses_at(self, fixture: Fixture) -> datetime | None:
        when = lapse_of(fixture)
        return when.astimezone(UTC) if when else None

    def get_score(self, fixture: Fixture) -> FixtureScoreSerializer(allow_null=True):  # type: ignore[valid-type]
        result = getattr(fixture, "result", None)
        return FixtureScoreSerializer(result).data if result else None


class AcceptsSerializer(serializers.Serializer):
    accepts = serializers.BooleanField()


class SeasonSerializer(serializers.ModelSerializer):
    state = serializers.ChoiceField(choices=Season.State.choices)
    registration_until = Instant(read_only=True, allow_null=True)
    divisions = SeasonDivisionSerializer(many=True)
    entries = SeasonEntrySerializer(many=True)
    stages = SeasonStageSerializer(many=True)

    class Meta:
        model = Season
        fields = (
            "uuid", "number", "state", "registration_until", "divisions", "entries", "stages",
        )  # fmt: skip
        read_only_fields = fields


class PromotedSeasonSerializer(SeasonSerializer):
    moved_by_lots = serializers.ListField(
        child=serializers.ListField(child=serializers.UUIDField()),
        read_only=True,
        help_text=_(
            "Teams that shared a place where only some go up or down: each group in the order of "
            "its lots, the best first."
        ),
    )

    class Meta:
        model = Season
        fields = (*SeasonSerializer.Meta.fields, "moved_by_lots")
        read_only_fields = fields


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


def _count() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=MOST)


class RoundScoreSerializer(Body):
    fixture = serializers.UUIDField()
    td_home = _count()
    td_away = _count()
    cas_home = serializers.IntegerField(min_value=0, max_value=MOST, default=0)
    cas_away = serializers.IntegerField(min_value=0, max_value=MOST, default=0)
    ending = serializers.ChoiceField(choices=PLAYED_ENDINGS, default=Result.Ending.PLAYED)
    winner = serializers.ChoiceField(
        choices=["home", "away"], required=False, help_text=_("Where touchdowns do not tell.")
    )
    at_fault = serializers.ChoiceField(
        choices=["home", "away"], required=False, help_text=_("Who conceded.")
    )


class RoundScoresSerializer(Body):
    scores = RoundScoreSerializer(many=True)
