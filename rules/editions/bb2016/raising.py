"""The dead who play on: a necromancer's Zombie, and Rotters."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from rules.book import Book
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, confirm
from rules.engine.faults import one_of_faults
from rules.engine.growth import skill_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Team
from rules.knobs import _

ZOMBIE, ROTTER = "zombie", "rotter"
STAY_DEAD = ("regeneration", "stunty")

Killing = Literal["block", "blitz", "foul", "other"]


@dataclass(frozen=True, slots=True)
class RaiseDead:
    """An opponent who is dead for good, as they were; `raised` counts this match's Zombies so far.

    `side` is the dead one's, where both sides are asked about together.
    """

    team: Team
    victim: str
    strength: int
    skills: tuple[str, ...] = ()
    is_star: bool = False
    raised: int = 0
    side: Literal["", "home", "away"] = ""

    @property
    def key(self) -> str:
        return f"raise-dead/{self.side}/{self.victim}" if self.side else f"raise-dead/{self.victim}"


@question("raise-dead", _("Whether a necromancer may raise a killed opponent as a Zombie."))
def raise_dead(book: Book, at: RaiseDead) -> Step:
    """Once in a match, into the reserves at once, even beyond sixteen (source 625)."""
    if reasons := [*_faults(book, at), *_necromancer_faults(book, at)]:
        return refused(reasons)
    if not (yield from confirm(at.key)):
        return allowed(because=[Line("not-raised", None, {"victim": at.victim})])
    return allowed(
        e.Fact("raised", {"position": ZOMBIE, "victim": at.victim, "plays_at_once": True}),
        because=[Line("zombie-rises", None, {"victim": at.victim, "strength": at.strength})],
    )


@dataclass(frozen=True, slots=True)
class Rot:
    """An opponent who is dead for good, as they were, and how they died.

    `on_roster` is false for whoever was hired for the match.
    """

    team: Team
    victim: str
    strength: int
    killed_by: Killing
    killer_skills: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    is_star: bool = False
    on_roster: bool = True


@question("rot", _("Whether a killed opponent becomes a Rotter."))
def rot(book: Book, at: Rot) -> Ruling:
    """By a block, blitz or foul of a player with Nurgle's Rot; joins after the match (4857).

    Whoever never stood on a roster cannot be removed from it, and becomes no Rotter.
    """
    if reasons := [*_faults(book, at, "decay"), *_rot_faults(book, at)]:
        return refused(reasons)
    return allowed(
        e.Fact("raised", {"position": ROTTER, "victim": at.victim, "plays_at_once": False}),
        because=[Line("rotter-joins-later", None, {"victim": at.victim, "strength": at.strength})],
    )


def _faults(book: Book, at: RaiseDead | Rot, *more_skills: str) -> Iterator[Reason]:
    """Who stays dead, whoever killed them."""
    yield from team_faults(book, at.team)
    yield from skill_faults(book, at.skills, "skills")
    if at.strength < (least := book.figure("characteristic-limits", "value-min")):
        yield Reason("out-of-range", "strength", {"at_least": least}, integrity=True)
    if at.strength > (most := book.figure("raised-dead", "strength-max")):
        yield Reason("too-strong", "strength", {"strength": at.strength, "at_most": most})
    for skill in (*STAY_DEAD, *more_skills):
        if skill in at.skills:
            yield Reason("skill-keeps-him-dead", "skills", {"skill": skill})
    if at.is_star and not book.house["stars.injuries"]:
        yield Reason("death-is-waived", "is_star")


def _necromancer_faults(book: Book, at: RaiseDead) -> Iterator[Reason]:
    race = book.catalogue.races.get(at.team.race)
    if race and not race.necromancer:
        yield Reason("no-necromancer", "team.race", {"race": at.team.race})
    if at.raised < 0:
        yield Reason("negative", "raised", integrity=True)
    if at.raised >= (most := book.figure("raised-dead", "zombies-max")):
        yield Reason("raised-already", "raised", {"raised": at.raised, "at_most": most})


def _rot_faults(book: Book, at: Rot) -> Iterator[Reason]:
    race = book.catalogue.races.get(at.team.race)
    if race and not race.rot:
        yield Reason("no-rotters-for-race", "team.race", {"race": at.team.race})
    yield from one_of_faults("killed_by", at.killed_by, dict.fromkeys(get_args(Killing)))
    yield from skill_faults(book, at.killer_skills, "killer_skills")
    if "nurgles-rot" not in at.killer_skills:
        yield Reason("killer-has-no-rot", "killer_skills")
    if not at.on_roster:
        yield Reason("never-on-the-roster", "on_roster")
    if at.killed_by == "other":
        yield Reason("not-by-block-blitz-or-foul", "killed_by")
