"""How scheduling says no: every reason at once, as codes that are made sentences at the edge."""

from collections import Counter
from collections.abc import Iterable, Sequence

from competition.scheduling.rounds import TeamId
from rules.engine.rulings import Reason


class Unworkable(Exception):
    """What was asked for cannot be arranged, for these reasons; all of them."""

    def __init__(self, *reasons: Reason) -> None:
        self.reasons: tuple[Reason, ...] = reasons
        super().__init__("; ".join(f"{reason.code} {dict(reason.params)}" for reason in reasons))


def refuse(reasons: Iterable[Reason]) -> None:
    """Raise if there is anything to complain about."""
    faults = tuple(reasons)
    if faults:
        raise Unworkable(*faults)


def about_number(
    subject: str, value: int, *, at_least: int, at_most: int | None = None
) -> list[Reason]:
    if value >= at_least and (at_most is None or value <= at_most):
        return []
    bounds = (
        {"at_least": at_least} if at_most is None else {"at_least": at_least, "at_most": at_most}
    )
    return [Reason("out-of-range", subject, {"value": value, **bounds})]


def about_teams(
    teams: Sequence[TeamId], *, at_least: int = 2, at_most: int | None = None
) -> list[Reason]:
    """Too few, too many, or the same one twice."""
    reasons = []
    times = Counter(teams)
    if len(times) < at_least:
        reasons.append(
            Reason("too-few-teams", "teams", {"count": len(times), "at_least": at_least})
        )
    if at_most is not None and len(times) > at_most:
        reasons.append(Reason("too-many-teams", "teams", {"count": len(times), "at_most": at_most}))
    twice = sorted(team for team, count in times.items() if count > 1)
    if twice:
        reasons.append(Reason("team-twice", "teams", {"teams": twice}))
    return reasons
