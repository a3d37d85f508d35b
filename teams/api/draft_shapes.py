"""What calls about drafts carry, and what they are answered with."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.models import Membership
from league.pins import book_of
from league.queries import current_season
from rules.book import Book
from teams.api.figures import DECLARED, FIGURES, OfAnyEdition
from teams.api.shapes import WithFigures
from teams.drafts import Recruit
from teams.models import HIGHEST_NUMBER, LONGEST_NAME, Draft, Team
from teams.newcomers import Person
from teams.on_record import LONGEST_REASON
from web.api.bodies import Body
from web.api.errors import ErrorSerializer
from web.api.fields import Instant
from web.api.shapes import shape
from web.crests import KITS

MOST_OF_ANYTHING = 1000
BOUGHT = [each for key, each in DECLARED.items() if each.unit == "count" and key in FIGURES]


# --- what is sent


class Counts(serializers.DictField):
    """How many of each thing."""

    child = serializers.IntegerField(min_value=0, max_value=MOST_OF_ANYTHING)


class SkilledBody(Body):
    position = serializers.CharField(max_length=100)
    skills = serializers.ListField(child=serializers.CharField(max_length=100), max_length=20)


class WishBody(Body):
    players = Counts(required=False, help_text=_("By position: key, or name."))
    staff = Counts(required=False, help_text=_("Who may be on it, the edition says."))
    skilled = SkilledBody(
        many=True,
        required=False,
        help_text=_("In a resurrection league: the first players of a position with their skills."),
    )
    inducements = Counts(
        required=False, help_text=_("Where inducements are bought for good: by key, or name.")
    )

    rules = serializers.DictField(
        child=serializers.CharField(max_length=100, allow_blank=True),
        required=False,
        help_text=_("Where a list leaves a choice of special rules or leagues: what is chosen."),
    )

    def get_fields(self) -> dict[str, Any]:
        """With the figures that a draft buys."""
        return super().get_fields() | {
            each.key: serializers.IntegerField(
                required=False, min_value=0, max_value=MOST_OF_ANYTHING, help_text=_(each.label)
            )
            for each in BOUGHT
        }


class PersonBody(Body):
    name = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_NAME
    )
    number = serializers.IntegerField(
        required=False, default=0, allow_null=True, min_value=1, max_value=HIGHEST_NUMBER
    )

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        return Person(value["name"], value["number"] or 0)


class People(serializers.DictField):
    """What players are called and wear; what is left out or empty is suggested."""

    child = PersonBody()


class KitField(serializers.ChoiceField):
    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[*KITS], **options)


class BeginDraftBody(Body):
    race = serializers.CharField(max_length=100, help_text=_("The key of a race."))
    coach = serializers.UUIDField(
        required=False,
        help_text=_("A place in the league; for the commissioner, who drafts for others."),
    )
    shirt = KitField(required=False, help_text=_("Drawn by lot if left out, like the trim."))
    trim = KitField(required=False)


class ChangeDraftBody(Body):
    revision = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text=_("The revision that you saw: 409 if the draft has moved on since."),
    )
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_NAME,
        help_text=_("Empty for a suggestion."),
    )
    shirt = KitField(required=False)
    trim = KitField(required=False)
    wish = WishBody(required=False, help_text=_("In place of the wish so far."))
    people = People(
        required=False,
        help_text=_("By the keys of the players, as this wish numbers them; others stay."),
    )
    suggest_again = serializers.ChoiceField(
        choices=["name", "people"], required=False, help_text=_("Another suggestion, please.")
    )


class FinishDraftBody(Body):
    revision = serializers.IntegerField(
        required=False, min_value=0, help_text=_("409 if the draft has moved on since.")
    )
    override = serializers.BooleanField(
        default=False, help_text=_("Set aside the rules that say no; integrity stays.")
    )
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        required=False,
        allow_blank=True,
        help_text=_("Why, if a rule is set aside; it stays on record."),
    )


class DraftTeamBody(BeginDraftBody):
    name = serializers.CharField(required=False, default="", max_length=LONGEST_NAME)
    wish = WishBody()
    people = People(required=False, help_text=_("By draft/1, draft/2 and so on, in list order."))


# --- what is answered


class CoachSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="__str__", read_only=True)

    class Meta:
        model = Membership
        fields = ("uuid", "name")
        read_only_fields = fields


class DraftSerializer(serializers.ModelSerializer):
    league = serializers.UUIDField(source="season.league.uuid", read_only=True)
    season = serializers.IntegerField(source="season.number", read_only=True)
    coach = CoachSerializer(read_only=True)
    team = serializers.UUIDField(
        source="team.uuid",
        read_only=True,
        allow_null=True,
        default=None,
        help_text=_("The team that it became; null until it is finished."),
    )
    begun_at = Instant(read_only=True)
    changed_at = Instant(read_only=True)
    finished_at = Instant(read_only=True, allow_null=True)

    class Meta:
        model = Draft
        fields: ClassVar[tuple[str, ...]] = (
            *("uuid", "league", "season", "coach", "race", "name", "shirt", "trim"),
            *("revision", "begun_at", "changed_at", "finished_at", "team"),
        )
        read_only_fields = fields
        extra_kwargs: ClassVar = {"name": {"help_text": _("Empty while only suggested.")}}


RecruitSerializer = shape(
    "Recruit",
    Recruit,
    "key position=player.position skills=player.skills value=player.value name=person.name"
    " number=person.number",
    key=_("What the team will know them by: draft/1."),
    skills=_("Bought at the draft."),
)


class BillLineSerializer(serializers.Serializer):
    code = serializers.CharField()
    amount = serializers.IntegerField(help_text=_("Gold; what goes out is below zero."))
    sentence = serializers.CharField()


class WishSerializer(OfAnyEdition):
    """What is bought, with the figures that the edition has."""

    players = serializers.DictField(child=serializers.IntegerField(), default=dict)
    staff = serializers.DictField(child=serializers.IntegerField(), default=dict)
    skilled = SkilledBody(many=True, default=list)
    inducements = serializers.DictField(child=serializers.IntegerField(), default=dict)

    def get_fields(self) -> dict[str, Any]:
        counts = {each.key: serializers.IntegerField(default=0) for each in BOUGHT}
        return super().get_fields() | counts


class WeighedDraftSerializer(DraftSerializer):
    """A draft and what the rulebook makes of it."""

    called = serializers.CharField(help_text=_("The name, or the one that is suggested."))
    wish = WishSerializer()
    players = RecruitSerializer(many=True)
    because = BillLineSerializer(many=True, help_text=_("The bill, line by line."))
    budget = serializers.IntegerField()
    spent = serializers.IntegerField()
    left = serializers.IntegerField(help_text=_("Below zero if it is too dear."))
    team_value = serializers.IntegerField()
    overridable = serializers.BooleanField(
        help_text=_("Whether whoever runs the league could set aside what is wrong.")
    )
    errors = ErrorSerializer(  # type: ignore[assignment]  # DRF's own attribute of forms
        many=True, help_text=_("Everything that is still wrong with it.")
    )

    class Meta(DraftSerializer.Meta):
        fields = (
            *DraftSerializer.Meta.fields,
            *("called", "wish", "players", "because", "budget", "spent", "left", "team_value"),
            *("overridable", "errors"),
        )


class DraftedTeamSerializer(WithFigures, serializers.ModelSerializer):
    created_at = Instant(read_only=True)
    staff = serializers.DictField(child=serializers.IntegerField(), read_only=True)
    inducements = serializers.DictField(child=serializers.IntegerField(), read_only=True)

    class Meta:
        model = Team
        fields = (
            *("uuid", "name", "race", "shirt", "trim", "treasury", "value", "rerolls"),
            *("fan_factor", "figures", "staff", "inducements", "created_at"),
        )
        read_only_fields = fields

    def of_team(self, instance: Team) -> tuple[Team, Book]:
        """One statement."""
        return instance, book_of(current_season(instance.league).pin)
