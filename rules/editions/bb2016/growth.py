"""A player as they stand: characteristics, skills, points, level and value."""

from collections.abc import Iterator

from rules.book import Book
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.questions import question
from rules.engine import growth
from rules.engine.circumstances import Experience, OfPlayer
from rules.engine.growth import level_reached, own_skills, player_faults, skill_kind
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Player, Team
from rules.knobs import _

PILING_ON = "piling-on"  # the skill and the house rule alike


def skills_of(book: Book, race: str, player: Player) -> tuple[str, ...]:
    """Every skill that a player has now: a journeyman is a Loner until hired (1387)."""
    own = own_skills(book, race, player)
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


@question("spp-level", _("A player's star player points, their level and the way to the next."))
def spp_level(book: Book, at: Experience) -> Ruling:
    """Points, level, rolls earned and open, and what is missing (1118-1147, 5897-5912)."""
    return level_reached(book, at)


def is_played(book: Book, skill: str) -> bool:
    """Whether the league plays with a skill: Piling On is a matter of its own (1542)."""
    return skill != PILING_ON or bool(book.house[PILING_ON])


# --- what can be wrong with a team or a player that somebody asks about


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
    yield from growth.member_faults(book, team, player)
