"""A player as they stand: characteristics, skills, points, level and value."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.circumstances import Experience, OfPlayer
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player, Team
from rules.knobs import _

PILING_ON = "piling-on"  # the skill and the house rule alike


def points(book: Book, player: Player) -> int:
    """A player's star player points."""
    return total(point_lines(book, player.awards, player.extra))


def point_lines(book: Book, awards: Mapping[str, int], extra: int = 0) -> list[Line]:
    """What each kind of deed has earned (source 1104-1116), and what no deed stands for."""
    lines = []
    for award, times in awards.items():
        if times:
            each = book.figure("spp-awards", award)
            lines.append(Line(award, times * each, {"times": times, "each": each}))
    if extra:
        lines.append(Line("extra-points", extra))
    return lines


def level(book: Book, points: int) -> CatalogueRow:
    """The level that so many points make: its title and the improvement rolls it stands for."""
    return book.catalogue.tables["spp-levels"].row(points)


def rolls_due(book: Book, player: Player) -> int:
    """How many improvement rolls a player has earned and not yet made."""
    earned: int = level(book, points(book, player))["rolls"]
    return max(0, earned - player.improvements)


def characteristic(book: Book, race: str, player: Player, name: str) -> int:
    """A characteristic as it is now, improvements and injuries included."""
    return book.position(race, player.position).profile[name] + player.net(name)


def skills_of(book: Book, race: str, player: Player) -> tuple[str, ...]:
    """Every skill that a player has now: a journeyman is a Loner until hired (1387)."""
    own = (*book.position(race, player.position).skills, *player.skills, *player.lent)
    return (*own, "loner") if player.journeyman and "loner" not in own else own


@question("player-value", _("What a player is worth, and how the sum comes about."))
def player_value(book: Book, at: OfPlayer) -> Ruling:
    """The position's price and each improvement; injuries take nothing off (1161-1170)."""
    if reasons := list(player_faults(book, at.race, at.player, "player")):
        return refused(reasons)
    return allowed(because=value_lines(book, at.race, at.player))


def value_lines(book: Book, race: str, player: Player) -> list[Line]:
    """A player's value line by line. What no improvement explains stands in a line of its own."""
    lines = [
        Line("position", player.cost, {"position": player.position}),
        *improvement_lines(book, race, player),
    ]
    if other := player.value - total(lines):
        lines.append(Line("otherwise", other))
    return lines


def improvement_lines(book: Book, race: str, player: Player) -> list[Line]:
    """What each skill gained and each characteristic raised adds to a player's value."""
    skills = [skill_line(book, race, player, skill) for skill in player.skills]
    return skills + [
        raise_line(book, name, times) for name, times in player.raised.items() if times
    ]


def skill_line(book: Book, race: str, player: Player, skill: str) -> Line:
    kind = skill_kind(book, race, player, skill)
    return Line(kind, book.figure("value-modifiers", kind), {"skill": skill})


def raise_line(book: Book, name: str, times: int) -> Line:
    each = book.figure("value-modifiers", name)
    return Line(name, times * each, {"times": times, "each": each})


def skill_kind(book: Book, race: str, player: Player, skill: str) -> str:
    """Whether a skill is a normal one for a player, or takes a double."""
    normal = book.catalogue.skills_in(book.position(race, player.position).normal)
    return "skill" if skill in {each.key for each in normal} else "double-skill"


@question("spp-level", _("A player's star player points, their level and the way to the next."))
def spp_level(book: Book, at: Experience) -> Ruling:
    """Points, level, rolls earned and open, and what is missing (1118-1147, 5897-5912)."""
    reasons = list(point_faults(book, at.awards, at.extra))
    if at.improvements < 0:
        reasons.append(Reason("negative", "improvements", integrity=True))
    if reasons:
        return refused(reasons)
    lines = point_lines(book, at.awards, at.extra)
    reached = level(book, total(lines))
    rows = book.catalogue.tables["spp-levels"].rows
    is_last = reached is rows[-1]
    return allowed(
        e.Fact("points", total(lines)),
        e.Fact("level", reached.name),
        e.Fact("rolls", reached["rolls"]),
        e.Fact("rolls-due", max(0, reached["rolls"] - at.improvements)),
        e.Fact("to-next-level", None if is_last else reached.high + 1 - total(lines)),
        because=lines,
    )


def is_played(book: Book, skill: str) -> bool:
    """Whether the league plays with a skill: Piling On is a matter of its own (1542)."""
    return skill != PILING_ON or bool(book.house[PILING_ON])


# --- what can be wrong with a team or a player that somebody asks about


def star_of(key: str) -> str:
    """The star whom somebody on the pitch is, or whose half: a pair's two have a number each."""
    return key.partition("/")[0]


def star_places(book: Book, team: Team) -> int:
    """How many places of the roster its star takes; a pair takes two."""
    star = book.catalogue.stars.get(team.star)
    return len(star.members) if star else 0


def star_faults(book: Book, team: Team) -> Iterator[Reason]:
    if team.star and team.star not in book.catalogue.stars:
        yield Reason("no-such-star", "team.star", {"star": team.star}, integrity=True)


def member_faults(book: Book, team: Team, player: str) -> Iterator[Reason]:
    """What must hold before anything can be said about a player of a team."""
    yield from team_faults(book, team)
    if player not in team.players:
        yield Reason("no-such-player", "player", {"player": player}, integrity=True)
    elif team.race in book.catalogue.races:
        subject = f"team.players.{player}"
        yield from player_faults(book, team.race, team.players[player], subject)


def player_faults(book: Book, race: str, player: Player, subject: str) -> Iterator[Reason]:
    """Everything about a player that the catalogue does not know or no number can be."""
    if race not in book.catalogue.races:
        yield Reason("no-such-race", "race", {"race": race}, integrity=True)
    else:
        yield from position_faults(book, race, player.position, f"{subject}.position")
    yield from figure_faults(book, player, subject)


def position_faults(book: Book, race: str, position: str, subject: str) -> Iterator[Reason]:
    if position not in book.race(race).positions:
        params = {"position": position, "race": race}
        yield Reason("no-such-position", subject, params, integrity=True)


def figure_faults(book: Book, player: Player, subject: str) -> Iterator[Reason]:
    """What is wrong with a player of whatever race: skills, characteristics, awards, numbers."""
    for name, skills in {"skills": player.skills, "lent": player.lent}.items():
        yield from skill_faults(book, skills, f"{subject}.{name}")
    known = book.catalogue.characteristics
    yield from tally_faults(player.raised, known, f"{subject}.raised")
    yield from tally_faults(player.lowered, known, f"{subject}.lowered")
    yield from point_faults(book, player.awards, player.extra, f"{subject}.")
    for name in ("cost", "niggles", "improvements", "value_added"):
        if getattr(player, name) < 0:
            yield Reason("negative", f"{subject}.{name}", integrity=True)


def skill_faults(book: Book, skills: Iterable[str], subject: str) -> Iterator[Reason]:
    for skill in skills:
        if skill not in book.catalogue.skills:
            yield Reason("no-such-skill", subject, {"skill": skill}, integrity=True)


def point_faults(
    book: Book, awards: Mapping[str, int], extra: int, subject: str = ""
) -> Iterator[Reason]:
    """Awards that nobody knows, and points that in all are less than none."""
    known = book.catalogue.tables["spp-awards"].named
    faults = list(tally_faults(awards, known, f"{subject}awards"))
    yield from faults
    if not faults and total(point_lines(book, awards, extra)) < 0:
        yield Reason("negative", f"{subject}extra", integrity=True)


def tally_faults(tally: Mapping[str, int], known: Iterable[Any], subject: str) -> Iterator[Reason]:
    for name, count in tally.items():
        if name not in known:
            yield Reason("unknown", f"{subject}.{name}", {"name": name}, integrity=True)
        elif count < 0:
            yield Reason("negative", f"{subject}.{name}", integrity=True)
