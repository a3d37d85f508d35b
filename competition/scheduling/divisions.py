"""Divisions: how entrants are split, and who goes up and down afterwards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from competition.scheduling.complaints import about_number, about_teams, refuse
from competition.scheduling.draw import Draw
from competition.scheduling.rounds import TeamId
from rules.engine.rulings import Reason

Division = tuple[TeamId, ...]

SMALLEST = 2


def by_seed(teams: Sequence[TeamId], count: int) -> tuple[Division, ...]:
    """The best to the first division, the second best to the second, and back like a snake."""
    _refuse_split(teams, count)
    divisions: list[list[TeamId]] = [[] for _ in range(count)]
    for index, team in enumerate(teams):
        lap, place = divmod(index, count)
        divisions[count - 1 - place if lap % 2 else place].append(team)
    return tuple(map(tuple, divisions))


def by_draw(teams: Sequence[TeamId], count: int, *, draw: Draw) -> tuple[Division, ...]:
    """Drawn from one pot; sizes differ by one at most."""
    _refuse_split(teams, count)
    drawn = draw.order(teams, purpose="divisions")
    return tuple(drawn[index::count] for index in range(count))


def by_pots(teams: Sequence[TeamId], count: int, *, draw: Draw) -> tuple[Division, ...]:
    """Seeded, then drawn: each division gets one of the best, one of the next best, and so on."""
    _refuse_split(teams, count)
    divisions: list[list[TeamId]] = [[] for _ in range(count)]
    for start in range(0, len(teams), count):
        pot = draw.order(teams[start : start + count], purpose=f"pot {start // count + 1}")
        for division, team in zip(divisions, pot, strict=False):
            division.append(team)
    return tuple(map(tuple, divisions))


def by_hand(
    divisions: Sequence[Sequence[TeamId]], *, teams: Sequence[TeamId]
) -> tuple[Division, ...]:
    """As given, if everybody who entered is in exactly one division."""
    placed = Counter(team for division in divisions for team in division)
    entered = set(teams)
    reasons = [*about_teams(teams), *about_number("divisions", len(divisions), at_least=1)]
    for code, wrong in (
        ("team-in-two-divisions", [team for team, times in placed.items() if times > 1]),
        ("team-without-division", entered - set(placed)),
        ("not-entered", set(placed) - entered),
    ):
        if wrong:
            reasons.append(Reason(code, "divisions", {"teams": sorted(wrong)}))
    reasons += [
        Reason(
            "division-too-small",
            "divisions",
            {"division": number, "count": len(division), "at_least": SMALLEST},
        )
        for number, division in enumerate(divisions, start=1)
        if len(division) < SMALLEST
    ]
    refuse(reasons)
    return tuple(map(tuple, divisions))


def _refuse_split(teams: Sequence[TeamId], count: int) -> None:
    reasons = [*about_teams(teams), *about_number("divisions", count, at_least=1)]
    if count > 0 and len(set(teams)) < count * SMALLEST:
        reasons.append(
            Reason(
                "too-few-for-divisions",
                "divisions",
                {"count": len(set(teams)), "divisions": count, "at_least": count * SMALLEST},
            )
        )
    refuse(reasons)


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The divisions of the next season; who moved up and down; and what is no longer as it was."""

    divisions: tuple[Division, ...]
    promoted: tuple[TeamId, ...]
    relegated: tuple[TeamId, ...]
    remarks: tuple[Reason, ...] = ()


def promote_and_relegate(
    ranked: Sequence[Sequence[TeamId]], *, up: int, down: int | None = None
) -> Reshuffled:
    """So many up and so many down between neighbours, the highest division first.

    Newly relegated teams stand above those who stayed, newly promoted below them. If more go one
    way than the other, the remarks say which division changes its size.
    """
    down = up if down is None else down
    refuse(_about_moving(ranked, up, down))
    last = len(ranked) - 1
    rising = [tuple(each[:up]) if index else () for index, each in enumerate(ranked)]
    falling = [
        tuple(each[len(each) - down :]) if index < last else () for index, each in enumerate(ranked)
    ]
    divisions = tuple(
        (
            *(falling[index - 1] if index else ()),
            *each[len(rising[index]) : len(each) - len(falling[index])],
            *(rising[index + 1] if index < last else ()),
        )
        for index, each in enumerate(ranked)
    )
    refuse(
        Reason(
            "division-too-small", "down", {"division": number, "count": len(each), "at_least": 2}
        )
        for number, each in enumerate(divisions, start=1)
        if len(each) < SMALLEST
    )
    remarks = (
        Reason(
            "division-changes-size",
            "divisions",
            {"division": number, "before": len(before), "after": len(after)},
        )
        for number, (before, after) in enumerate(zip(ranked, divisions, strict=True), start=1)
        if len(before) != len(after)
    )
    return Reshuffled(
        divisions,
        promoted=tuple(team for moving in rising for team in moving),
        relegated=tuple(team for moving in falling for team in moving),
        remarks=tuple(remarks),
    )


def _about_moving(ranked: Sequence[Sequence[TeamId]], up: int, down: int) -> list[Reason]:
    reasons = [
        *about_teams([team for division in ranked for team in division]),
        *about_number("divisions", len(ranked), at_least=2),
        *about_number("up", up, at_least=0),
        *about_number("down", down, at_least=0),
    ]
    for number, division in enumerate(ranked, start=1):
        moving = (up if number > 1 else 0) + (down if number < len(ranked) else 0)
        if moving > len(division):
            reasons.append(
                Reason(
                    "too-few-to-move",
                    "divisions",
                    {"division": number, "count": len(division), "moving": moving},
                )
            )
    return reasons
