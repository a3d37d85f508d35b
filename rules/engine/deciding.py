"""How a drawn match finds a winner: overtime and a penalty shoot-out, by an edition's figures."""

from collections.abc import Iterator

from rules.book import Book
from rules.engine import effects as e
from rules.engine.asks import Roll, Step, together
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.faults import negative_faults, one_of_faults
from rules.engine.match import SIDES
from rules.engine.rulings import Line, Reason, allowed, refused
from rules.engine.sides import COACH_OF
from rules.house import decider_of
from rules.knobs import off


def decided_in_overtime(book: Book, at: Overtime) -> Step:
    """The first touchdown wins, or else penalties do."""
    if faults := [
        *one_of_faults("scored", at.scored, ("", *SIDES)),
        *negative_faults(
            home_touchdowns=at.home_touchdowns,
            away_touchdowns=at.away_touchdowns,
            home_rerolls=at.home_rerolls,
            away_rerolls=at.away_rerolls,
        ),
        *_drawn_faults(at),
        *_decider_faults(book, at, "overtime"),
    ]:
        return refused(faults)
    if at.scored:
        return allowed(*_decided(at.scored, "overtime"), because=[Line("first-touchdown")])
    return (yield from _shoot_out(book, at.home_rerolls, at.away_rerolls))


def decided_on_penalties(book: Book, at: Penalties) -> Step:
    """A die and a point for each unused re-roll; level sides roll again."""
    if faults := [
        *negative_faults(home_rerolls=at.home_rerolls, away_rerolls=at.away_rerolls),
        *_decider_faults(book, at, "penalties"),
    ]:
        return refused(faults)
    return (yield from _shoot_out(book, at.home_rerolls, at.away_rerolls))


def _drawn_faults(at: Overtime) -> Iterator[Reason]:
    if at.home_touchdowns != at.away_touchdowns:
        yield Reason("not-drawn", "home_touchdowns", integrity=True)


def _decider_faults(book: Book, at: Overtime | Penalties, how: str) -> Iterator[Reason]:
    """Coaches may agree on overtime; in a knock-out the league says how a winner is found."""
    if not at.knock_out:
        if not at.agreed:
            yield Reason("stays-drawn", "agreed")
        return
    by = decider_of(book.house, is_replay=at.replay)
    if by != how and (by, how) != ("overtime", "penalties"):
        yield off("knock-out.drawn", "knock_out", decided_by=by)


def _shoot_out(book: Book, home_rerolls: int, away_rerolls: int) -> Step:
    row = book.catalogue.tables["overtime"].named["penalty-reroll"]
    more = {"home": home_rerolls * row["value"], "away": away_rerolls * row["value"]}
    level: list[Line] = []
    shot = 0
    while True:
        shot += 1
        home, away = yield from together(
            *(
                Roll(f"penalties/{shot}/{side}", dice=row["dice"], who=COACH_OF[side])
                for side in SIDES
            )
        )
        ahead = home + more["home"] - away - more["away"]
        if ahead:
            break
        level.append(Line("level", None, {"round": shot, "home": home, "away": away}))
    lines = [
        line
        for side, die in (("home", home), ("away", away))
        for line in (
            Line("die", die, {"side": side}),
            Line("unused-rerolls", more[side], {"side": side}),
        )
    ]
    return allowed(
        *_decided("home" if ahead > 0 else "away", "penalties"), because=[*level, *lines]
    )


def _decided(winner: str, how: str) -> list[e.Effect]:
    return [e.Fact("winner", winner), e.Fact("decided-by", how)]
