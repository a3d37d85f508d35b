"""How teams, players and events are told to programs."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules.api import EffectSerializer, LineSerializer
from rules.book import Book
from teams.figures import figures_now
from teams.models import Team, Tenure
from teams.queries.heads import Coach
from web.api.fields import Instant


class NamedSerializer(serializers.Serializer):
    """Something with a page of its own."""

    uuid = serializers.UUIDField()
    name = serializers.CharField()


class KeyedSerializer(serializers.Serializer):
    """Something that the rulebook knows by a key."""

    key = serializers.CharField()
    name = serializers.CharField()


class CountedSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField(source="said")
    count = serializers.IntegerField()


class TeamCoachSerializer(serializers.Serializer):
    uuid = serializers.UUIDField(help_text=_("Of their place in the league."))
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=Tenure.Kind.choices)


class BecauseSerializer(serializers.Serializer):
    """A figure and its arithmetic, line by line; the amounts add up to it."""

    total = serializers.IntegerField()
    because = LineSerializer(many=True, source="lines")


class TeamFigureSerializer(serializers.Serializer):
    """How much a team has of something that its edition counts."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # DRF's own attribute of fields
    unit = serializers.CharField(help_text=_("gold or count."))
    value = serializers.IntegerField()


# Figures that stand beside the list, too; each is left out where an edition has no such thing.
FIGURES = ("treasury", "rerolls", "fan_factor", "value", "team_value")


class WithFigures(serializers.Serializer):
    """What a team has, by its edition: the list of figures, and those that have a field."""

    figures = serializers.SerializerMethodField()

    @extend_schema_field(TeamFigureSerializer(many=True))
    def get_figures(self, instance: Any) -> Any:
        team, book = self.of_team(instance)
        return TeamFigureSerializer(figures_now(book, team, strength=team.value), many=True).data

    def to_representation(self, instance: Any) -> dict[str, Any]:
        told = super().to_representation(instance)
        has = {figure["key"] for figure in told["figures"]}
        has |= {"team_value"} if "value" in has else set()
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


class CharacteristicSerializer(serializers.Serializer):
    key = serializers.CharField()
    now = serializers.IntegerField()
    born = serializers.IntegerField(help_text=_("What the position began with."))
    said = serializers.CharField(help_text=_("As the edition writes it: 3, or 3+."))
    because = LineSerializer(many=True, source="because.lines")


class ExperienceSerializer(serializers.Serializer):
    points = serializers.IntegerField()
    level = serializers.CharField()
    next_at = serializers.IntegerField(
        allow_null=True, help_text=_("Points of the next level; null above the last.")
    )
    rolls_due = serializers.IntegerField(help_text=_("Improvement rolls still to be made."))
    because = LineSerializer(many=True, source="because.lines")


class SkillsSerializer(serializers.Serializer):
    given = serializers.ListField(
        child=serializers.CharField(), help_text=_("Those of the position.")
    )
    gained = serializers.ListField(child=serializers.CharField())
    lent = serializers.ListField(
        child=serializers.CharField(), help_text=_("For as long as a contract lasts.")
    )


class TallySerializer(serializers.Serializer):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # DRF's own attribute of fields
    count = serializers.IntegerField()


class InjurySerializer(serializers.Serializer):
    sentence = serializers.CharField(source="said")
    misses_next = serializers.BooleanField()


class RosterPlayerSerializer(serializers.Serializer):
    uuid = serializers.UUIDField()
    key = serializers.CharField(help_text=_("What the rulebook calls them within the team."))
    number = serializers.IntegerField()
    name = serializers.CharField()
    position = serializers.CharField(source="position_key")
    position_name = serializers.CharField(source="position")
    journeyman = serializers.BooleanField(source="is_journeyman")
    misses_next = serializers.BooleanField()
    characteristics = CharacteristicSerializer(many=True, source="sheet.characteristics")
    skills = SkillsSerializer(source="sheet")
    injuries = InjurySerializer(many=True)
    tallies = TallySerializer(many=True)
    experience = ExperienceSerializer(source="sheet.experience", allow_null=True)
    owed = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text=_("Improvement dice for which nothing is chosen yet."),
    )
    value = serializers.IntegerField(source="sheet.value")
    value_because = LineSerializer(many=True, source="sheet.value_because.lines")


class RosteredMemberSerializer(serializers.Serializer):
    name = serializers.CharField()
    profile = serializers.DictField(child=serializers.IntegerField())
    skills = serializers.ListField(child=serializers.CharField())


class StarOnRosterSerializer(KeyedSerializer):
    cost = serializers.IntegerField()
    members = RosteredMemberSerializer(
        many=True, help_text=_("One, or the two of a pair; Fan Favourite comes with the contract.")
    )


class HomeSerializer(serializers.Serializer):
    attribute = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    owned = serializers.BooleanField()


class FormerPlayerSerializer(NamedSerializer):
    number = serializers.IntegerField()
    position = serializers.CharField()
    left_at = Instant(source="until")
    how = serializers.CharField()
    dead = serializers.BooleanField(source="is_dead")


class TeamRosterSerializer(WithFigures):
    """Everything on the sheet, each figure that the rulebook gives with its because."""

    uuid = serializers.UUIDField(source="head.team.uuid")
    name = serializers.CharField(source="head.team.name")
    league = NamedSerializer(source="head.team.league")
    season = serializers.IntegerField(source="head.season.number")
    edition = serializers.CharField(source="head.edition")
    race = serializers.CharField(source="head.team.race")
    race_name = serializers.CharField(source="head.race")
    state = serializers.ChoiceField(choices=Team.State.choices, source="head.team.state")
    shirt = serializers.CharField(source="head.team.shirt")
    trim = serializers.CharField(source="head.team.trim")
    motto = serializers.CharField(source="head.team.motto", allow_blank=True)
    story = serializers.CharField(source="head.team.story", allow_blank=True)
    coaches = TeamCoachSerializer(many=True, source="head.coaches")
    revision = serializers.IntegerField(
        source="head.team.revision", help_text=_("The number of the last event.")
    )
    treasury = serializers.IntegerField(source="head.team.treasury")
    rerolls = serializers.IntegerField(source="head.team.rerolls")
    fan_factor = serializers.IntegerField(source="head.team.fan_factor")
    record = serializers.DictField(child=serializers.IntegerField(), source="head.team.record")
    team_value = BecauseSerializer(source="worth", allow_null=True)
    staff = CountedSerializer(many=True)
    inducements = CountedSerializer(many=True, help_text=_("There in every match."))
    star = StarOnRosterSerializer(allow_null=True)
    sponsor = serializers.CharField(allow_blank=True)
    ongoing_sponsors = serializers.IntegerField(source="head.team.ongoing_sponsors")
    blacklisted_by = serializers.ListField(child=serializers.CharField())
    home = HomeSerializer(source="head.team.home", allow_null=True)
    fund = serializers.IntegerField(source="head.team.fund")
    players = RosterPlayerSerializer(many=True, source="rows")
    former_players = FormerPlayerSerializer(many=True, source="gone")

    def of_team(self, instance: Any) -> tuple[Team, Book]:
        return instance.head.team, instance.head.book


# --- the ledger


class ChapterSerializer(serializers.Serializer):
    position = serializers.IntegerField()
    kind = serializers.CharField()
    season = serializers.IntegerField()
    sentence = serializers.CharField(source="said")


class LedgerEventSerializer(serializers.Serializer):
    seq = serializers.IntegerField(source="posting.seq", help_text=_("When it was written."))
    kind = serializers.CharField(source="posting.kind")
    title = serializers.CharField(source="kind_said")
    at = Instant()
    chapter = ChapterSerializer(source="posting.chapter", help_text=_("When it holds."))
    match = serializers.UUIDField(allow_null=True)
    opponent = NamedSerializer(allow_null=True)
    player = NamedSerializer(allow_null=True)
    gold = serializers.IntegerField(source="posting.gold")
    balance = serializers.IntegerField(
        source="posting.balance", help_text=_("The treasury after it, as far as events stand.")
    )
    because = LineSerializer(many=True, source="because.lines")
    effects = serializers.SerializerMethodField()
    words = serializers.CharField(allow_blank=True)
    redacted = serializers.BooleanField(source="is_redacted")
    actor = serializers.CharField(allow_blank=True)
    on_behalf_of = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    override = serializers.BooleanField(source="is_override")
    reverses = serializers.IntegerField(
        source="posting.reverses", allow_null=True, help_text=_("The event that it takes back.")
    )
    reversed_by = serializers.IntegerField(
        source="posting.reversed_by", allow_null=True, help_text=_("Then it counts no more.")
    )

    @extend_schema_field(EffectSerializer(many=True))
    def get_effects(self, entry: Any) -> Any:
        return [effect.data | {"sentence": effect.sentence} for effect in entry.effects]


# --- a player


class WhenSerializer(serializers.Serializer):
    season = serializers.IntegerField()
    sentence = serializers.CharField(source="said")
    team = NamedSerializer()
    opponent = NamedSerializer(allow_null=True)


class DeedsSerializer(serializers.Serializer):
    when = WhenSerializer()
    tallies = TallySerializer(many=True)
    points = serializers.IntegerField(allow_null=True)


class SeasonDeedsSerializer(serializers.Serializer):
    season = serializers.IntegerField()
    tallies = TallySerializer(many=True, source="together.tallies")
    points = serializers.IntegerField(source="together.points", allow_null=True)
    chapters = DeedsSerializer(many=True)


class ImprovementSerializer(serializers.Serializer):
    when = WhenSerializer()
    level = serializers.CharField()
    dice = serializers.ListField(child=serializers.IntegerField(), source="faces")
    chosen = serializers.CharField(allow_blank=True, help_text=_("Empty while it is open."))
    value = serializers.IntegerField()


class HarmSerializer(serializers.Serializer):
    when = WhenSerializer()
    sentences = serializers.ListField(child=serializers.CharField())
    because = LineSerializer(many=True, source="because.lines")
    by = serializers.CharField(allow_blank=True, help_text=_("Empty where nobody wrote it down."))
    death = serializers.BooleanField(source="is_death")


class SpellSerializer(serializers.Serializer):
    team = NamedSerializer()
    number = serializers.IntegerField()
    since = Instant()
    until = Instant(allow_null=True)
    how = serializers.CharField(allow_blank=True)
    journeyman = serializers.BooleanField(source="is_journeyman")


class PlayerCareerSerializer(serializers.Serializer):
    uuid = serializers.UUIDField(source="player.uuid")
    name = serializers.CharField(source="player.name")
    race = serializers.CharField(source="player.race")
    position = serializers.CharField(source="player.position")
    position_name = serializers.CharField(source="position")
    dead = serializers.SerializerMethodField()
    teams = SpellSerializer(many=True, source="spells")
    characteristics = CharacteristicSerializer(many=True, source="sheet.characteristics")
    skills = SkillsSerializer(source="sheet")
    injuries = InjurySerializer(many=True)
    tallies = TallySerializer(many=True)
    experience = ExperienceSerializer(source="sheet.experience", allow_null=True)
    value = serializers.IntegerField(source="sheet.value")
    value_because = LineSerializer(many=True, source="sheet.value_because.lines")
    seasons = SeasonDeedsSerializer(many=True)
    improvements = ImprovementSerializer(many=True)
    harm = HarmSerializer(many=True)

    def get_dead(self, career: Any) -> bool:
        return career.death is not None
