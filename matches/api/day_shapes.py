"""How match day stands in the API: beginning, taps, rosters and reports."""

from typing import get_args

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.shapes import MeetingSerializer, SidesSerializer
from matches.commands.tapping import MOST_AT_ONCE
from matches.commands.totals import MOST, MOST_CASUALTIES, MOST_KNOCK_OUTS
from matches.models import Dispute, MatchSide, Tap
from matches.pitch.reports import ENDINGS
from matches.pitch.shoot_out import MOST_ROUNDS
from matches.pitch.tap_shapes import LONGEST_KEY, LONGEST_NOTE
from rules.api import AskSerializer
from rules.engine.lineup import CAUSES, Standing
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.fields import Instant
from web.api.shapes import shape

# --- beginning


class NewMatchSerializer(MeetingSerializer):
    is_friendly = serializers.BooleanField(
        required=False, default=False, help_text=_("It counts for nobody.")
    )


class CallOffSerializer(Body):
    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_REASON,
        help_text=_("It stays on record. After the kick-off there has to be one."),
    )


class GoOnSerializer(Body):
    played_on = serializers.DateField(
        required=False,
        allow_null=True,
        default=None,
        help_text=_("The day that counts, if it is another one now."),
    )


# --- who is on the pitch


class LineupPlayerSerializer(serializers.Serializer):
    key = serializers.CharField(help_text=_("What taps call this player."))
    standing = serializers.ChoiceField(choices=get_args(Standing))
    position = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    number = serializers.IntegerField(help_text=_("0 where there is none."))
    skills = serializers.ListField(child=serializers.CharField())
    profile = serializers.DictField(child=serializers.IntegerField())
    absent = serializers.BooleanField(help_text=_("Whether the player sits this match out."))


class LineupSerializer(serializers.Serializer):
    value = serializers.IntegerField(help_text=_("How strong the team was at the kick-off."))
    people = LineupPlayerSerializer(many=True)
    treatments = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("How often each may treat a casualty.")
    )
    joining = LineupPlayerSerializer(many=True, help_text=_("Who may join while the match is on."))
    hand = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text=_("The special play cards that this side drew; null for everybody else."),
    )


class BefallsSerializer(serializers.Serializer):
    home = serializers.ListField(child=serializers.CharField())
    away = serializers.ListField(child=serializers.CharField())


class UnrolledInjurySerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(help_text=_("Whom it befalls."))
    causes = serializers.ListField(
        child=serializers.CharField(), help_text=_("How such a casualty can have come about.")
    )
    befalls = BefallsSerializer(help_text=_("The players whom it can befall, as they kicked off."))


class LineupsSerializer(serializers.Serializer):
    home = LineupSerializer()
    away = LineupSerializer()
    injuries_without_roll = UnrolledInjurySerializer(many=True)
    treats_knock_outs = serializers.ListField(
        child=serializers.CharField(),
        help_text=_("The treatments that may be used up on a knock-out instead of a casualty."),
    )


# --- taps


class NewTapSerializer(Body):
    uuid = serializers.UUIDField(help_text=_("Yours: sent again under it, it counts once."))
    kind = serializers.ChoiceField(choices=Tap.Kind.choices)
    side = serializers.ChoiceField(
        choices=MatchSide.Side.choices,
        required=False,
        allow_blank=True,
        default="",
        help_text=_("Whom it is about; of a casualty the side that suffers."),
    )
    data = serializers.DictField(  # type: ignore[assignment]  # DRF's own attribute
        required=False,
        default=dict,
        help_text=_(
            "touchdown, completion, interception: player, or nothing if nobody remembers; "
            "casualty: player, by, how, injury (where nobody rolls), treated, answers and roll; "
            "knock-out: player, treated; "
            "each of these also before, the uuid of a tap that it came before although it is "
            "entered later; dice: of, answers, roll; "
            "turn: half, turn; sent-off: player; kick-off: result; ball: ball; weather: weather; "
            "crowd: home, away; card: card; inducement: what; joins: who; void: of."
        ),
    )
    note = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_NOTE
    )


class NewTapsSerializer(Body):
    taps = serializers.ListField(
        child=NewTapSerializer(), allow_empty=False, max_length=MOST_AT_ONCE
    )


class TapSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    number = serializers.IntegerField(help_text=_("In the order in which they were entered."))
    kind = serializers.ChoiceField(choices=Tap.Kind.choices)
    side = serializers.ChoiceField(choices=MatchSide.Side.choices, allow_blank=True)
    data = serializers.DictField()  # type: ignore[assignment]  # DRF's own attribute
    note = serializers.CharField(allow_blank=True)
    by = serializers.CharField(help_text=_("Who entered it."))
    at = Instant()
    is_taken_back = serializers.BooleanField()
    asks = AskSerializer(
        many=True, help_text=_("The dice of a casualty that are still to be thrown.")
    )


class TapsSerializer(serializers.Serializer):
    revision = serializers.IntegerField(help_text=_("Of the match."))
    taps = TapSerializer(many=True)
    oddities = ErrorSerializer(many=True, help_text=_("What is worth a second look."))


# --- totals


class PlayerTotalsSerializer(Body):
    """How often somebody did what; what is left out stays as it is."""

    touchdown = serializers.IntegerField(required=False, min_value=0, max_value=MOST)
    completion = serializers.IntegerField(required=False, min_value=0, max_value=MOST)
    interception = serializers.IntegerField(required=False, min_value=0, max_value=MOST)


class SideTotalsSerializer(Body):
    home = serializers.DictField(child=PlayerTotalsSerializer(), required=False, default=dict)
    away = serializers.DictField(child=PlayerTotalsSerializer(), required=False, default=dict)


class TotalCasualtySerializer(Body):
    tap = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text=_("Names one that stands, to be told otherwise; without a player it is gone."),
    )
    side = serializers.ChoiceField(
        choices=MatchSide.Side.choices,
        required=False,
        allow_blank=True,
        default="",
        help_text=_("The side that suffers."),
    )
    player = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_KEY
    )
    by = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_KEY,
        help_text=_("A player of the other side; empty where nobody remembers."),
    )
    how = serializers.ChoiceField(choices=CAUSES, required=False, default="block")
    injury = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_KEY,
        help_text=_("One for which nobody rolls, of those that the line-ups name."),
    )
    treated = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_KEY,
        help_text=_("Who treated it, of the side's treatments."),
    )
    dice = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text=_("The casualty roll, if known.")
    )
    roll = serializers.BooleanField(
        required=False, default=False, help_text=_("Let the server throw the casualty roll.")
    )


class TotalKnockOutSerializer(Body):
    tap = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text=_("Names one that stands, to be told otherwise; without a player it is gone."),
    )
    side = serializers.ChoiceField(
        choices=MatchSide.Side.choices, required=False, allow_blank=True, default=""
    )
    player = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_KEY
    )
    treated = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_KEY,
        help_text=_("Who was used up on it, of those that treat a knock-out."),
    )


class NewTotalsSerializer(Body):
    revision = serializers.IntegerField(min_value=0, help_text=_("Of the match, as it was seen."))
    deeds = SideTotalsSerializer(
        required=False,
        help_text=_(
            "By side and player; under no name what nobody remembers. Whoever is not mentioned "
            "stays as they are."
        ),
    )
    casualties = serializers.ListField(
        child=TotalCasualtySerializer(), required=False, default=list, max_length=MOST_CASUALTIES
    )
    knock_outs = serializers.ListField(
        child=TotalKnockOutSerializer(), required=False, default=list, max_length=MOST_KNOCK_OUTS
    )


class TotalsSerializer(serializers.Serializer):
    revision = serializers.IntegerField(help_text=_("Of the match: to be sent with the totals."))
    deeds = SideTotalsSerializer()
    casualties = TotalCasualtySerializer(many=True)
    knock_outs = TotalKnockOutSerializer(many=True)
    oddities = ErrorSerializer(many=True, help_text=_("What is worth a second look."))


# --- the report


class ShotSerializer(Body):
    home = serializers.IntegerField(min_value=1, max_value=6)
    away = serializers.IntegerField(min_value=1, max_value=6)


class RerollsSerializer(Body):
    home = serializers.IntegerField(min_value=0, max_value=99)
    away = serializers.IntegerField(min_value=0, max_value=99)


class EndingSerializer(Body):
    ending = serializers.ChoiceField(
        choices=ENDINGS,
        required=False,
        default="played",
        help_text=_(
            "called: time was called and the score stands; mercy: both stopped, nobody pays."
        ),
    )
    side = serializers.ChoiceField(
        choices=MatchSide.Side.choices,
        required=False,
        allow_blank=True,
        default="",
        help_text=_("Who won in overtime, or who conceded."),
    )
    before_set_up = serializers.BooleanField(
        required=False, default=False, help_text=_("Conceded before anybody was set up.")
    )
    could_field = serializers.IntegerField(
        required=False,
        default=11,
        min_value=0,
        help_text=_("How many players whoever conceded could have set up."),
    )
    shots = serializers.ListField(
        child=ShotSerializer(),
        required=False,
        default=list,
        max_length=MOST_ROUNDS,
        help_text=_("Penalties, round by round, as they fell on the table."),
    )
    rerolls = RerollsSerializer(required=False, help_text=_("Team re-rolls left for penalties."))
    throw = serializers.BooleanField(
        required=False, default=False, help_text=_("Let the server throw what is open of them.")
    )


DisputeSerializer = shape("Dispute", Dispute, "side reason=words.text at settled_at")


class ReportSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text=_("0 as long as nobody has submitted one."))
    reported_by = serializers.ChoiceField(choices=MatchSide.Side.choices, allow_blank=True)
    reported_at = Instant(allow_null=True)
    confirms_at = Instant(allow_null=True, help_text=_("When it confirms itself."))
    confirmed_at = Instant(allow_null=True)
    ending = serializers.ChoiceField(choices=ENDINGS, allow_null=True)
    decided_for = serializers.ChoiceField(choices=MatchSide.Side.choices, allow_blank=True)
    conceded_by = serializers.ChoiceField(choices=MatchSide.Side.choices, allow_blank=True)
    before_set_up = serializers.BooleanField(
        help_text=_("Whether it was conceded before anybody was set up.")
    )
    could_field = serializers.IntegerField(
        allow_null=True, help_text=_("How many players whoever conceded could have set up.")
    )
    shots = serializers.ListField(child=ShotSerializer())
    rerolls = RerollsSerializer(
        allow_null=True, help_text=_("Team re-rolls left for penalties, where there were any.")
    )
    score = SidesSerializer()
    deeds = serializers.DictField(help_text=_("By side and player: what each did how often."))
    casualties = serializers.ListField(child=serializers.DictField())
    disputes = DisputeSerializer(
        many=True, help_text=_("For the two coaches and whoever runs the league.")
    )


class DisputeReasonSerializer(Body):
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))
