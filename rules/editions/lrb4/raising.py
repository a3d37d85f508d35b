"""The dead who play on: a necromancer's Zombie, and Rotters."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from rules.book import Book
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, confirm
from rules.engine.faults import negative_faults, one_of_faults
from rules.engine.growth import skill_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Team
from rules.knobs import _

Killing = Literal["block", "foul", "other"]
ZOMBIE, ROTTER = "zombie", "rotter"
# Of about human size (2571-2574): nobody small, nobody large, no machine. Ogres of their own team
# are no Big Guys, and goblins among the stars not Stunty.
OTHER_SIZES = ("stunty", "right-stuff", "big-guy", "throw-team-mate", "death-roller")


@dataclass(frozen=True, slots=True)
class RaiseDead:
    """An opponent who is dead for good; `raised` counts this match's Zombies so far, and `hired`
    who plays for the team in this match alone.

    `side` is the dead one's, where both sides are asked about together.
    """

    team: Team
    victim: str
    skills: tuple[str, ...] = ()
    is_star: bool = False
    raised: int = 0
    hired: int = 0
    side: Literal["", "home", "away"] = ""

    @property
    def key(self) -> str:
        return f"raise-dead/{self.side}/{self.victim}" if self.side else f"raise-dead/{self.victim}"


@question("raise-dead", _("Whether a necromancer may raise a killed opponent as a Zombie."))
def raise_dead(book: Book, at: RaiseDead) -> Step:
    """Once in a match, while a place is free; plays at once (2562-2580)."""
    if reasons := [*_faults(book, at), *_necromancer_faults(book, at)]:
        return refused(reasons)
    if not (yield from confirm(at.key)):
        return allowed(because=[Line("not-raised", None, {"victim": at.victim})])
    raised = {"position": ZOMBIE, "victim": at.victim, "plays_at_once": True}
    return allowed(
        e.Fact("raised", raised), because=[Line("zombie-rises", None, {"victim": at.victim})]
    )


@dataclass(frozen=True, slots=True)
class Rot:
    """An opponent who is dead for good, and how they died."""

    team: Team
    victim: str
    killed_by: Killing
    killer_skills: tuple[str, ...] = ()
    is_star: bool = False


@question("rot", _("Whether a killed opponent becomes a Rotter."))
def rot(book: Book, at: Rot) -> Ruling:
    """By a block or foul of somebody with Nurgle's Rot; whether there is room for one is asked
    after the match, when they join (2312-2324)."""
    if reasons := [*_faults(book, at), *_rot_faults(book, at)]:
        return refused(reasons)
    raised = {"position": ROTTER, "victim": at.victim, "plays_at_once": False}
    return allowed(
        e.Fact("raised", raised), because=[Line("rotter-joins-later", None, {"victim": at.victim})]
    )


def _faults(book: Book, at: RaiseDead | Rot) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    if at.is_star and not book.house.get("stars.injuries", False):
        yield Reason("death-is-waived", "is_star")


def _necromancer_faults(book: Book, at: RaiseDead) -> Iterator[Reason]:
    yield from negative_faults(raised=at.raised, hired=at.hired)
    yield from skill_faults(book, at.skills, "skills")
    race = book.catalogue.races.get(at.team.race)
    if race and not race.necromancer:
        yield Reason("no-necromancer", "team.race", {"race": at.team.race})
    for skill in OTHER_SIZES:
        if skill in at.skills:
            yield Reason("skill-keeps-him-dead", "skills", {"skill": skill})
    if at.raised >= (most := book.figure("raised-dead", "zombies-max")):
        yield Reason("raised-already", "raised", {"raised": at.raised, "at_most": most})
    places, there = book.house["draft.players-at-most"], len(at.team.players) + at.hired
    if there >= places:
        params = {"count": there + 1, "at_most": places}
        yield Reason("too-many-players", "team.players", params)


def _rot_faults(book: Book, at: Rot) -> Iterator[Reason]:
    race = book.catalogue.races.get(at.team.race)
    if race and not race.rot:
        yield Reason("no-rotters-for-race", "team.race", {"race": at.team.race})
    yield from one_of_faults("killed_by", at.killed_by, get_args(Killing))
    yield from skill_faults(book, at.killer_skills, "killer_skills")
    if "nurgles-rot" not in at.killer_skills:
        yield Reason("killer-has-no-rot", "killer_skills")
    if at.killed_by == "other":
        yield Reason("not-by-block-blitz-or-foul", "killed_by")
