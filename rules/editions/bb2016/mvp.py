"""The most valuable player of a match."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.book import Book
from rules.editions.bb2016.circumstances import team_faults
from rules.editions.bb2016.growth import star_faults
from rules.editions.bb2016.questions import question
from rules.engine import effects as e
from rules.engine.asks import Asking, Meanings, Step, pick, roll
from rules.engine.faults import one_of_faults
from rules.engine.growth import point_faults, points
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.state import Team
from rules.knobs import _


@dataclass(frozen=True, slots=True)
class Mvp:
    """A side after a match. All names are ids.

    `dead` died in the match and may have left the roster already; `absent` sat the match out;
    `hired` are stars and mercenaries. `conceded` says who, if anybody, gave up and is punished.
    `ascendant` says whether the side has played Star Ascendant.
    """

    team: Team
    dead: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    hired: tuple[str, ...] = ()
    friendly: bool = False
    conceded: Literal["", "us", "them"] = ""
    ascendant: bool = False


@question("mvp", _("Who is a side's most valuable player, and who gets points for it."))
def mvp(book: Book, at: Mvp) -> Step:
    """Three named and a D3, a draw among all, or the coach's word (1116, 3439, 5678)."""
    if reasons := list(_faults(book, at)):
        return refused(reasons)
    count, why = awards_of(book, at)
    candidates = eligible(book, at)
    most_valuable = []
    for number in range(1, count + 1 if candidates else 1):
        named = yield from _named(
            book, f"mvp/{number}", candidates, _nominees(book, at, candidates)
        )
        most_valuable.append(named)
    lines = [_points(book, at, named) for named in most_valuable]
    if not lines:
        lines = [Line(why if candidates else "nobody-eligible", 0)]
    for named in (yield from _ascended(at, candidates)):
        most_valuable.append(named)
        lines.append(_points(book, at, named))
    effects: list[e.Effect] = []
    earning = {line.params["player"] for line in lines if line.amount}
    for named in most_valuable:
        effects.append(e.Fact("mvp", named))
        if named in earning:
            effects.append(e.Earned(named, "mvp"))
    return allowed(*effects, because=lines)


def _ascended(at: Mvp, candidates: tuple[str, ...]) -> Asking:
    """Whom Star Ascendant was played on, if still on the pitch at the end (2725)."""
    standing = tuple(name for name in candidates if name not in at.dead)
    if not (at.ascendant and standing):
        return []
    return (yield from pick("mvp/star-ascendant", standing, at_least=0))


def awards_of(book: Book, at: Mvp) -> tuple[int, str]:
    """How many awards a side gives, and why so many: a conceder's goes to the winner."""
    if at.friendly:
        return book.figure("mvp", "friendly-awards"), "friendly"
    if at.conceded == "us":
        return 0, "conceded"
    if at.conceded == "them":
        return book.figure("concession", "winner-mvps"), "opponent-conceded"
    return book.figure("mvp", "awards"), "played"


def eligible(book: Book, at: Mvp) -> tuple[str, ...]:
    """Who may be named, in the roster's order.

    A rostered star only where chance decides (1619); the dead unless the league says no.
    """
    star = (at.team.star,) if at.team.star and book.house["mvp"] == "random" else ()
    everyone = dict.fromkeys((*at.team.players, *at.dead, *star, *at.hired))
    out = {*at.absent, *(() if book.house["mvp.dead"] else at.dead)}
    return tuple(name for name in everyone if name not in out)


def _nominees(book: Book, at: Mvp, candidates: tuple[str, ...]) -> Meanings:
    """Who they are, how far they have come, and on whom the points would be lost."""
    means = {}
    for name in candidates:
        player = at.team.players.get(name)
        if player is None:
            code = "nominee-dead" if name in at.dead else "nominee-hired"
            means[name] = Line(code, 0)
        else:
            known = {"position": player.position, "points": points(book, player)}
            means[name] = Line("nominee", None, known | {"dead": name in at.dead})
    return means


def _named(book: Book, key: str, candidates: tuple[str, ...], means: Meanings) -> Asking:
    """One award by the league's method."""
    if book.house["mvp"] == "random":
        return (yield from pick(f"{key}/drawn", candidates, means=means))[0]
    if book.house["mvp"] == "coach":
        return (yield from pick(f"{key}/chosen", candidates, means=means))[0]
    places = min(book.figure("mvp", "nominees"), len(candidates))
    nominees = yield from pick(
        f"{key}/nominees", candidates, at_least=places, at_most=places, means=means
    )
    if places == 1:
        return nominees[0]
    return nominees[(yield from roll(f"{key}/die", f"D{places}")) - 1]


def _points(book: Book, at: Mvp, named: str) -> Line:
    """The award's points, which are lost on the dead and on whoever is not the team's own."""
    if named in at.dead:
        return Line("points-lost-dead", 0, {"player": named})
    if named not in at.team.players:
        code = "points-lost-star" if named == at.team.star else "points-lost-hired"
        return Line(code, 0, {"player": named})
    return Line("mvp", book.figure("spp-awards", "mvp"), {"player": named})


def _faults(book: Book, at: Mvp) -> Iterator[Reason]:
    yield from team_faults(book, at.team)
    yield from star_faults(book, at.team)
    for name, player in at.team.players.items():
        yield from point_faults(book, player.awards, player.extra, f"team.players.{name}.")
    yield from one_of_faults("conceded", at.conceded, dict.fromkeys(("", "us", "them")))
    for name in at.absent:
        if name not in at.team.players:
            yield Reason("no-such-player", "absent", {"player": name}, integrity=True)
        if name in at.dead:
            yield Reason("absent-and-dead", "absent", {"player": name}, integrity=True)
    for name in at.hired:
        if name in at.team.players or name == at.team.star:
            yield Reason("already-on-the-team", "hired", {"player": name}, integrity=True)
