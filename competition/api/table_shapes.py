"""How standings, points given by hand and drawn lots stand in the API."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from competition.api import fixture_shapes as _entrants  # noqa: F401 (how an entrant is told)
from competition.commands.points import MOST as MOST_POINTS
from competition.models import Adjustment, Lot, Stage
from competition.queries.lots import Drawn
from competition.queries.standings import Mini, StandingLine, StandingsPage, Table
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.shapes import shape

StageSerializer = shape("Stage", Stage, "uuid name format state")
MiniRowSerializer = shape(
    "MiniRow",
    Mini,
    "entrant=who played=row.played won=row.won drawn=row.drawn lost=row.lost points=row.points"
    " score_for=row.score_for score_against=row.score_against",
)
AboveSerializer = shape(
    "Above",
    StandingLine,
    "code=above.code measure=above.measure mine=above.mine theirs=above.theirs"
    " per_match=above.per_match sentence=why table=level",
    there="above",
    code=_("The tie-breaker that decided, level, or lots."),
    measure=serializers.CharField(
        source="above.measure", help_text=_("Which column of the head-to-head table decided.")
    ),
    mine=serializers.FloatField(source="above.mine"),
    theirs=serializers.FloatField(source="above.theirs"),
    table=_("The meetings of all who were level."),
)
StandingSerializer = shape(
    "Standing",
    StandingLine,
    "place=row.rank moved=row.moved entrant=who played=row.played won=row.won drawn=row.drawn"
    " lost=row.lost score_for=row.score_for score_against=row.score_against tallies=row.tallies"
    " bonus=row.bonus adjusted=row.adjusted points=row.points"
    " form=row.form streak=row.streak fate=row.fate is_provisional=row.is_provisional"
    " short=row.short uncounted=row.uncounted because=decided",
    tallies=serializers.DictField(
        source="row.tallies",
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text=_("What the game counts besides the score, by key: for and against."),
    ),
    moved=_("Places gone up since the round before."),
    adjusted=_("Points given or taken by hand."),
    form=_("The last five, the latest at the end."),
    short=_("In open play, matches that it has yet to play to be ranked."),
    uncounted=_("In open play, matches beyond those that count."),
    because=AboveSerializer(
        source="decided", allow_null=True, help_text=_("Why it stands above the next.")
    ),
)
TableSerializer = shape(
    "Table",
    Table,
    "division places rows=lines",
    places=_("How many go on; 0 where nothing follows."),
    rows=StandingSerializer,
)
AdjustmentSerializer = shape(
    "Adjustment",
    Adjustment,
    "uuid entry=entry.uuid points from_round reason made_at taken_back_at",
)
DrawingSerializer = shape(
    "Drawing",
    Drawn,
    "drawn_at=at after_round=after entries",
    entries=_("The best place first."),
)
StandingsSerializer = shape(
    "Standings",
    StandingsPage,
    "season=view.season.number stage after stands left left_before is_past"
    " tie_breakers=tie_breaker_keys tables adjustments lots",
    stage=StageSerializer(allow_null=True, help_text=_("Null before the season begins.")),
    after=_("The latest round that the tables count."),
    stands=_("After which round, or during which, in words."),
    left=_("Matches to play in that round."),
    left_before=_("Matches to play in rounds before it."),
    lots=_("Every drawing, the latest first."),
)
LotSerializer = shape(
    "Lot",
    Lot,
    "entry=entry.uuid number after_round drawn_at",
    number=_("The lowest stands first."),
)


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
