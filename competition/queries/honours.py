"""Who won what: the honours of every season, and those that would be given now."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from competition.commands.closing import CHAMPION, TEAMS
from competition.models import Award
from competition.records import champions, worked_out
from competition.wording import AWARDS, COUNTED
from league.models import League, Season
from rules.catalogue import Catalogue
from teams.models import Player

SEVERAL = 2  # a share takes the plural


@dataclass(frozen=True, slots=True)
class Honour:
    """An award in words: what for, to whom, and what goes with it."""

    kind: str
    title: str
    winner: str
    team: str = ""
    value: str = ""
    # The value, and what it counts.
    counted: str = ""
    prize: str = ""


@dataclass(frozen=True, slots=True)
class SeasonHonours:
    number: int
    honours: tuple[Honour, ...]


def honours_of(league: League, catalogue: Catalogue) -> list[SeasonHonours]:
    """Every award ever given in a league, the latest season first. One statement."""
    given = (
        Award.objects.filter(season__league=league)
        .select_related("season", "entry__team", "player")
        .order_by("-season__number", "id")
    )
    return [
        SeasonHonours(number, tuple(_honour(award, catalogue) for award in awards))
        for number, awards in groupby(given, key=lambda award: award.season.number)
    ]


def due(season: Season) -> list[Honour]:
    """What the records would give if the season ended now."""
    entries = {entry.pk: str(entry) for entry in season.entries.select_related("team")}
    found = [Honour(CHAMPION, _champion(of), entries[won]) for of, won in champions(season)]
    earned = worked_out(season)
    players = Player.objects.in_bulk(
        [int(key) for award in earned if award.code not in TEAMS for key in award.winners]
    )
    for award in earned:
        names: Iterable[str] = (
            entries[int(key)] if award.code in TEAMS else players[int(key)].name
            for key in award.winners
        )
        title, value = str(AWARDS[award.code]), str(award.value)
        told = {"value": said(value), "counted": counted(award.code, value)}
        found += [Honour(award.code, title, name, **told) for name in names]
    return found


def _honour(award: Award, catalogue: Catalogue) -> Honour:
    team = str(award.entry)
    if award.kind == CHAMPION:
        title = _champion(award.title)
    else:
        title = award.title or str(AWARDS[award.kind])
    return Honour(
        award.kind,
        title,
        award.player.name if award.player else team,
        team if award.player else "",
        said(award.value),
        counted(award.kind, award.value),
        prize_said(award, catalogue),
    )


def _champion(of: str) -> str:
    return _("Champion: %(stage)s") % {"stage": of} if of else _("Champion")


def said(value: str) -> str:
    """A whole number as it is, a share with two decimals."""
    if not value:
        return ""
    number = Fraction(value)
    return number_format(round(float(number), 2), 0 if number.denominator == 1 else 2)


def counted(kind: str, value: str) -> str:
    """What the winner had of it, in words."""
    if not value:
        return ""
    number = Fraction(value)
    n = int(number) if number.denominator == 1 else SEVERAL
    return str(COUNTED[kind] % {"much": said(value), "n": n})


def prize_said(award: Award, catalogue: Catalogue) -> str:
    parts = []
    if award.gold:
        parts.append(_("%(gold)s gold") % {"gold": number_format(award.gold, force_grouping=True)})
    if award.fan_factor:
        parts.append(_("fan factor +%(n)d") % {"n": award.fan_factor})
    if award.inducement:
        known = catalogue.inducements.get(award.inducement)
        parts.append(known.name if known else award.inducement)
    return ", ".join(parts)
