"""Adjustments: what a commissioner changes by hand, outside every step of the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.book import Book
from rules.bounds import counts_within, within
from rules.editions.lrb4.draft import staff_faults
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.team_sheet import STAFF
from rules.engine import effects as e
from rules.engine.arriving import MOST_FANS, MOST_GOLD, staff_strangers
from rules.engine.changing import out_of_hand, player_effects, player_reasons, team_effects, whose
from rules.engine.growth import own_skills
from rules.engine.limits import open_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.state import Player, Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Changes to a team and to one `player` of it; every number is a difference with its sign.

    `points` are star player points that belong to no award. `raised` and `lowered` change how
    often a characteristic was improved or hurt: below zero they take a raise or a loss back.
    """

    team: Team
    treasury: int = within(-MOST_GOLD, MOST_GOLD)
    fan_factor: int = within(-99, 99)
    rerolls: int = within(-99, 99)
    staff: Mapping[str, int] = counts_within(-99, 99)
    player: str = ""
    points: int = within(-9_999, 9_999)
    awards: Mapping[str, int] = counts_within(-9_999, 9_999)
    skill_given: str = ""
    skill_taken: str = ""
    raised: Mapping[str, int] = counts_within(-99, 99)
    lowered: Mapping[str, int] = counts_within(-99, 99)
    niggles: int = within(-99, 99)
    misses_next: Literal["unchanged", "yes", "no"] = "unchanged"


@question("adjustment", _("What a commissioner changes by hand."))
def adjustment(book: Book, at: Adjustment) -> Ruling:
    """Nothing falls below zero, fans not below one; skills and characteristics keep to the rules of
    the roster. Nobody's value changes by it: it is the price of their position (4171)."""
    if faults := list(team_faults(book, at.team)):
        return refused(faults)
    player = at.team.players.get(at.player)
    reasons = list(_team_reasons(book, at))
    if player is None:
        reasons += whose(at)
    else:
        reasons += player_reasons(book, at, player, open_faults=open_faults, skills_of=own_skills)
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    changes = list(team_effects(at))
    if player:
        changes += player_effects(at, player, _learning(at, player))
    ruling = allowed(*changes, because=list(_because(at)))
    if reasons:
        return refused(reasons, otherwise=ruling)
    return ruling if changes else refused([Reason("nothing-to-adjust", integrity=True)])


def _because(at: Adjustment) -> Iterator[Line]:
    if at.treasury:
        before = at.team.treasury
        yield Line("treasury-changes", None, {"before": before, "after": before + at.treasury})


def _learning(at: Adjustment, player: Player) -> Iterator[e.Effect]:
    """What they learn and forget; it adds to nobody's value."""
    if at.skill_given:
        yield e.SkillGiven(player.id, at.skill_given, 0)
    if at.skill_taken:
        yield e.SkillTaken(player.id, at.skill_taken, 0)
    for name, by in at.raised.items():
        if by:
            yield e.Raised(player.id, name, by, 0)


def _team_reasons(book: Book, at: Adjustment) -> Iterator[Reason]:
    team = at.team
    yield from out_of_hand("treasury", team.treasury, at.treasury, MOST_GOLD)
    yield from out_of_hand("rerolls", team.rerolls, at.rerolls)
    yield from out_of_hand("fan_factor", team.fan_factor, at.fan_factor, MOST_FANS)
    fewest, fans = book.figure("draft", "fan-factor-min"), team.fan_factor + at.fan_factor
    if at.fan_factor < 0 <= fans < fewest:
        params = {"count": fans, "at_least": fewest}
        yield Reason("too-little-fan-factor", "fan_factor", params)
    yield from staff_strangers(at.staff, STAFF)
    for job in STAFF:
        yield from out_of_hand(f"staff.{job}", team.staff.get(job, 0), at.staff.get(job, 0))
    # Only what grows can grow too much: a team that has more already may give some up.
    grown = {job: team.staff.get(job, 0) + by for job, by in at.staff.items() if by > 0}
    yield from staff_faults(book, book.race(team.race), grown)
