"""What programs say and are told about corrections."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.day_shapes import EndingSerializer, NewTapSerializer
from matches.api.shapes import (
    CorrectionSerializer,
    CrowdSerializer,
    SidesSerializer,
    Whose,
)
from matches.commands.answering import MOST_ANSWERS
from matches.commands.tapping import MOST_AT_ONCE
from matches.models import MatchSide
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.fields import Instant


class EditedAnswerSerializer(Body):
    side = serializers.ChoiceField(choices=Whose.choices)
    step = serializers.CharField(max_length=40)
    key = serializers.CharField(max_length=200)
    value = serializers.JSONField(allow_null=True)


class EditsSerializer(Body):
    score = SidesSerializer(
        required=False, help_text=_("Only of a match that was told by its score.")
    )
    crowd = CrowdSerializer(required=False)
    taps = serializers.ListField(child=NewTapSerializer(), required=False, max_length=MOST_AT_ONCE)
    ending = EndingSerializer(required=False)
    answers = serializers.ListField(
        child=EditedAnswerSerializer(), required=False, max_length=MOST_ANSWERS
    )


class CorrectSerializer(EditsSerializer):
    seen = serializers.CharField(max_length=64, help_text=_("As the preview told it."))
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text=_("It stays on record."))


class AgreementSerializer(Body):
    accepts = serializers.BooleanField(help_text=_("False to withdraw or decline it."))


class CorrectionProposalSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    side = serializers.ChoiceField(choices=MatchSide.Side.choices)
    at = Instant()
    outcome = serializers.CharField(help_text=_("Empty as long as it is open."))


class OpenProposalSerializer(CorrectionProposalSerializer):
    reason = serializers.CharField()
    may_accept = serializers.BooleanField(help_text=_("Whether you are the other coach."))
    correction = CorrectionSerializer(
        allow_null=True, help_text=_("What would change; null where it has lapsed.")
    )
