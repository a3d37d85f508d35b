"""Who won what: the honours of every season, and those that would be given now."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from competition.models import Award, Stage
from competition.records import CHAMPION, champions, is_of_team, worked_out
from competition.standings_words import COUNTED, award_title
from league.models import League, Season
from league.pins import book_of
from rules.catalogue import Catalogue
from rules.editions import award_declared
from rules.engine.season_awards import is_divided
from rules.house import House
from teams.models import Player

SEVERAL = 2  # a share takes the plural


@dataclass(frozen=True, slots=True)
class Winner:
    """Of a player who won, the team too."""

    name: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Honour:
    """An award in words: what for, to whom, and what goes with it. Whoever is level shares it."""

    kind: str
    title: str
    winners: tuple[Winner, ...]
    value: str = ""
    # The value, and what it counts.
    counted: str = ""
    # What each got, and of several whether it was divided between them.
    prize: str = ""
    division: str = ""
    # The stage in whose table several champions are level, where lots can still be drawn.
    level_in: Stage | None = None

    @property
    def winner(self) -> str:
        return ", ".join(winner.name for winner in self.winners)

    @property
    def team(self) -> str:
        return self.winners[0].team if self.shared_by == 1 else ""

    @property
    def shared_by(self) -> int:
        return len(self.winners)


@dataclass(frozen=True, slots=True)
class SeasonHonours:
    number: int
    honours: tuple[Honour, ...]


def honours_of(league: League, catalogue: Catalogue) -> list[SeasonHonours]:
    """Every award ever given in a league, the latest season first. One statement."""
    given = (
        Award.objects.filter(season__league=league)
        .select_related("season__pin__catalogue", "entry__team", "player")
        .defer("season__pin__catalogue__data")
        .order_by("-season__number", "id")
    )
    return [
        SeasonHonours(number, _honours([*awards], catalogue))
        for number, awards in groupby(given, key=lambda award: award.season.number)
    ]


def _honours(awards: list[Award], catalogue: Catalogue) -> tuple[Honour, ...]:
    """Champions of several divisions share nothing, nor do awards of the commissioner's own."""
    lines: dict[object, list[Award]] = {}
    for award in awards:
        of_a_title = award.title if award.kind == CHAMPION else ""
        line = (award.kind, of_a_title) if award.kind else award.pk
        lines.setdefault(line, []).append(award)
    return tuple(_honour(shared, catalogue) for shared in lines.values())


def due(season: Season) -> list[Honour]:
    """What the records would give if the season ended now."""
    entries = {entry.pk: str(entry) for entry in season.entries.select_related("team")}
    honours = [
        Honour(
            CHAMPION,
            _champion(title.of),
            tuple(Winner(entries[won]) for won in title.winners),
            level_in=title.stage if len(title.winners) > 1 else None,
        )
        for title in champions(season)
    ]
    earned = worked_out(season)
    players = Player.objects.in_bulk(
        [int(key) for award in earned if not is_of_team(award.code) for key in award.winners]
    )
    for award in earned:
        winners = tuple(
            Winner(entries[int(key)] if is_of_team(award.code) else players[int(key)].name)
            for key in award.winners
        )
        title, value = award_title(award.code), str(award.value)
        honours.append(Honour(award.code, title, winners, said(value), counted(award.code, value)))
    return honours


def _honour(shared: list[Award], catalogue: Catalogue) -> Honour:
    """One line for all who share an award: each got the same."""
    award = shared[0]
    if award.kind == CHAMPION:
        title = _champion(award.title)
    else:
        title = award.title or award_title(award.kind)
    return Honour(
        award.kind,
        title,
        tuple(
            Winner(each.player.name, str(each.entry)) if each.player else Winner(str(each.entry))
            for each in shared
        ),
        said(award.value),
        counted(award.kind, award.value),
        prize_said(award, catalogue),
        _division_said(award, len(shared)),
    )


def _division_said(award: Award, sharing: int) -> str:
    """How those who share an award came by what each got."""
    if sharing == 1 or not (award.gold or award.fan_factor or award.inducement):
        return ""
    if award.gold and is_divided(book_of(award.season.pin).house, sharing=sharing):
        return _("to each, the gold divided between them")
    return _("to each")


def _champion(of: str) -> str:
    return _("Champion: %(stage)s") % {"stage": of} if of else _("Champion")


def title_of(kind: str) -> str:
    """What an award is called, whoever won it."""
    return award_title(kind) or _champion("")


def shared_said(honours: Sequence[Honour], house: House) -> str:
    """What each of several winners gets of a prize; nothing where there is one."""
    n = max(honour.shared_by for honour in honours)
    titles = len(honours)
    if (n == 1 and titles == 1) or "prizes.shared" not in house.knobs:
        return ""
    if n == 1:
        return _("%(n)d champions: each gets all of it.") % {"n": titles}
    if titles > 1:
        return _(
            "%(n)d titles: each brings all of it, and those who share one share its gold as the "
            "house rules say."
        ) % {"n": titles}
    if not is_divided(house, sharing=n):
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
    if declared := award_declared(kind):
        return _(declared.counted) % {"much": said(value)}
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
