"""Adjustments: what a commissioner changes by hand, outside every step of the rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.book import Book
from rules.bounds import counts_within, within
from rules.editions.bb2016.adoption import MOST_FANS, MOST_GOLD, staff_strangers
from rules.editions.bb2016.belongings import Ends, belonging_effects, belonging_faults
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.draft import Draft, staff_faults
from rules.editions.bb2016.growth import member_faults, raise_line, skill_line, skills_of
from rules.editions.bb2016.limits import cap_faults, clash_faults, need_faults, open_faults
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.value import STAFF
from rules.engine import effects as e
from rules.engine.faults import one_of_faults
from rules.engine.growth import points, skill_faults
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import MOST_EXTRA, Home, Player, Team
from rules.knobs import _

MOST_OF_ANY = 999
MOST_DEEDS = 9_999
SAID = ("unchanged", "yes", "no")


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

    @property
    def is_about_a_player(self) -> bool:
        return bool(
            self.points
            or self.skill_given
            or self.skill_taken
            or self.niggles
            or self.misses_next != "unchanged"
            or any(_numbers(self.awards, self.raised, self.lowered))
        )


def _numbers(*tallies: Mapping[str, int]) -> Iterator[int]:
    for tally in tallies:
        yield from tally.values()


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
    reasons += _player_reasons(book, at, player) if player else _whose(at)
    if any(reason.integrity for reason in reasons):
        return refused(reasons)
    ruling = changes(book, at)
    if reasons:
        return refused(reasons, otherwise=ruling)
    return ruling if ruling.effects else refused([Reason("nothing-to-adjust", integrity=True)])


def changes(book: Book, at: Adjustment) -> Allowed:
    """What changes, whether the rules like it or not."""
    player = at.team.players.get(at.player)
    effects = [*_team_effects(book, at), *(_player_effects(book, at, player) if player else ())]
    return allowed(*effects, because=list(_because(book, at, player)))


# --- the team


def _team_effects(book: Book, at: Adjustment) -> Iterator[e.Effect]:
    if at.treasury:
        yield e.Gold(at.treasury, "adjustment")
    if at.rerolls:
        yield e.Rerolls(at.rerolls)
    if at.fan_factor:
        yield e.FanFactor(at.fan_factor)
    for what, by in at.staff.items():
        if by:
            yield e.Staff(what, by)
    yield from belonging_effects(
        book, at.team, sponsor=at.sponsor, star=at.star, home=at.home, fund=at.fund, ends=at.ends
    )


def _team_reasons(book: Book, at: Adjustment) -> Iterator[Reason]:
    yield from _out_of_hand("treasury", at.team.treasury, at.treasury, MOST_GOLD)
    yield from _out_of_hand("rerolls", at.team.rerolls, at.rerolls)
    yield from _out_of_hand("fan_factor", at.team.fan_factor, at.fan_factor, MOST_FANS)
    yield from staff_strangers(at.staff)
    for what in STAFF:
        yield from _out_of_hand(f"staff.{what}", at.team.staff.get(what, 0), at.staff.get(what, 0))
    # Only what grows can grow too much: a team that has more already may give some up.
    wish = Draft(
        at.team.race,
        rerolls=at.team.rerolls + at.rerolls if at.rerolls > 0 else 0,
        staff={what: at.team.staff.get(what, 0) + by for what, by in at.staff.items() if by > 0},
    )
    yield from staff_faults(book, book.race(at.team.race), wish)
    yield from _out_of_hand("fund", at.team.fund, at.fund, MOST_GOLD)
    yield from belonging_faults(
        book,
        at.team,
        sponsor=at.sponsor,
        star=at.star,
        home=at.home,
        fund=at.fund,
        ends=at.ends,
    )


def _out_of_hand(subject: str, have: int, by: int, at_most: int = MOST_OF_ANY) -> Iterator[Reason]:
    """Less than nothing, or more than any roster shows."""
    if by < 0 and have + by < 0:
        yield Reason("below-zero", subject, {"have": have, "taken": -by}, integrity=True)
    elif by > 0 and have + by > at_most:
        span = {"at_least": -have, "at_most": max(0, at_most - have)}
        yield Reason("out-of-range", subject, span, integrity=True)


# --- the player


def _whose(at: Adjustment) -> list[Reason]:
    """Changes to a player, and nobody to make them to."""
    if at.player:
        return [Reason("no-such-player", "player", {"player": at.player}, integrity=True)]
    if at.is_about_a_player:
        return [Reason("nobody-named", "player", integrity=True)]
    return []


def _player_effects(book: Book, at: Adjustment, player: Player) -> Iterator[e.Effect]:
    for award, times in at.awards.items():
        if times:
            yield e.Earned(player.id, award, times)
    if at.points:
        yield e.PointsGiven(player.id, at.points)
    yield from _learning(book, at, player)
    for name, by in at.lowered.items():
        if by:
            yield e.Lowered(player.id, name, by)
    if at.niggles:
        yield e.Niggled(player.id, at.niggles)
    misses = player.misses_next if at.misses_next == "unchanged" else at.misses_next == "yes"
    if misses is not player.misses_next:
        yield e.MissesNext(player.id, misses=misses)


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
    characteristics = book.catalogue.characteristics
    awards = [*book.catalogue.tables["spp-awards"].named]
    reasons = [
        *_tally_reasons("awards", player.awards, at.awards, awards),
        *_tally_reasons("raised", player.raised, at.raised, characteristics),
        *_tally_reasons("lowered", player.lowered, at.lowered, characteristics),
        *_out_of_hand("niggles", player.niggles, at.niggles),
        *one_of_faults("misses_next", at.misses_next, dict.fromkeys(SAID)),
        *_given_reasons(book, at, player),
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
    reasons += cap_faults(book, at.team.race, _changed(at, player), sound)
    if not any(reason.integrity for reason in reasons):
        reasons += _value_reasons(book, at, player)
    return reasons


def _changed(at: Adjustment, player: Player) -> Player:
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
            yield from _out_of_hand(f"{subject}.{name}", tally.get(name, 0), by, MOST_DEEDS)


def _point_reasons(book: Book, at: Adjustment, player: Player) -> Iterator[Reason]:
    """Points in all, deeds and gifts together."""
    have = points(book, player)
    by = points(book, _changed(at, player)) - have
    yield from _out_of_hand("points" if at.points * by > 0 else "awards", have, by, MOST_EXTRA)


def _given_reasons(book: Book, at: Adjustment, player: Player) -> Iterator[Reason]:
    skill, race = at.skill_given, at.team.race
    if not skill:
        return
    strangers = list(skill_faults(book, [skill], "skill_given"))
    yield from strangers
    if strangers:
        return
    if skill == at.skill_taken:
        yield Reason("named-twice", "skill_given", {"names": [skill]}, integrity=True)
    elif skill in skills_of(book, race, player):
        params = {"player": player.id, "skill": skill}
        yield Reason("has-skill-already", "skill_given", params, integrity=True)
    else:
        yield from open_faults(book, race, player, skill, "skill_given")
        staying = [each for each in skills_of(book, race, player) if each != at.skill_taken]
        yield from clash_faults(book, (*staying, skill), "skill_given")
        yield from need_faults(book, [skill], staying, "skill_given")


def _taken_reasons(book: Book, at: Adjustment, player: Player) -> Iterator[Reason]:
    skill = at.skill_taken
    if not skill:
        return
    strangers = list(skill_faults(book, [skill], "skill_taken"))
    yield from strangers
    if not strangers and skill not in player.skills:
        params = {"player": player.id, "skill": skill}
        yield Reason("skill-not-gained", "skill_taken", params, integrity=True)


def _value_reasons(book: Book, at: Adjustment, player: Player) -> Iterator[Reason]:
    """Taking off more value than improvements have ever added."""
    by = total(list(value_lines(book, at, player)))
    subject = "skill_taken" if at.skill_taken else "raised"
    yield from _out_of_hand(subject, player.value_added, by, MOST_GOLD)
