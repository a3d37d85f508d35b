"""House rules: shown with what the book says, and changed."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league.amendments import LAST_ROUND, Amended, amended, is_amended
from league.api.editions import EditionField
from league.api.fields import HouseField
from league.commands.house_rules import change_house_rules
from league.house_rules import Change, Chosen, differences, idle_now
from league.models import LONGEST_WORDS, League, Season
from league.pins import book_of
from league.queries import current_season, league_for
from rules.house.earlier import told_before
from web.api.bodies import Body
from web.api.fields import Instant
from web.api.shapes import shape
from web.api.writes import IdempotentWrites

DifferenceSerializer = shape(
    "Difference",
    Chosen,
    "key label sentence value book said book_said",
    sentence=_("What the rule is about."),
    value=_("What holds in the league."),
    book=_("What the book says."),
    said=_("The league's value in words."),
    book_said=_("The book's value in words."),
)


class IdleRuleSerializer(serializers.Serializer):
    key = serializers.CharField(source="subject")
    option = serializers.CharField(
        source="params.option",
        default="",
        help_text=_("Where one option of it alone would do nothing."),
    )
    message = serializers.CharField(help_text=_("What has to be so for it to do anything."))


RuleChangeSerializer = shape("RuleChange", Change, "key label before after")
AmendmentSerializer = shape(
    "Amendment",
    Amended,
    "uuid=amendment.uuid pin=amendment.pin.uuid from_round=amendment.from_round"
    " reason=amendment.reason made_by made_at=amendment.made_at is_to_come holds_now changes",
    pin=_("Names the rules that come of it."),
    made_by=serializers.CharField(source="amendment.made_by"),
    is_to_come=_("Its round has yet to open."),
)


class HouseRulesSerializer(serializers.Serializer):
    edition = EditionField()
    season = serializers.IntegerField(help_text=_("The season that is played by them."))
    state = serializers.ChoiceField(
        choices=Season.State.choices,
        help_text=_("They change freely in preparation, and not at all once it is over."),
    )
    pin = serializers.UUIDField(help_text=_("Names what holds now; other rules have another pin."))
    needs_amendment = serializers.BooleanField(
        help_text=_("Something rests on them: a change wants a round and a reason.")
    )
    made_at = Instant()
    words = serializers.CharField(
        allow_blank=True, help_text=_("What the league has agreed on besides.")
    )
    differences = DifferenceSerializer(
        many=True, help_text=_("Every choice that the book would not have made, but for words.")
    )
    amendments = AmendmentSerializer(
        many=True, help_text=_("In the order in which they hold, past ones and those to come.")
    )
    idle = IdleRuleSerializer(
        many=True,
        help_text=_("Choices that would do nothing as the others stand; turned, they are refused."),
    )
    # Every choice that the edition knows, turned or not.
    values = HouseField()


class ChangeHouseRulesSerializer(Body):
    house = HouseField()
    pin = serializers.UUIDField(
        required=False,
        help_text=_(
            "The rules that you looked at, of the last amendment if there is one; the answer is 409"
            " if they have changed since."
        ),
    )
    from_round = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_ROUND,
        help_text=_("From which round on an amendment holds."),
    )
    reason = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_WORDS, help_text=_("Of an amendment.")
    )


class HouseRulesView(IdempotentWrites, APIView):
    @extend_schema(
        operation_id="show_house_rules",
        summary=_("The rules of a league's latest season"),
        tags=["Leagues"],
        responses=HouseRulesSerializer,
    )
    def get(self, request: Request, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        return Response(rules_data(league))

    @extend_schema(
        operation_id="change_house_rules",
        summary=_("Give the season other house rules"),
        description=_(
            "For commissioner and deputies. What is left out is as the book says. Once a team "
            "rests on the present rules a change is an amendment: it holds from a stated round on, "
            "for a stated reason, and matches already played keep what they were played by."
        ),
        tags=["Leagues"],
        request=ChangeHouseRulesSerializer,
        examples=[
            OpenApiExample(
                "An amendment",
                {"house": {"points.win": 2}, "from_round": 4, "reason": "Voted on 3 March."},
                request_only=True,
            ),
        ],
        responses=HouseRulesSerializer,
    )
    def put(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _own = league_for(request.user, uuid)
        wish = ChangeHouseRulesSerializer.sent(request)
        change_house_rules(actor=request.user, league=league, now=timezone.now(), **wish)
        return Response(rules_data(league))


def rules_data(league: League) -> Any:
    season = current_season(league)
    book = book_of(season.pin)
    bonuses = book.house.get("points.bonuses")
    values = {
        "edition": book.house.edition,
        "season": season.number,
        "state": season.state,
        "pin": season.pin.uuid,
        "made_at": season.pin.made_at,
        "words": book.house["words"],
        "needs_amendment": is_amended(season),
        "differences": differences(book),
        "amendments": amended(season),
        "idle": idle_now(book.house),
        "values": {knob.key: book.house[knob.key] for knob in book.house.knobs.values()}
        | (told_before(bonuses) if bonuses is not None else {}),
    }
    return HouseRulesSerializer(values).data
