"""What is changed of a team and of a player by hand: what it does, and what cannot be."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from rules.book import Book
from rules.engine import effects as e
from rules.engine.arriving import OpenFaults
from rules.engine.faults import one_of_faults
from rules.engine.growth import points, skill_faults
from rules.engine.limits import cap_faults, clash_faults, need_faults
from rules.engine.profile import SkillsOf
from rules.engine.rulings import Reason
from rules.engine.state import MOST_EXTRA, Player, Team

MOST_OF_ANY = 999
MOST_DEEDS = 9_999
SAID = ("unchanged", "yes", "no")


class ByHand(Protocol):
    """What may be changed of any team, and of one `player` of it; every number is a difference."""

    @property
    def team(self) -> Team: ...
    @property
    def treasury(self) -> int: ...
    @property
    def fan_factor(self) -> int: ...
    @property
    def rerolls(self) -> int: ...
    @property
    def staff(self) -> Mapping[str, int]: ...
    @property
    def player(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def awards(self) -> Mapping[str, int]: ...
    @property
    def skill_given(self) -> str: ...
    @property
    def skill_taken(self) -> str: ...
    @property
    def raised(self) -> Mapping[str, int]: ...
    @property
    def lowered(self) -> Mapping[str, int]: ...
    @property
    def niggles(self) -> int: ...
    @property
    def misses_next(self) -> str: ...


def is_about_a_player(at: ByHand) -> bool:
    return bool(
        at.points
        or at.skill_given
        or at.skill_taken
        or at.niggles
        or at.misses_next != "unchanged"
        or any(_numbers(at.awards, at.raised, at.lowered))
    )


def _numbers(*tallies: Mapping[str, int]) -> Iterator[int]:
    for tally in tallies:
        yield from tally.values()


def team_effects(at: ByHand) -> Iterator[e.Effect]:
    if at.treasury:
        yield e.Gold(at.treasury, "adjustment")
    if at.rerolls:
        yield e.Rerolls(at.rerolls)
    if at.fan_factor:
        yield e.FanFactor(at.fan_factor)
    for what, by in at.staff.items():
        if by:
            yield e.Staff(what, by)


def out_of_hand(subject: str, have: int, by: int, at_most: int = MOST_OF_ANY) -> Iterator[Reason]:
    """Less than nothing, or more than any roster shows."""
    if by < 0 and have + by < 0:
        yield Reason("below-zero", subject, {"have": have, "taken": -by}, integrity=True)
    elif by > 0 and have + by > at_most:
        span = {"at_least": -have, "at_most": max(0, at_most - have)}
        yield Reason("out-of-range", subject, span, integrity=True)


def whose(at: ByHand) -> list[Reason]:
    """Changes to a player, and nobody to make them to."""
    if at.player:
        return [Reason("no-such-player", "player", {"player": at.player}, integrity=True)]
    if is_about_a_player(at):
        return [Reason("nobody-named", "player", integrity=True)]
    return []


def player_effects(at: ByHand, player: Player, learning: Iterable[e.Effect]) -> Iterator[e.Effect]:
    for award, times in at.awards.items():
        if times:
            yield e.Earned(player.id, award, times)
    if at.points:
        yield e.PointsGiven(player.id, at.points)
    yield from learning
    for name, by in at.lowered.items():
        if by:
            yield e.Lowered(player.id, name, by)
    if at.niggles:
        yield e.Niggled(player.id, at.niggles)
    misses = player.misses_next if at.misses_next == "unchanged" else at.misses_next == "yes"
    if misses is not player.misses_next:
        yield e.MissesNext(player.id, misses=misses)


def player_reasons(
    book: Book, at: ByHand, player: Player, *, open_faults: OpenFaults, skills_of: SkillsOf
) -> list[Reason]:
    characteristics = book.catalogue.characteristics
    awards = [*book.catalogue.tables["spp-awards"].named]
    known = skills_of(book, at.team.race, player)
    reasons = [
        *_tally_reasons("awards", player.awards, at.awards, awards),
        *_tally_reasons("raised", player.raised, at.raised, characteristics),
        *_tally_reasons("lowered", player.lowered, at.lowered, characteristics),
        *out_of_hand("niggles", player.niggles, at.niggles),
        *one_of_faults("misses_next", at.misses_next, dict.fromkeys(SAID)),
        *_given_reasons(book, at, player, known, open_faults),
        *_taken_reasons(book, at, player),
    ]
    at_fault = {reason.subject for reason in reasons}
    if not any(subject.startswith("awards.") for subject in at_fault):
        reasons += _point_reasons(book, at, player)
    sound = [
        name
        for name in characteristics
        if (at.raised.get(name) or at.lowered.get(name))
        and not {f"raised.{name}", f"lowered.{name}"} & at_fault
    ]
    return reasons + list(cap_faults(book, at.team.race, _changed(at, player), sound))


def _changed(at: ByHand, player: Player) -> Player:
    """The player with what was counted otherwise; their skills as they were."""
    return replace(
        player,
        awards=_sum(player.awards, at.awards),
        extra=player.extra + at.points,
        raised=_sum(player.raised, at.raised),
        lowered=_sum(player.lowered, at.lowered),
    )


def _sum(tally: Mapping[str, int], changes: Mapping[str, int]) -> dict[str, int]:
    return {name: tally.get(name, 0) + changes.get(name, 0) for name in {**tally, **changes}}


def _tally_reasons(
    subject: str, tally: Mapping[str, int], changes: Mapping[str, int], known: Iterable[str]
) -> Iterator[Reason]:
    for name, by in changes.items():
        if name not in known:
            yield Reason("unknown", f"{subject}.{name}", {"name": name}, integrity=True)
        else:
            yield from out_of_hand(f"{subject}.{name}", tally.get(name, 0), by, MOST_DEEDS)


def _point_reasons(book: Book, at: ByHand, player: Player) -> Iterator[Reason]:
    """Points in all, deeds and gifts together."""
    have = points(book, player)
    by = points(book, _changed(at, player)) - have
    yield from out_of_hand("points" if at.points * by > 0 else "awards", have, by, MOST_EXTRA)


def _given_reasons(
    book: Book, at: ByHand, player: Player, known: Sequence[str], open_faults: OpenFaults
) -> Iterator[Reason]:
    if not (skill := at.skill_given):
        return
    strangers = list(skill_faults(book, [skill], "skill_given"))
    yield from strangers
    if strangers:
        return
    if skill == at.skill_taken:
        yield Reason("named-twice", "skill_given", {"names": [skill]}, integrity=True)
    elif skill in known:
        params = {"player": player.id, "skill": skill}
        yield Reason("has-skill-already", "skill_given", params, integrity=True)
    else:
        yield from open_faults(book, at.team.race, player, skill, "skill_given")
        staying = [each for each in known if each != at.skill_taken]
        yield from clash_faults(book, (*staying, skill), "skill_given")
        yield from need_faults(book, [skill], staying, "skill_given")


def _taken_reasons(book: Book, at: ByHand, player: Player) -> Iterator[Reason]:
    skill = at.skill_taken
    if not skill:
        return
    strangers = list(skill_faults(book, [skill], "skill_taken"))
    yield from strangers
    if not strangers and skill not in player.skills:
        params = {"player": player.id, "skill": skill}
        yield Reason("skill-not-gained", "skill_taken", params, integrity=True)
