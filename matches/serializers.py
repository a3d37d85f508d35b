"""How matches, their steps and corrections stand in the API."""

from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches import queries
from matches.commands.answering import MOST_ANSWERS
from matches.commands.tapping import MOST_AT_ONCE
from matches.models import Answer, Match, MatchSide, Tap
from matches.pitch import ENDINGS, HIGHEST_FAME, MOST_TOUCHDOWNS
from matches.progress import LEAGUE, Phase, What
from matches.shoot_out import MOST_ROUNDS
from matches.tap_shapes import LONGEST_NOTE
from rules.api import AskSerializer, LineSerializer
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.fields import Instant


class Whose(TextChoices):
    """One side's, or what both settle together."""

    HOME = "home"
    AWAY = "away"
    JOINT = queries.JOINT


class TeamInMatchSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    name = serializers.CharField()


# --- results


class ScoreSerializer(serializers.Serializer):
    team = TeamInMatchSerializer()
    touchdowns = serializers.IntegerField()
    fame = serializers.IntegerField(help_text=_("As it stands, or stood at the end."))
    is_through = serializers.BooleanField(help_text=_("Whether its post-match is over."))


class ResultSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Match.State.choices)
    season = serializers.IntegerField(help_text=_("Which season of the league."))
    played_on = serializers.DateField()
    entered_at = Instant()
    revision = serializers.IntegerField(help_text=_("Counts everything that was ever put in."))
    home = ScoreSerializer()
    away = ScoreSerializer()


class TouchdownsSerializer(Body):
    home = serializers.IntegerField(min_value=0, max_value=MOST_TOUCHDOWNS)
    away = serializers.IntegerField(min_value=0, max_value=MOST_TOUCHDOWNS)


class FameSerializer(Body):
    home = serializers.IntegerField(min_value=0, max_value=HIGHEST_FAME)
    away = serializers.IntegerField(min_value=0, max_value=HIGHEST_FAME)


class NewResultSerializer(Body):
    home = serializers.UUIDField(help_text=_("The team at home."))
    away = serializers.UUIDField(help_text=_("The other team."))
    played_on = serializers.DateField(help_text=_("The day of the match, not of its entry."))
    touchdowns = TouchdownsSerializer()
    fame = FameSerializer(required=False, help_text=_("0 for both if left out."))
    in_its_place = serializers.BooleanField(
        required=False,
        default=False,
        help_text=_("For whoever runs the league: it goes before what was played since."),
    )


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
        choices=[*Whose.values, LEAGUE], help_text=_("league is for whoever runs it.")
    )
    is_yours = serializers.BooleanField(help_text=_("Whether you may."))
    step = serializers.CharField(allow_null=True)
    address = serializers.URLField(allow_null=True, help_text=_("Of the step to be answered."))


class MatchSerializer(ResultSerializer):
    league = serializers.UUIDField()
    sheet = serializers.URLField(help_text=_("The match sheet to be printed, a PDF."))
    phase = serializers.ChoiceField(choices=Phase.choices)
    by_score = serializers.BooleanField(help_text=_("Nothing but the score is known of it."))
    is_friendly = serializers.BooleanField()
    reported_by = serializers.ChoiceField(
        choices=MatchSide.Side.choices,
        allow_blank=True,
        help_text=_("Whose word the report is, if anybody's."),
    )
    to_do = ToDoSerializer(many=True, help_text=_("Who is to do what next."))
    steps = StepStateSerializer(many=True)


class GivenSerializer(serializers.Serializer):
    key = serializers.CharField()
    value = serializers.JSONField()
    version = serializers.IntegerField(help_text=_("Above 1 where it was changed."))
    source = serializers.ChoiceField(  # type: ignore[assignment]  # DRF's own attribute of fields
        choices=Answer.Source.choices
    )
    dice = serializers.CharField(allow_blank=True, help_text=_("Empty where nothing was rolled."))


class OpenAskSerializer(AskSerializer):
    may_answer = serializers.BooleanField(help_text=_("Whether you may."))


class StepSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField()
    title = serializers.CharField()
    is_finished = serializers.BooleanField()
    revision = serializers.IntegerField(help_text=_("To be sent with the answers."))
    asks = OpenAskSerializer(many=True, help_text=_("What is still to be answered."))
    answered = GivenSerializer(many=True)
    because = LineSerializer(many=True, help_text=_("The arithmetic of a finished step."))


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


class EditedAnswerSerializer(Body):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField(max_length=40)
    key = serializers.CharField(max_length=200)
    value = serializers.JSONField(allow_null=True)


class EditedTapSerializer(Body):
    uuid = serializers.UUIDField(help_text=_("The sender's own name for it."))
    kind = serializers.ChoiceField(choices=Tap.Kind.choices)
    side = serializers.ChoiceField(
        choices=MatchSide.Side.choices, required=False, default="", allow_blank=True
    )
    data = serializers.DictField(required=False, default=dict)  # type: ignore[assignment]  # DRF's own attribute
    note = serializers.CharField(max_length=LONGEST_NOTE, required=False, default="")


class ShotSerializer(Body):
    home = serializers.IntegerField(min_value=1, max_value=16)
    away = serializers.IntegerField(min_value=1, max_value=16)


class EditedEndingSerializer(Body):
    how = serializers.ChoiceField(choices=[(each, each) for each in ENDINGS])
    side = serializers.ChoiceField(
        choices=MatchSide.Side.choices,
        required=False,
        default="",
        allow_blank=True,
        help_text=_("Who won overtime, or who conceded."),
    )
    before_set_up = serializers.BooleanField(required=False, default=False)
    could_field = serializers.IntegerField(required=False, default=11, min_value=0, max_value=16)
    shots = serializers.ListField(
        child=ShotSerializer(), required=False, default=list, max_length=MOST_ROUNDS
    )


class EditsSerializer(Body):
    touchdowns = TouchdownsSerializer(
        required=False, help_text=_("Only of a match that was told by its score.")
    )
    fame = FameSerializer(required=False)
    taps = serializers.ListField(
        child=EditedTapSerializer(), required=False, max_length=MOST_AT_ONCE
    )
    ending = EditedEndingSerializer(required=False)
    answers = serializers.ListField(
        child=EditedAnswerSerializer(), required=False, max_length=MOST_ANSWERS
    )


class CorrectSerializer(EditsSerializer):
    seen = serializers.CharField(max_length=64, help_text=_("As the preview told it."))
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))


class AgreementSerializer(Body):
    agree = serializers.BooleanField(help_text=_("False to withdraw or decline it."))


class ProposalSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    side = serializers.ChoiceField(choices=MatchSide.Side.choices)
    at = Instant()
    outcome = serializers.CharField(help_text=_("Empty as long as it is open."))


class RuledSerializer(serializers.Serializer):
    kind = serializers.CharField()
    title = serializers.CharField()
    gold = serializers.IntegerField()
    effects = serializers.ListField(child=serializers.CharField())
    because = LineSerializer(many=True)


class ChangeSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=MatchSide.Side.choices)
    step = serializers.CharField()
    before = RuledSerializer(allow_null=True)
    after = RuledSerializer(allow_null=True)


class BalanceSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=MatchSide.Side.choices)
    team = TeamInMatchSerializer()
    gold = serializers.IntegerField(help_text=_("What is added or taken."))
    treasury = serializers.IntegerField(allow_null=True, help_text=_("After it; null if it fails."))
    value = serializers.IntegerField(allow_null=True, help_text=_("Team Value after it."))
    fan_factor = serializers.IntegerField(allow_null=True)


class DriftSerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=MatchSide.Side.choices)
    step = serializers.CharField()
    recorded = RuledSerializer(many=True)
    today = RuledSerializer(many=True)


class AskedOfSerializer(AskSerializer):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField()


class CorrectionSerializer(serializers.Serializer):
    seen = serializers.CharField(help_text=_("To be sent when it is applied."))
    changes = ChangeSerializer(many=True)
    balances = BalanceSerializer(many=True)
    drift = DriftSerializer(
        many=True, help_text=_("What the rulebook rules otherwise today anyway; never applied.")
    )
    conflicts = ErrorSerializer(many=True, help_text=_("Why it cannot be applied."))
    asks = AskedOfSerializer(many=True, help_text=_("What must be answered with it."))
