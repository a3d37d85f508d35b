"""How matches, their steps and corrections stand in the API."""

from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches import queries
from matches.api.on_the_day import OnTheDaySerializer
from matches.commands.answering import MOST_ANSWERS
from matches.models import Answer, Lending, Match, MatchSide
from matches.pitch.reports import MOST_SCORED
from matches.presentation.progress import LEAGUE, Phase, What
from matches.presentation.telling import Ruled, TapText
from matches.replay.differences import Change, Drifted
from rules.api import AskSerializer, LineSerializer
from teams.api.figures import OfAnyEdition
from teams.models import Team
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.fields import Instant
from web.api.shapes import SHAPES, shape


class Whose(TextChoices):
    """One side's, or what both settle together."""

    HOME = "home"
    AWAY = "away"
    JOINT = queries.JOINT


# A line of arithmetic looks the same wherever the rulebook is asked.
SHAPES[TapText] = LineSerializer
TeamInMatchSerializer = shape("TeamInMatch", Team, "uuid name")


# --- results


class ScoreSerializer(serializers.Serializer):
    team = TeamInMatchSerializer()
    score = serializers.IntegerField()
    crowd = serializers.IntegerField(
        required=False,
        help_text=_(
            "What the crowd gives, now or at the end; left out in a game in which none matters."
        ),
    )
    is_through = serializers.BooleanField(help_text=_("Whether its post-match is over."))
    is_lent = serializers.BooleanField(
        help_text=_("Whether its coach lets the other one enter for it.")
    )


class ResultSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Match.State.choices)
    season = serializers.IntegerField(help_text=_("Which season of the league."))
    played_on = serializers.DateField()
    entered_at = Instant()
    revision = serializers.IntegerField(help_text=_("Counts everything that was ever put in."))
    home = ScoreSerializer()
    away = ScoreSerializer()


class SidesSerializer(Body):
    home = serializers.IntegerField(min_value=0, max_value=MOST_SCORED)
    away = serializers.IntegerField(min_value=0, max_value=MOST_SCORED)


class CrowdSerializer(Body):
    """What it can be, the edition says, and what was entered of the match."""

    home = serializers.IntegerField()
    away = serializers.IntegerField()


class MeetingSerializer(Body):
    """Who meets whom, and when."""

    home = serializers.UUIDField(help_text=_("The team at home."))
    away = serializers.UUIDField(help_text=_("The other team."))
    played_on = serializers.DateField(help_text=_("The day of the match, not of its entry."))
    in_its_place = serializers.BooleanField(
        required=False,
        default=False,
        help_text=_("For whoever runs the league: it goes before what was played since."),
    )


class NewResultSerializer(MeetingSerializer):
    score = SidesSerializer()
    crowd = CrowdSerializer(required=False, help_text=_("0 for both if left out."))
    is_friendly = serializers.BooleanField(required=False, default=False)


# --- a match with its steps


class StepStateSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField()
    title = serializers.CharField()
    is_finished = serializers.BooleanField()
    revision = serializers.IntegerField()
    address = serializers.URLField(help_text=_("Where it is asked and answered."))


class ToDoSerializer(serializers.Serializer):
    what = serializers.ChoiceField(choices=What.choices)
    whose = serializers.ChoiceField(
        choices=[*Whose.values, LEAGUE, Match.Awaits.OTHERS.value],
        help_text=_("league is for whoever runs it, others for anybody else in the season."),
    )
    is_yours = serializers.BooleanField(help_text=_("Whether you may."))
    step = serializers.CharField(allow_null=True)
    address = serializers.URLField(help_text=_("Where it is done: a step, the taps, a report."))


LendingSerializer = shape(
    "Lending",
    Lending,
    "side=side.side lent_by by_password lent_at taken_back_by taken_back_at",
    doc="A time in which the other coach entered for a side.",
    lent_by=serializers.CharField(help_text=_("By whose word.")),
    by_password=_("Whether the coach typed the password on the other coach's phone."),
    taken_back_by=serializers.CharField(allow_null=True),
)


class MatchSerializer(OnTheDaySerializer, ResultSerializer):
    league = serializers.UUIDField()
    sheet = serializers.URLField(help_text=_("The match sheet to be printed, a PDF."))
    phase = serializers.ChoiceField(choices=Phase.choices)
    by_score = serializers.BooleanField(help_text=_("Nothing but the score is known of it."))
    is_friendly = serializers.BooleanField()
    is_scheduled = serializers.BooleanField(
        help_text=_("Otherwise both coaches agree to it first, and silence confirms nothing.")
    )
    confirms_at = Instant(
        allow_null=True, help_text=_("When a report that nobody answers confirms itself.")
    )
    lapses_at = Instant(
        allow_null=True, help_text=_("When an invitation to play that nobody answers is void.")
    )
    confirmed_alone = serializers.BooleanField(
        help_text=_("Nobody but the reporter, who runs the league, was there: nobody vouches.")
    )
    reported_by = serializers.ChoiceField(
        choices=MatchSide.Side.choices,
        allow_blank=True,
        help_text=_("Whose word the report is, if anybody's."),
    )
    to_do = ToDoSerializer(many=True, help_text=_("Who is to do what next."))
    lendings = LendingSerializer(many=True, help_text=_("Who lent a side to the other coach."))
    steps = StepStateSerializer(many=True)


class GivenSerializer(serializers.Serializer):
    key = serializers.CharField()
    value = serializers.JSONField()
    version = serializers.IntegerField(help_text=_("Above 1 where it was changed."))
    source = serializers.ChoiceField(  # type: ignore[assignment]  # DRF's own attribute of fields
        choices=Answer.Source.choices
    )
    dice = serializers.CharField(allow_blank=True, help_text=_("Empty where nothing was rolled."))
    is_held = serializers.BooleanField(
        help_text=_(
            "Whether it stands: the server rolled it, or has thrown on the strength of it, or the "
            "step is finished. What is not held can be answered otherwise."
        )
    )


class AskOfMatchSerializer(AskSerializer):
    whose = serializers.ChoiceField(
        choices=Whose.choices,
        help_text=_("Whose it is to answer; joint where either coach may, as with dice."),
    )


class OpenAskSerializer(AskOfMatchSerializer):
    may_answer = serializers.BooleanField(help_text=_("Whether you may."))


RuledSerializer = shape("Ruled", Ruled, "kind title gold effects because")


class StepRulingSerializer(RuledSerializer):  # type: ignore[misc, valid-type]
    side = serializers.ChoiceField(choices=MatchSide.Side.choices)


class StepSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField()
    title = serializers.CharField()
    is_finished = serializers.BooleanField()
    revision = serializers.IntegerField(help_text=_("To be sent with the answers."))
    asks = OpenAskSerializer(many=True, help_text=_("What is still to be answered."))
    answered = GivenSerializer(many=True)
    because = LineSerializer(many=True, help_text=_("The arithmetic of a finished step."))
    rulings = StepRulingSerializer(
        many=True, help_text=_("What a finished step did to each team, as you may see it.")
    )


class AnswerSerializer(Body):
    key = serializers.CharField(max_length=200)
    value = serializers.JSONField(required=False, allow_null=True)
    roll = serializers.BooleanField(
        required=False, default=False, help_text=_("True to let the server roll.")
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["roll"] == ("value" in attrs):
            sentence = _("Either a value, or roll.")
            raise serializers.ValidationError({"value": [sentence]}, code="value_or_roll")
        return attrs


class AnswersSerializer(Body):
    revision = serializers.IntegerField(min_value=0, help_text=_("Of the step, as it was seen."))
    answers = serializers.ListField(
        child=AnswerSerializer(), allow_empty=False, max_length=MOST_ANSWERS
    )


# --- corrections


ChangeSerializer = shape(
    "Change",
    Change,
    "side step=run.step match=match.uuid before after",
    side=MatchSide.Side,
    match=_("A later match that is ruled along; null for the one that is corrected."),
)


class BalanceSerializer(OfAnyEdition):
    """What an edition has not is left out; after it, and null if it fails."""

    side = serializers.ChoiceField(choices=MatchSide.Side.choices)
    team = TeamInMatchSerializer()
    gold = serializers.IntegerField(help_text=_("What is added or taken."))
    treasury = serializers.IntegerField(allow_null=True)
    rerolls = serializers.IntegerField(allow_null=True)
    fan_factor = serializers.IntegerField(allow_null=True)
    value = serializers.IntegerField(allow_null=True, help_text=_("How strong the team is."))


DriftSerializer = shape("Drift", Drifted, "side step=run.step recorded today", side=MatchSide.Side)


class AskedOfSerializer(AskOfMatchSerializer):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField()


class ThrownForItSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField()
    key = serializers.CharField()
    value = serializers.JSONField()
    sentence = serializers.CharField()


class CorrectionSerializer(serializers.Serializer):
    seen = serializers.CharField(help_text=_("To be sent when it is applied."))
    changes = ChangeSerializer(many=True)
    balances = BalanceSerializer(many=True)
    drift = DriftSerializer(
        many=True, help_text=_("What the rulebook rules otherwise today anyway; never applied.")
    )
    conflicts = ErrorSerializer(many=True, help_text=_("Why it cannot be applied."))
    asks = AskedOfSerializer(many=True, help_text=_("What must be answered with it."))
    thrown = ThrownForItSerializer(
        many=True,
        help_text=_("New dice that only the server rolls: thrown once, however often you look."),
    )
