"""Who won what: the honours of every season, and those that would be given now."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from competition.commands.closing import TEAMS
from competition.commands.season_end import CHAMPION
from competition.models import Award
from competition.records import champions, worked_out
from competition.wording import AWARDS, COUNTED
from league.models import League, Season
from rules.catalogue import Catalogue
from rules.house import House
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
    # How many are level and share it.
    shared_by: int = 1


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
        SeasonHonours(number, _honours([*awards], catalogue))
        for number, awards in groupby(given, key=lambda award: award.season.number)
    ]


def _honours(awards: list[Award], catalogue: Catalogue) -> tuple[Honour, ...]:
    """Champions of several divisions share nothing, nor do awards of the commissioner's own."""
    times = Counter(award.kind for award in awards if award.kind not in ("", CHAMPION))
    return tuple(_honour(award, catalogue, times[award.kind] or 1) for award in awards)


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
        shared_by = len(award.winners)
        found += [Honour(award.code, title, name, **told, shared_by=shared_by) for name in names]
    return found


def _honour(award: Award, catalogue: Catalogue, shared_by: int) -> Honour:
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
        shared_by,
    )


def _champion(of: str) -> str:
    return _("Champion: %(stage)s") % {"stage": of} if of else _("Champion")


def title_of(kind: str) -> str:
    """What an award is called, whoever won it."""
    return str(AWARDS[kind]) if kind in AWARDS else _champion("")


def shared_said(honours: Sequence[Honour], house: House) -> str:
    """What each of several winners gets of a prize; nothing where there is one."""
    n = len(honours)
    if n == 1:
        return ""
    if honours[0].kind == CHAMPION:
        return _("%(n)d champions: each gets all of it.") % {"n": n}
    if house["prizes.shared"] == "each":
        return _("Shared by %(n)d: each gets all of it.") % {"n": n}
    return _(
        "Shared by %(n)d: the gold is divided between them, in whole thousands; all else goes to "
        "each."
    ) % {"n": n}


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
