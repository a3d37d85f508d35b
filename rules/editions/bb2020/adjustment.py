"""Adjustments: what a commissioner changes by hand, outside every step of the rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.book import Book
from rules.bounds import counts_within, within
from rules.editions.bb2020.adoption import staff_strangers
from rules.editions.bb2020.draft import support_faults
from rules.editions.bb2020.players import (
    company_faults,
    purse,
    raise_line,
    skill_line,
    skill_open_faults,
    skills_of,
    span_faults,
)
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.team_sheet import MOST_GOLD
from rules.engine import effects as e
from rules.engine.faults import one_of_faults, team_faults
from rules.engine.growth import member_faults, skill_faults
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused
from rules.engine.state import Player, Team
from rules.knobs import _

MOST_OF_ANY = 999
MOST_DEEDS = 9_999
Said = Literal["unchanged", "yes", "no"]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Changes to a team and to one `player` of it; every number is a difference with its sign.

    `points` belong to no award, `spent` are points given away. `raised` and `lowered` change how
    often a characteristic was improved or hurt.
    """

    team: Team
    treasury: int = within(-MOST_GOLD, MOST_GOLD)
    fan_factor: int = within(-99, 99)
    rerolls: int = within(-99, 99)
    staff: Mapping[str, int] = counts_within(-99, 99)
    player: str = ""
    points: int = within(-MOST_DEEDS, MOST_DEEDS)
    spent: int = within(-MOST_DEEDS, MOST_DEEDS)
    awards: Mapping[str, int] = counts_within(-MOST_DEEDS, MOST_DEEDS)
    skill_given: str = ""
    skill_taken: str = ""
    raised: Mapping[str, int] = counts_within(-99, 99)
    lowered: Mapping[str, int] = counts_within(-99, 99)
    niggles: int = within(-99, 99)
    misses_next: Said = "unchanged"
    retired: Said = "unchanged"

    @property
    def is_about_a_player(self) -> bool:
        tallies = (self.awards, self.raised, self.lowered)
        return bool(
            self.points
            or self.spent
            or self.skill_given
            or self.skill_taken
            or self.niggles
            or {self.misses_next, self.retired} != {"unchanged"}
            or any(any(tally.values()) for tally in tallies)
        )


@question("adjustment", _("What a commissioner changes by hand."))
def adjustment(book: Book, at: Adjustment) -> Ruling:
    """Nothing falls below zero; skills and characteristics keep to the roster's rules. The amounts
    add up to the change of the player's value; advancements made stay as they are."""
    player = at.team.players.get(at.player)
    known = [*team_faults(book, at.team)]
    known += member_faults(book, at.team, at.player) if player else []
    if known:
        return refused(known)
    reasons = list(_team_reasons(book, at))
    reasons += _player_reasons(book, at, player) if player else _whose(at)
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    ruling = _changes(book, at, player)
    if reasons:
        return refused(reasons, otherwise=ruling)
    return ruling if ruling.effects else refused([Reason("nothing-to-adjust", integrity=True)])


def _changes(book: Book, at: Adjustment, player: Player | None) -> Allowed:
    lines = []
    if at.treasury:
        before = at.team.treasury
        params = {"before": before, "after": before + at.treasury}
        lines.append(Line("treasury-changes", None, params))
    effects = [*_team_effects(at)]
    if player:
        values = list(_value_lines(book, at, player))
        effects += _player_effects(book, at, player)
        lines += values
    return allowed(*effects, because=lines)


def _team_effects(at: Adjustment) -> Iterator[e.Effect]:
    if at.treasury:
        yield e.Gold(at.treasury, "adjustment")
    if at.rerolls:
        yield e.Rerolls(at.rerolls)
    if at.fan_factor:
        yield e.FanFactor(at.fan_factor)
    for what, by in at.staff.items():
        if by:
            yield e.Staff(what, by)


def _player_effects(book: Book, at: Adjustment, player: Player) -> Iterator[e.Effect]:
    for award, times in at.awards.items():
        if times:
            yield e.Earned(player.id, award, times)
    if at.points:
        yield e.PointsGiven(player.id, at.points)
    if at.spent:
        yield e.Spent(player.id, at.spent)
    values = {line.params["what"]: line.amount or 0 for line in _value_lines(book, at, player)}
    raises = [
        e.Raised(player.id, name, by, values[f"+{name}"]) for name, by in at.raised.items() if by
    ]
    if at.skill_given:
        yield e.SkillGiven(player.id, at.skill_given, values[at.skill_given])
    yield from (each for each in raises if each.by > 0)
    if at.skill_taken:
        yield e.SkillTaken(player.id, at.skill_taken, -values[at.skill_taken])
    yield from (each for each in raises if each.by < 0)
    for name, by in at.lowered.items():
        if by:
            yield e.Lowered(player.id, name, by)
    if at.niggles:
        yield e.Niggled(player.id, at.niggles)
    if at.misses_next != "unchanged" and (at.misses_next == "yes") is not player.misses_next:
        yield e.MissesNext(player.id, misses=at.misses_next == "yes")
    if at.retired != "unchanged" and (at.retired == "yes") is not player.retired:
        yield e.TemporarilyRetired(player.id, retired=at.retired == "yes")


def _value_lines(book: Book, at: Adjustment, player: Player) -> Iterator[Line]:
    """What the player's value gains and loses: of a skill as if it had been chosen, and never more
    than advancements have added."""
    race, added = at.team.race, player.value_added
    if at.skill_given:
        line = skill_line(book, race, player, at.skill_given)
        added += line.amount or 0
        yield replace(line, params={**line.params, "what": at.skill_given})
    for name, by in sorted(at.raised.items(), key=lambda each: -each[1]):
        if by:
            line = raise_line(book, name, by)
            amount = max(line.amount or 0, -added)
            added += amount
            yield replace(line, amount=amount, params={**line.params, "what": f"+{name}"})
    if at.skill_taken and at.skill_taken in book.catalogue.skills:
        line = skill_line(book, race, player, at.skill_taken)
        amount = -min(line.amount or 0, added)
        yield replace(line, amount=amount, params={**line.params, "what": at.skill_taken})


# --- what can be wrong


def _team_reasons(book: Book, at: Adjustment) -> Iterator[Reason]:
    yield from _out_of_hand("treasury", at.team.treasury, at.treasury, MOST_GOLD)
    yield from _out_of_hand("rerolls", at.team.rerolls, at.rerolls)
    most = book.figure("draft", "fans-max")
    yield from _out_of_hand("fan_factor", at.team.fan_factor, at.fan_factor, most)
    yield from staff_strangers(at.staff)
    for what, by in at.staff.items():
        yield from _out_of_hand(f"staff.{what}", at.team.staff.get(what, 0), by)
    # Only what grows can grow too much: a team that has more already may give some up.
    rerolls = at.team.rerolls + at.rerolls if at.rerolls > 0 else 0
    grown = {what: at.team.staff.get(what, 0) + by for what, by in at.staff.items() if by > 0}
    yield from support_faults(book, book.race(at.team.race), rerolls, grown)


def _out_of_hand(subject: str, have: int, by: int, at_most: int = MOST_OF_ANY) -> Iterator[Reason]:
    """Less than nothing, or more than any roster shows."""
    if by < 0 and have + by < 0:
        yield Reason("below-zero", subject, {"have": have, "taken": -by}, integrity=True)
    elif by > 0 and have + by > at_most:
        span = {"at_least": -have, "at_most": max(0, at_most - have)}
        yield Reason("out-of-range", subject, span, integrity=True)


def _whose(at: Adjustment) -> list[Reason]:
    """Changes to a player, and nobody to make them to."""
    if at.player:
        return [Reason("no-such-player", "player", {"player": at.player}, integrity=True)]
    return [Reason("nobody-named", "player", integrity=True)] if at.is_about_a_player else []


def _player_reasons(book: Book, at: Adjustment, player: Player) -> list[Reason]:
    names, awards = book.catalogue.characteristics, book.catalogue.tables["spp-awards"].named
    reasons = [
        *_tally_reasons("awards", player.awards, at.awards, awards),
        *_tally_reasons("raised", player.raised, at.raised, names),
        *_tally_reasons("lowered", player.lowered, at.lowered, names),
        *_out_of_hand("niggles", player.niggles, at.niggles),
        *_out_of_hand("spent", player.spent, at.spent, MOST_DEEDS),
        *one_of_faults("misses_next", at.misses_next, get_args(Said)),
        *one_of_faults("retired", at.retired, get_args(Said)),
        *_given_reasons(book, at, player),
        *_taken_reasons(book, at, player),
    ]
    if reasons:
        return reasons
    after = replace(
        player,
        awards=_sum(player.awards, at.awards),
        extra=player.extra + at.points,
        spent=player.spent + at.spent,
        raised=_sum(player.raised, at.raised),
        lowered=_sum(player.lowered, at.lowered),
    )
    if (left := purse(book, after)) < 0:
        params = {"have": purse(book, player), "taken": purse(book, player) - left}
        subject = "points" if at.points < 0 else "spent" if at.spent > 0 else "awards"
        reasons.append(Reason("below-zero", subject, params, integrity=True))
    if at.raised or at.lowered:
        reasons += span_faults(book, at.team.race, after, "")
    return reasons


def _sum(tally: Mapping[str, int], changes: Mapping[str, int]) -> dict[str, int]:
    return {name: tally.get(name, 0) + changes.get(name, 0) for name in {**tally, **changes}}


def _tally_reasons(
    subject: str, tally: Mapping[str, int], changes: Mapping[str, int], known: Iterable[str]
) -> Iterator[Reason]:
    for name, by in changes.items():
        if name not in known:
            yield Reason("unknown", f"{subject}.{name}", {"name": name}, integrity=True)
        else:
            yield from _out_of_hand(f"{subject}.{name}", tally.get(name, 0), by, MOST_DEEDS)


def _given_reasons(book: Book, at: Adjustment, player: Player) -> Iterator[Reason]:
    skill, race = at.skill_given, at.team.race
    if not skill:
        return
    if strangers := list(skill_faults(book, [skill], "skill_given")):
        yield from strangers
    elif skill == at.skill_taken:
        yield Reason("named-twice", "skill_given", {"names": [skill]}, integrity=True)
    elif skill in skills_of(book, race, player):
        params = {"player": player.id, "skill": skill}
        yield Reason("has-skill-already", "skill_given", params, integrity=True)
    else:
        staying = [each for each in skills_of(book, race, player) if each != at.skill_taken]
        yield from skill_open_faults(book, race, player, skill, "skill_given")
        yield from company_faults(book, [skill], [*staying, skill], "skill_given")


def _taken_reasons(book: Book, at: Adjustment, player: Player) -> Iterator[Reason]:
    skill = at.skill_taken
    if not skill:
        return
    if strangers := list(skill_faults(book, [skill], "skill_taken")):
        yield from strangers
    elif skill not in player.skills:
        params = {"player": player.id, "skill": skill}
        yield Reason("skill-not-gained", "skill_taken", params, integrity=True)
