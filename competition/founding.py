"""What a league can begin as: house rules and stages that clubs start with, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competition.models import Stage
from rules.editions import edition
from rules.knobs import Knob, Several

Format, Seeding = Stage.Format, Stage.Seeding


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage to come; one that `follows` is filled from the tables of the stage before it."""

    name: str | Promise
    format: str
    follows: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Template:
    title: str | Promise
    sentence: str | Promise
    stages: tuple[StagePlan, ...]
    house: Mapping[str, Any] = field(default_factory=dict)
    teams_per_coach: int = 1


CLUB_SEASON = "club-season"

TEMPLATES: Mapping[str, Template] = {
    CLUB_SEASON: Template(
        title=_("Club season with play-offs"),
        sentence=_("Everybody meets everybody once, then the top four play for the cup."),
        stages=(
            StagePlan(_("Regular season"), Format.ROUND_ROBIN),
            StagePlan(
                _("Play-offs"),
                Format.KNOCK_OUT,
                follows=True,
                settings={"top_of_each": 4, "seeding": Seeding.STANDINGS},
            ),
        ),
    ),
    "short-league": Template(
        title=_("Short league"),
        sentence=_("A few weeks: everybody meets once, and matches earn a little extra."),
        stages=(StagePlan(_("League"), Format.ROUND_ROBIN, settings={"plays_ahead": True}),),
        house={"winnings.short-league": "bonus"},
    ),
    "swiss-day": Template(
        title=_("One-day Swiss tournament"),
        sentence=_("Three rounds against equals; rosters are as drafted in every match."),
        stages=(StagePlan(_("Tournament"), Format.SWISS, settings={"swiss_rounds": 3}),),
        house={
            "resurrection": True,
            "resurrection.skills": 6,
            "draft.treasury": 1_100_000,
            "points.bye": 3,
            "tie-breakers": ["points", "opponents", "both-differences", "td-for", "lots"],
        },
    ),
    "open-league": Template(
        title=_("Perpetual open league"),
        sentence=_("No fixtures and no end: coaches arrange their matches, the table runs on."),
        stages=(StagePlan(_("Open play"), Format.OPEN),),
        teams_per_coach=3,
    ),
    "ten-and-a-final": Template(
        title=_("Ten matches and a final"),
        sentence=_("Coaches arrange ten matches each; the two best play for the title."),
        stages=(
            StagePlan(_("League"), Format.OPEN, settings={"fewest": 10, "most": 10}),
            StagePlan(
                _("Final"),
                Format.KNOCK_OUT,
                follows=True,
                settings={"top_of_each": 2, "seeding": Seeding.STANDINGS},
            ),
        ),
    ),
    "ten-and-quarter-finals": Template(
        title=_("Ten matches and quarter-finals"),
        sentence=_(
            "Coaches arrange ten matches each; the eight best go on, the best against the last of "
            "those left, and the losing semi-finalists play for third."
        ),
        stages=(
            StagePlan(_("League"), Format.OPEN, settings={"fewest": 10, "most": 10}),
            StagePlan(
                _("Finals"),
                Format.KNOCK_OUT,
                follows=True,
                settings={
                    "top_of_each": 8,
                    "seeding": Seeding.STANDINGS,
                    "reseeds": True,
                    "third_place": True,
                },
            ),
        ),
    ),
    "cup": Template(
        title=_("Knock-out cup"),
        sentence=_("Drawn by lot, lose and you are out; the losing semi-finalists play for third."),
        stages=(
            StagePlan(
                _("Cup"),
                Format.KNOCK_OUT,
                settings={"seeding": Seeding.DRAW, "third_place": True},
            ),
        ),
    ),
}


def house_of(template: Template, edition_key: str) -> dict[str, Any]:
    """The template's house rules, as far as an edition has what they are about."""
    knobs = edition(edition_key).knobs
    return {key: _had(knobs[key], value) for key, value in template.house.items() if key in knobs}


def _had(knob: Knob, value: Any) -> Any:
    """Of a list, what the edition has."""
    if isinstance(knob, Several) and knob.options:
        return [each for each in value if each in knob.options]
    return value
