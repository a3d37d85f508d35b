"""Adjustments: what a commissioner changes by hand, outside every step of the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.book import Book
from rules.bounds import counts_within, within
from rules.editions.bb2016.belongings import Ends, belonging_effects, belonging_faults
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.draft import Draft, staff_faults
from rules.editions.bb2016.growth import member_faults, raise_line, skill_line, skills_of
from rules.editions.bb2016.limits import open_faults
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.value import STAFF
from rules.engine import effects as e
from rules.engine.arriving import MOST_FANS, MOST_GOLD, staff_strangers
from rules.engine.changing import out_of_hand, player_effects, player_reasons, team_effects, whose
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Home, Player, Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Changes to a team and to one `player` of it; every number is a difference with its sign.

    `points` are star player points that belong to no award. `raised` and `lowered` change how
    often a characteristic was improved or hurt: below zero they take a raise or a loss back.
    `sponsor`, `star` and `home` are what the team has from now on; `ends` names what it loses.
    """

    team: Team
    treasury: int = within(-MOST_GOLD, MOST_GOLD)
    fan_factor: int = within(-99, 99)
    rerolls: int = within(-99, 99)
    staff: Mapping[str, int] = counts_within(-99, 99)
    fund: int = within(-MOST_GOLD, MOST_GOLD)
    sponsor: str = ""
    star: str = ""
    home: Home | None = None
    ends: tuple[Ends, ...] = ()
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
    """Nothing falls below zero; skills and characteristics keep to the roster's rules.

    The amounts add up to the change of the player's value (1161-1170). Improvement rolls made
    and open stay as they are. Source 1100, 1149-1170.
    """
    player = at.team.players.get(at.player)
    known = member_faults(book, at.team, at.player) if player else team_faults(book, at.team)
    if reasons := list(known):
        return refused(reasons)
    reasons = list(_team_reasons(book, at))
    reasons += _player_reasons(book, at, player) if player else whose(at)
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    ruling = changes(book, at)
    if reasons:
        return refused(reasons, otherwise=ruling)
    return ruling if ruling.effects else refused([Reason("nothing-to-adjust", integrity=True)])


def changes(book: Book, at: Adjustment) -> Allowed:
    """What changes, whether the rules like it or not."""
    player = at.team.players.get(at.player)
    effects = list(_team_effects(book, at))
    if player:
        effects += player_effects(at, player, _learning(book, at, player))
    return allowed(*effects, because=list(_because(book, at, player)))


# --- the team


def _team_effects(book: Book, at: Adjustment) -> Iterator[e.Effect]:
    yield from team_effects(at)
    yield from belonging_effects(
        book, at.team, sponsor=at.sponsor, star=at.star, home=at.home, fund=at.fund, ends=at.ends
    )


def _team_reasons(book: Book, at: Adjustment) -> Iterator[Reason]:
    yield from out_of_hand("treasury", at.team.treasury, at.treasury, MOST_GOLD)
    yield from out_of_hand("rerolls", at.team.rerolls, at.rerolls)
    yield from out_of_hand("fan_factor", at.team.fan_factor, at.fan_factor, MOST_FANS)
    yield from staff_strangers(at.staff, STAFF)
    for what in STAFF:
        yield from out_of_hand(f"staff.{what}", at.team.staff.get(what, 0), at.staff.get(what, 0))
    # Only what grows can grow too much: a team that has more already may give some up.
    wish = Draft(
        at.team.race,
        rerolls=at.team.rerolls + at.rerolls if at.rerolls > 0 else 0,
        staff={what: at.team.staff.get(what, 0) + by for what, by in at.staff.items() if by > 0},
    )
    yield from staff_faults(book, book.race(at.team.race), wish)
    yield from out_of_hand("fund", at.team.fund, at.fund, MOST_GOLD)
    yield from belonging_faults(
        book,
        at.team,
        sponsor=at.sponsor,
        star=at.star,
        home=at.home,
        fund=at.fund,
        ends=at.ends,
    )


# --- the player


def _learning(book: Book, at: Adjustment, player: Player) -> Iterator[e.Effect]:
    """What also changes the player's value: first the gains, so that nothing is missing."""
    race = at.team.race
    raises = [
        e.Raised(player.id, name, by, raise_line(book, name, by).amount or 0)
        for name, by in at.raised.items()
    ]
    if at.skill_given:
        value = skill_line(book, race, player, at.skill_given).amount or 0
        yield e.SkillGiven(player.id, at.skill_given, value)
    yield from (each for each in raises if each.by > 0)
    if at.skill_taken:
        value = skill_line(book, race, player, at.skill_taken).amount or 0
        yield e.SkillTaken(player.id, at.skill_taken, value)
    yield from (each for each in raises if each.by < 0)


def _because(book: Book, at: Adjustment, player: Player | None) -> Iterator[Line]:
    if at.treasury:
        before = at.team.treasury
        yield Line("treasury-changes", None, {"before": before, "after": before + at.treasury})
    if player:
        yield from value_lines(book, at, player)


def value_lines(book: Book, at: Adjustment, player: Player) -> Iterator[Line]:
    """What the player's value gains and loses."""
    race = at.team.race
    if at.skill_taken:
        gone = skill_line(book, race, player, at.skill_taken)
        yield replace(gone, amount=-(gone.amount or 0))
    if at.skill_given:
        yield skill_line(book, race, player, at.skill_given)
    for name, by in at.raised.items():
        if by:
            yield raise_line(book, name, by)


def _player_reasons(book: Book, at: Adjustment, player: Player) -> list[Reason]:
    reasons = player_reasons(book, at, player, open_faults=open_faults, skills_of=skills_of)
    if not any(reason.integrity for reason in reasons):
        reasons += _value_reasons(book, at, player)
    return reasons


def _value_reasons(book: Book, at: Adjustment, player: Player) -> Iterator[Reason]:
    """Taking off more value than improvements have ever added."""
    by = total(list(value_lines(book, at, player)))
    subject = "skill_taken" if at.skill_taken else "raised"
    yield from out_of_hand(subject, player.value_added, by, MOST_GOLD)
