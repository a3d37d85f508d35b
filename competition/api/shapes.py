"""How standings, fixtures and what is decided about them stand in the API."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from competition.commands.points import MOST as MOST_POINTS
from competition.commands.results import MOST, ON_THE_PITCH
from competition.commands.rulings import ENDINGS
from competition.models import Adjustment, Fixture, Lot, Result, Stage, Standing
from competition.queries.fixtures import FixtureLine, SlotView
from competition.queries.seasons import Entrant
from competition.queries.standings import Line, StandingsPage
from matches.serializers import FameSerializer
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


class StageSerializer(serializers.ModelSerializer):
    class Meta:
        model = Stage
        fields = ("uuid", "name", "format", "state")
        read_only_fields = fields


# --- standings


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


class StandingsSerializer(serializers.Serializer):
    season = serializers.IntegerField()
    stage = StageSerializer(allow_null=True, help_text=_("Null before the season begins."))
    after = serializers.IntegerField(help_text=_("The round that the tables stand after."))
    is_past = serializers.BooleanField()
    tie_breakers = serializers.ListField(child=serializers.CharField())
    tables = TableSerializer(many=True)
    adjustments = AdjustmentSerializer(many=True)


def standings_data(page: StandingsPage) -> dict[str, Any]:
    entries = {pk: entrant.uuid for pk, entrant in page.view.entrants.items()}
    shown = {
        "season": page.view.season.number,
        "stage": page.stage,
        "after": page.after,
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


# --- fixtures


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
    home = SlotSerializer()
    away = SlotSerializer()
    kick_off_at = Instant(allow_null=True)
    venue = serializers.CharField(allow_blank=True)
    table = serializers.IntegerField(allow_null=True)
    match = serializers.UUIDField(allow_null=True, help_text=_("If it was played as a match."))
    result = FixtureResultSerializer(allow_null=True)


def fixture_data(line: FixtureLine, stage: Stage) -> dict[str, Any]:
    fixture, result = line.fixture, line.result
    shown = {
        **{
            name: getattr(fixture, name)
            for name in ("uuid", "number", "state", "kick_off_at", "venue", "table")
        },
        "stage": stage.uuid,
        "round": line.round,
        "home": _slot(line.home, fixture.home_from),
        "away": _slot(line.away, fixture.away_from),
        "match": fixture.match.uuid if fixture.match else None,
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
        help_text=_("Who was not there, for a forfeit and a walkover."),
    )
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))


class ReasonBody(Body):
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))


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
