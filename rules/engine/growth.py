"""A player as they stand, whatever the edition: characteristics, skills, points and level."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.book import Book
from rules.catalogue import CatalogueRow
from rules.engine import effects as e
from rules.engine.circumstances import Experience
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player, Team

# One more than a D6 shows.
NEVER = 7


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
    """A characteristic as it is now, improvements and injuries included.

    A target number falls as it gets better; who cannot at all begins to learn it at 6.
    """
    printed = book.position(race, player.position).profile[name]
    if name not in book.catalogue.lower_is_better:
        return printed + player.net(name)
    if printed:
        return printed - player.net(name)
    return NEVER - player.net(name) if player.net(name) > 0 else 0


def own_skills(book: Book, race: str, player: Player) -> tuple[str, ...]:
    """What the position has, what they have learnt, and what they are lent."""
    return (*book.position(race, player.position).skills, *player.skills, *player.lent)


def may_fall(book: Book, race: str, player: Player, name: str) -> bool:
    """At most 2 below the start, counted on the net value, and never below 1."""
    return player.net(name) > -book.figure("characteristic-limits", "loss-max") and characteristic(
        book, race, player, name
    ) > book.figure("characteristic-limits", "value-min")


def skill_kind(book: Book, race: str, player: Player, skill: str) -> str:
    """Whether a skill is a normal one for a player, or takes a double."""
    normal = book.catalogue.skills_in(book.position(race, player.position).normal)
    return "skill" if skill in {each.key for each in normal} else "double-skill"


def level_reached(book: Book, at: Experience) -> Ruling:
    """Points, level, rolls earned and open, and what is missing to the next level."""
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


# --- what can be wrong with a player that somebody asks about


def member_faults(book: Book, team: Team, player: str) -> Iterator[Reason]:
    """What must hold of a player of a team before anything can be said about them."""
    if player not in team.players:
        yield Reason("no-such-player", "player", {"player": player}, integrity=True)
    elif team.race in book.catalogue.races:
        subject = f"team.players.{player}"
        yield from player_faults(book, team.race, team.players[player], subject)


def players_faults(book: Book, team: Team) -> Iterator[Reason]:
    """The same of everybody in it."""
    for player in team.players.values() if team.race in book.catalogue.races else ():
        yield from player_faults(book, team.race, player, f"team.players.{player.id}")


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
