"""Adopting teams for programs: a whole team in one call, or what the rulebook says of it."""

from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import PersonRequest
from league.models import LONGEST_NAME as LONGEST_PERSON
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season, league_for
from rules.api import LineSerializer
from rules.engine.rulings import Allowed
from rules.words import line_words
from teams.api.adjustments import HomeBody
from teams.api.draft_shapes import DraftedTeamSerializer, KitField
from teams.api.figures import DECLARED
from teams.arriving.arrivals import Arrival, Weighed, weigh
from teams.commands.adopting import adopt_team
from teams.models import HIGHEST_NUMBER, LONGEST_NAME
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from teams.queries.drafts import coach_in
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.writes import IdempotentWrites

TAGS = ["Teams"]
MOST_PLAYERS = 40
PERSON = ("name", "number")
TEAM = (*DECLARED, "staff", "record", "rules", "sponsor", "star", "home")
ROVERS = {
    "race": "human",
    "coach_name": "Edda",
    "name": "Greywater Rovers",
    "shirt": "royal",
    "trim": "white",
    "treasury": 85_000,
    "rerolls": 3,
    "fan_factor": 7,
    "staff": {"apothecary": 1},
    "record": {"won": 4, "drawn": 1, "lost": 0},
    "players": [
        {
            "name": "Jory Vane",
            "number": 2,
            "position": "blitzer",
            "skills": ["guard"],
            "awards": {"touchdown": 3},
            "extra": 2,
        },
        {"position": "lineman", "niggles": 1, "misses_next": True},
    ],
}


def counts(most: int, **options: Any) -> serializers.DictField:
    child = serializers.IntegerField(min_value=0, max_value=most)
    return serializers.DictField(child=child, required=False, **options)


class AdopteeBody(Body):
    position = serializers.CharField(max_length=100, help_text=_("By key."))
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_NAME,
        help_text=_("Suggested if left out, like the number."),
    )
    number = serializers.IntegerField(
        required=False, default=0, allow_null=True, min_value=1, max_value=HIGHEST_NUMBER
    )
    skills = serializers.ListField(
        child=serializers.CharField(max_length=100),
        required=False,
        max_length=40,
        help_text=_("Those gained since, by key."),
    )
    raised = counts(99, help_text=_("How often a characteristic was improved: st, ma, ag, av."))
    lowered = counts(99, help_text=_("How often a characteristic was hurt."))
    niggles = serializers.IntegerField(required=False, min_value=0, max_value=99)
    misses_next = serializers.BooleanField(required=False)
    awards = counts(9_999, help_text=_("completion, touchdown, interception, casualty, mvp."))
    extra = serializers.IntegerField(
        required=False,
        min_value=-1_000_000,
        max_value=1_000_000,
        help_text=_("Star player points that belong to no award."),
    )
    seasons = serializers.IntegerField(required=False, min_value=0, max_value=99)


class AdoptionBody(Body):
    race = serializers.CharField(max_length=100, help_text=_("The key of a race."))
    coach = serializers.UUIDField(required=False, help_text=_("A place in the league."))
    coach_name = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=LONGEST_PERSON,
        help_text=_("Instead: somebody without an account, who is entered by this name."),
    )
    name = serializers.CharField(max_length=LONGEST_NAME)
    shirt = KitField(default="claret")
    trim = KitField(default="bone")
    staff = counts(99, help_text=_("Who may be on it, the edition says."))
    sponsor = serializers.CharField(
        required=False, max_length=100, help_text=_("Its major sponsor, by key.")
    )
    star = serializers.CharField(
        required=False, max_length=100, help_text=_("The star under contract, by key.")
    )
    rules = serializers.DictField(
        child=serializers.CharField(max_length=100),
        required=False,
        help_text=_("Where its list leaves a choice of special rules or leagues: what it chose."),
    )
    home = HomeBody(required=False)
    record = counts(9_999, help_text=_("won, drawn, lost, touchdowns, casualties, friendlies."))
    players = serializers.ListField(
        child=AdopteeBody(), required=False, default=list, max_length=MOST_PLAYERS
    )
    override = serializers.BooleanField(
        default=False, help_text=_("Set aside the rules that say no; needs a reason.")
    )
    reason = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_REASON
    )
    dry_run = serializers.BooleanField(
        default=False, help_text=_("Answer what the rulebook says, and write nothing.")
    )

    def get_fields(self) -> dict[str, Any]:
        """With the figures that a team of some edition has."""
        return super().get_fields() | {
            key: serializers.IntegerField(
                required=False, min_value=0, max_value=each.at_most, help_text=_(each.label)
            )
            for key, each in DECLARED.items()
        }


class WeighedAdoptionSerializer(serializers.Serializer):
    """What the rulebook says of a team, and nothing done."""

    allowed = serializers.BooleanField()
    overridable = serializers.BooleanField(
        help_text=_("Whether only rules say no that a commissioner may set aside.")
    )
    value = serializers.IntegerField(allow_null=True, help_text=_("What it would be worth."))
    because = LineSerializer(many=True)
    errors = ErrorSerializer(many=True)  # type: ignore[assignment]  # DRF's own attribute of forms


class AdoptionsView(IdempotentWrites, APIView):
    also_fails_with: ClassVar = {403}
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="adopt_team",
        summary=_("Adopt a team that has played elsewhere"),
        description=_(
            "For commissioner and deputies. All of it or nothing; what it brings becomes the "
            "first entry of its ledger. A dry run is answered with the weighing."
        ),
        tags=TAGS,
        request=AdoptionBody,
        examples=[OpenApiExample("Greywater Rovers", ROVERS, request_only=True)],
        responses={201: DraftedTeamSerializer, 200: WeighedAdoptionSerializer},
    )
    def post(self, request: PersonRequest, uuid: UUID) -> Response:
        league, _membership = league_for(request.user, uuid)
        must_run(request.user, league)
        fields = AdoptionBody.sent(request)
        if fields["dry_run"]:
            weighed = weigh(book_of(current_season(league).pin), arrival_in(fields))
            return Response(weighing(weighed))
        team = adopt_team(
            actor=request.user,
            league=league,
            arrival=arrival_in(fields),
            coach=coach_in(league, fields.get("coach")),
            coach_name=fields["coach_name"],
            override=fields["override"],
            reason=fields["reason"],
            now=timezone.now(),
        )
        return Response(DraftedTeamSerializer(team).data, status=201)


def arrival_in(fields: dict[str, Any]) -> Arrival:
    players = [
        {name: said for name, said in player.items() if name not in PERSON}
        for player in fields["players"]
    ]
    brings = {name: fields[name] for name in TEAM if name in fields}
    return Arrival(
        race=fields["race"],
        name=fields["name"],
        shirt=fields["shirt"],
        trim=fields["trim"],
        brings={**brings, "players": players},
        people=[Person(each["name"], each["number"] or 0) for each in fields["players"]],
    )


def weighing(weighed: Weighed) -> dict[str, Any]:
    opening: Allowed | None = weighed.allowed or weighed.although
    catalogue = weighed.book.catalogue
    return {
        "allowed": weighed.allowed is not None,
        "overridable": weighed.although is not None,
        "value": weighed.value,
        "because": [
            {
                "code": line.code,
                "amount": line.amount,
                "params": dict(line.params),
                "sentence": line_words(catalogue, line),
            }
            for line in (opening.because if opening else ())
        ],
        "errors": [reason.as_dict() for reason in weighed.reasons],
    }
