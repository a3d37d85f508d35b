"""How standings, points given by hand and drawn lots stand in the API."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from competition.api.fixture_shapes import EntrantSerializer
from competition.commands.points import MOST as MOST_POINTS
from competition.models import Adjustment, Lot, Stage, Standing
from competition.queries.lots import Drawn
from competition.queries.standings import Line, StandingsPage
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.fields import Instant


class StageSerializer(serializers.ModelSerializer):
    class Meta:
        model = Stage
        fields = ("uuid", "name", "format", "state")
        read_only_fields = fields


class MiniRowSerializer(serializers.Serializer):
    entrant = EntrantSerializer()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.IntegerField()
    td_for = serializers.IntegerField()
    td_against = serializers.IntegerField()


class AboveSerializer(serializers.Serializer):
    code = serializers.CharField(help_text=_("The tie-breaker that decided, level, or lots."))
    measure = serializers.CharField(
        allow_blank=True, help_text=_("Which column of the head-to-head table decided.")
    )
    mine = serializers.FloatField()
    theirs = serializers.FloatField()
    per_match = serializers.BooleanField()
    sentence = serializers.CharField()
    table = MiniRowSerializer(many=True, help_text=_("The meetings of all who were level."))


class StandingSerializer(serializers.Serializer):
    place = serializers.IntegerField()
    moved = serializers.IntegerField(help_text=_("Places gone up since the round before."))
    entrant = EntrantSerializer()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    td_for = serializers.IntegerField()
    td_against = serializers.IntegerField()
    cas_for = serializers.IntegerField()
    cas_against = serializers.IntegerField()
    bonus = serializers.IntegerField()
    adjusted = serializers.IntegerField(help_text=_("Points given or taken by hand."))
    points = serializers.IntegerField()
    form = serializers.CharField(help_text=_("The last five, the latest at the end."))
    streak = serializers.CharField()
    fate = serializers.ChoiceField(choices=Standing.Fate.choices)
    is_provisional = serializers.BooleanField()
    short = serializers.IntegerField(
        help_text=_("In open play, matches that it has yet to play to be ranked.")
    )
    uncounted = serializers.IntegerField(
        help_text=_("In open play, matches beyond those that count.")
    )
    because = AboveSerializer(allow_null=True, help_text=_("Why it stands above the next."))


class TableSerializer(serializers.Serializer):
    division = serializers.CharField(allow_blank=True)
    places = serializers.IntegerField(help_text=_("How many go on; 0 where nothing follows."))
    rows = StandingSerializer(many=True)


class AdjustmentSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    entry = serializers.UUIDField()
    points = serializers.IntegerField()
    from_round = serializers.IntegerField()
    reason = serializers.CharField()
    made_at = Instant()
    taken_back_at = Instant(allow_null=True)


class DrawingSerializer(serializers.Serializer):
    drawn_at = Instant(source="at")
    after_round = serializers.IntegerField(source="after")
    entries = serializers.SerializerMethodField(help_text=_("The best place first."))

    def get_entries(self, drawn: Drawn) -> list[UUID]:
        return [each.uuid for each in drawn.order]


class StandingsSerializer(serializers.Serializer):
    season = serializers.IntegerField()
    stage = StageSerializer(allow_null=True, help_text=_("Null before the season begins."))
    after = serializers.IntegerField(help_text=_("The latest round that the tables count."))
    stands = serializers.CharField(help_text=_("After which round, or during which, in words."))
    left = serializers.IntegerField(help_text=_("Matches to play in that round."))
    left_before = serializers.IntegerField(help_text=_("Matches to play in rounds before it."))
    is_past = serializers.BooleanField()
    tie_breakers = serializers.ListField(child=serializers.CharField())
    tables = TableSerializer(many=True)
    adjustments = AdjustmentSerializer(many=True)
    lots = DrawingSerializer(many=True, help_text=_("Every drawing, the latest first."))


def standings_data(page: StandingsPage) -> dict[str, Any]:
    entries = {pk: entrant.uuid for pk, entrant in page.view.entrants.items()}
    shown = {
        "season": page.view.season.number,
        "stage": page.stage,
        "after": page.after,
        "stands": page.stands,
        "left": page.left,
        "left_before": page.left_before,
        "is_past": page.is_past,
        "tie_breakers": page.house["tie-breakers"],
        "tables": [
            {
                "division": table.division,
                "places": table.places,
                "rows": [_row(line) for line in table.lines],
            }
            for table in page.tables
        ],
        "adjustments": [_adjustment(each, entries[each.entry_id]) for each in page.adjustments],
        "lots": page.lots,
    }
    data: dict[str, Any] = StandingsSerializer(shown).data
    return data


def _row(line: Line) -> dict[str, Any]:
    above = line.above
    counted = ("moved", "played", "won", "drawn", "lost", "td_for", "td_against", "cas_for")
    others = ("cas_against", "bonus", "adjusted", "points", "form", "streak", "fate")
    played_on = ("is_provisional", "short", "uncounted")
    return {
        **{name: getattr(line.row, name) for name in (*counted, *others, *played_on)},
        "place": line.row.rank,
        "entrant": line.who,
        "because": above
        and {
            "code": above.code,
            "measure": above.measure,
            "mine": float(above.mine),
            "theirs": float(above.theirs),
            "per_match": above.per_match,
            "sentence": line.why,
            "table": [
                {
                    "entrant": mini.who,
                    **{
                        name: getattr(mini.row, name)
                        for name in ("played", "won", "drawn", "lost", "points")
                    },
                    "td_for": mini.row.td_for,
                    "td_against": mini.row.td_against,
                }
                for mini in line.level
            ],
        },
    }


def adjustment_data(adjustment: Adjustment) -> dict[str, Any]:
    data: dict[str, Any] = AdjustmentSerializer(_adjustment(adjustment, adjustment.entry.uuid)).data
    return data


def _adjustment(adjustment: Adjustment, entry: Any) -> dict[str, Any]:
    told = ("uuid", "points", "from_round", "reason", "made_at", "taken_back_at")
    return {**{name: getattr(adjustment, name) for name in told}, "entry": entry}


class PointsBody(Body):
    entry = serializers.UUIDField()
    points = serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    from_round = serializers.IntegerField(min_value=0, default=0)
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))


class LotsBody(Body):
    entries = serializers.ListField(
        child=serializers.UUIDField(),
        min_length=2,
        max_length=1000,
        help_text=_("Everybody who is level."),
    )


class LotSerializer(serializers.Serializer):
    entry = serializers.UUIDField()
    number = serializers.IntegerField(help_text=_("The lowest stands first."))
    after_round = serializers.IntegerField()
    drawn_at = Instant()


def lots_data(lots: Iterable[Lot]) -> Any:
    shown = [
        {
            "entry": lot.entry.uuid,
            "number": lot.number,
            "after_round": lot.after_round,
            "drawn_at": lot.drawn_at,
        }
        for lot in lots
    ]
    return LotSerializer(shown, many=True).data
