"""The most valuable player of a match: the lot decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.book import Book
from rules.editions.lrb4.known import team_faults
from rules.editions.lrb4.questions import question
from rules.engine import effects as e
from rules.engine.asks import Step, pick
from rules.engine.faults import one_of_faults
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.state import Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Mvp:
    """A side after a match. All names are ids.

    `dead` died in the match and may have left the roster already; `absent` sat it out; `hired` are
    stars and freebooters; `inspired` had an award before the match.
    """

    team: Team
    dead: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    hired: tuple[str, ...] = ()
    inspired: tuple[str, ...] = ()
    conceded: Literal["", "us", "them"] = ""


@question("mvp", _("Who is a side's most valuable player, and who gets points for it."))
def mvp(book: Book, at: Mvp) -> Step:
    """Drawn among all who were available, nobody twice; lost on the dead and on the hired.

    Source 3947-3966, 3968-3971, 5887-5896, 4605.
    """
    if reasons := list(_faults(book, at)):
        return refused(reasons)
    if at.conceded == "us":
        return allowed(because=[Line("conceded", 0)])
    awards = book.figure("mvp", "winner-awards" if at.conceded == "them" else "awards")
    effects: list[e.Effect] = []
    lines: list[Line] = []
    named: list[str] = []
    for number in range(1, awards + 1):
        candidates = [each for each in _eligible(at) if each not in named]
        if not candidates:
            lines.append(Line("nobody-eligible", 0))
            break
        named += yield from pick(f"mvp/{number}/drawn", candidates)
    for each in named:
        effects.append(e.Fact("mvp", each))
        line = _points(book, at, each)
        lines.append(line)
        if line.amount:
            effects.append(e.Earned(each, "mvp"))
    return allowed(*effects, because=lines)


def _eligible(at: Mvp) -> list[str]:
    everyone = dict.fromkeys((*at.team.players, *at.dead, *at.hired))
    out = {*at.absent, *at.inspired}
    return [name for name in everyone if name not in out]


def _points(book: Book, at: Mvp, named: str) -> Line:
    if named in at.dead:
        return Line("points-lost-dead", 0, {"player": named})
    if named in at.hired:
        return Line("points-lost-hired", 0, {"player": named})
    return Line("mvp", book.figure("spp-awards", "mvp"), {"player": named})


def _faults(book: Book, at: Mvp) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    yield from one_of_faults("conceded", at.conceded, ("", "us", "them"))
    for name in at.absent:
        if name in at.dead:
            yield Reason("absent-and-dead", "absent", {"player": name}, integrity=True)
    for name in at.hired:
        if name in at.team.players:
            yield Reason("already-on-the-team", "hired", {"player": name}, integrity=True)
