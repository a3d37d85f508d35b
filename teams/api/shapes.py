"""How teams, players and events are told to programs."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules.api import EffectSerializer, LineSerializer
from rules.book import Book
from rules.catalogue import Star, StarMember
from teams.api.figures import FIGURES, STRENGTH, OfAnyEdition, TeamFigureSerializer
from teams.figures import figures_now
from teams.models import Team
from teams.queries.careers import Career, Deeds, Harm, Improvement, SeasonDeeds, Spell
from teams.queries.heads import Coach
from teams.queries.ledgers import ChapterSaid, EffectSaid, LedgerEntry, Named
from teams.queries.rosters import ChosenRule, Gone, Injury, Roster, RosterRow, Staff, Tally, Worth
from teams.queries.telling import When
from teams.sheets import Characteristic, Experience, RosterSheet
from teams.words import EffectText
from web.api.fields import Instant
from web.api.shapes import SHAPES, Shape, shape

# A line of arithmetic looks the same wherever the rulebook is asked.
SHAPES[EffectText] = LineSerializer

NamedSerializer = shape("Named", Named, doc="Something with a page of its own.")
CountedSerializer = shape("Counted", Staff, "key name=said count")
TeamCoachSerializer = shape("TeamCoach", Coach, uuid=_("Of their place in the league."))
BecauseSerializer = shape(
    "Because",
    Worth,
    "total because=lines",
    doc="A figure and its arithmetic, line by line; the amounts add up to it.",
)


class WithFigures(OfAnyEdition):
    """What a team has, by its edition: the list of figures, and those that have a field."""

    figures = serializers.SerializerMethodField()

    @extend_schema_field(TeamFigureSerializer(many=True))
    def get_figures(self, instance: Any) -> Any:
        team, book = self.of_team(instance)
        return TeamFigureSerializer(figures_now(book, team, strength=team.value), many=True).data

    def to_representation(self, instance: Any) -> dict[str, Any]:
        told = super().to_representation(instance)
        has = {figure["key"] for figure in told["figures"]}
        has |= {*STRENGTH} if "value" in has else set()
        return {key: said for key, said in told.items() if key not in FIGURES or key in has}

    def of_team(self, instance: Any) -> tuple[Team, Book]:
        return instance, self.context["book"]


class TeamInLeagueSerializer(WithFigures, serializers.ModelSerializer):
    created_at = Instant(read_only=True)
    coaches = serializers.SerializerMethodField()
    record = serializers.DictField(
        child=serializers.IntegerField(), help_text=_("Counts like won, drawn and lost.")
    )

    class Meta:
        model = Team
        fields = (
            *("uuid", "name", "race", "state", "shirt", "trim", "motto", "created_at", "coaches"),
            *("value", "treasury", "rerolls", "fan_factor", "figures", "record"),
        )
        read_only_fields = fields

    @extend_schema_field(TeamCoachSerializer(many=True))
    def get_coaches(self, team: Team) -> Any:
        open_ones = team.open_tenures  # type: ignore[attr-defined]
        coaches = [Coach(tenure.coach.uuid, str(tenure.coach), tenure.kind) for tenure in open_ones]
        return TeamCoachSerializer(coaches, many=True).data


# --- the roster


CharacteristicSerializer = shape(
    "Characteristic",
    Characteristic,
    "key now born said because=because.lines",
    born=_("What the position began with."),
    said=_("As the edition writes it: 3, or 3+."),
)
ExperienceSerializer = shape(
    "Experience",
    Experience,
    "points level next_at rolls_due because=because.lines",
    next_at=_("Points of the next level; null above the last."),
    rolls_due=_("Improvement rolls still to be made."),
)
SkillsSerializer = shape(
    "Skills",
    RosterSheet,
    "given gained lent",
    given=_("Those of the position."),
    lent=_("For as long as a contract lasts."),
)
TallySerializer = shape("Tally", Tally)
InjurySerializer = shape("Injury", Injury, "sentence=said misses_next")
RosterPlayerSerializer = shape(
    "RosterPlayer",
    RosterRow,
    "uuid key number name position=position_key position_name=position journeyman=is_journeyman"
    " misses_next characteristics=sheet.characteristics skills=sheet injuries tallies"
    " experience=sheet.experience owed value=sheet.value value_because=sheet.value_because.lines",
    key=_("What the rulebook calls them within the team."),
    owed=_("Improvement dice for which nothing is chosen yet."),
)
RosteredMemberSerializer = shape("RosteredMember", StarMember, "name profile skills")
StarOnRosterSerializer = shape(
    "StarOnRoster",
    Star,
    "key name cost members",
    members=_("One, or the two of a pair; Fan Favourite comes with the contract."),
)
FormerPlayerSerializer = shape(
    "FormerPlayer", Gone, "uuid name number position left_at=until how dead=is_dead"
)


TeamRuleSerializer = shape("TeamRule", ChosenRule, "key name choice")


class HomeSerializer(serializers.Serializer):
    attribute = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    owned = serializers.BooleanField()


class RosterFigures(WithFigures, Shape):
    def of_team(self, instance: Roster) -> tuple[Team, Book]:
        return instance.head.team, instance.head.book


TeamRosterSerializer = shape(
    "TeamRoster",
    Roster,
    "uuid=head.team.uuid name=head.team.name league=head.team.league season=head.season.number"
    " edition=head.edition race=head.team.race race_name=head.race state=head.team.state"
    " shirt=head.team.shirt trim=head.team.trim motto=head.team.motto story=head.team.story"
    " coaches=head.coaches revision=head.team.revision treasury=head.team.treasury"
    " rerolls=head.team.rerolls fan_factor=head.team.fan_factor record=head.team.record"
    " team_value=worth rules staff inducements star sponsor"
    " ongoing_sponsors=head.team.ongoing_sponsors"
    " blacklisted_by home=head.team.home fund=head.team.fund players=rows former_players=gone",
    base=RosterFigures,
    doc="Everything on the sheet, each figure that the rulebook gives with its because.",
    league=NamedSerializer,
    revision=_("The number of the last event."),
    record=serializers.DictField(child=serializers.IntegerField(), source="head.team.record"),
    rules=_("Special rules and leagues, with what it chose them as."),
    inducements=_("There in every match."),
    home=HomeSerializer(source="head.team.home", allow_null=True),
)

# --- the ledger

ChapterSerializer = shape("Chapter", ChapterSaid, "position kind season sentence=said")


@extend_schema_field(EffectSerializer(many=True))
class EffectsField(serializers.Field):
    def to_representation(self, effects: Iterable[EffectSaid]) -> list[dict[str, Any]]:
        return [effect.data | {"sentence": effect.sentence} for effect in effects]


LedgerEventSerializer = shape(
    "LedgerEvent",
    LedgerEntry,
    "seq=posting.seq kind=posting.kind title=kind_said at chapter=posting.chapter match opponent"
    " player gold=posting.gold balance=posting.balance because=because.lines effects words"
    " redacted=is_redacted actor on_behalf_of reason override=is_override"
    " reverses=posting.reverses reversed_by=posting.reversed_by",
    effects=EffectsField(),
    seq=_("When it was written."),
    chapter=_("When it holds."),
    balance=_("The treasury after it, as far as events stand."),
    reverses=_("The event that it takes back."),
    reversed_by=_("Then it counts no more."),
)

# --- a player

WhenSerializer = shape("When", When, "season sentence=said team opponent")
DeedsSerializer = shape("Deeds", Deeds, "when tallies points", when=WhenSerializer())
SeasonDeedsSerializer = shape(
    "SeasonDeeds", SeasonDeeds, "season tallies=together.tallies points=together.points chapters"
)
ImprovementSerializer = shape(
    "Improvement",
    Improvement,
    "when level dice=faces chosen value",
    chosen=_("Empty while it is open."),
)
HarmSerializer = shape(
    "Harm",
    Harm,
    "when sentences because=because.lines by death=is_death",
    by=_("Empty where nobody wrote it down."),
)
SpellSerializer = shape(
    "Spell", Spell, "team number since until how journeyman=is_journeyman", team=NamedSerializer
)
PlayerCareerSerializer = shape(
    "PlayerCareer",
    Career,
    "uuid=player.uuid name=player.name race=player.race position=player.position"
    " position_name=position dead=is_dead teams=spells characteristics=sheet.characteristics"
    " skills=sheet injuries tallies experience=sheet.experience value=sheet.value"
    " value_because=sheet.value_because.lines seasons improvements harm",
)
