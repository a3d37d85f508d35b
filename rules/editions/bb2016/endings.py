"""How a match ends when it is not over by time, and what it counts for."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from rules.book import Book
from rules.editions.bb2016.circumstances import (
    OTHER,
    Side,
    negative_faults,
    one_of_faults,
    result_faults,
    team_faults,
)
from rules.editions.bb2016.fortune import fans_leave
from rules.editions.bb2016.growth import player_faults, points
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.sides import COACH_OF, SIDES
from rules.engine import effects as e
from rules.engine.asks import Ask, Roll, Step, Who, together
from rules.engine.circumstances import Overtime, Penalties
from rules.engine.league_points import POINTS, Outcome, point_lines
from rules.engine.rulings import Allowed, Line, Reason, Ruling, allowed, refused, total
from rules.engine.state import Team
from rules.house import decider_of
from rules.knobs import _, off

Leaving = Generator[tuple[Ask, ...], tuple[Any, ...], Allowed]

# --- concession


@dataclass(frozen=True, slots=True)
class Concession:
    """The side that gives up: its team with this match's points, and whom it could set up."""

    side: Side
    team: Team
    before_set_up: bool = False
    could_field: int = 11
    friendly: bool = False


@question("concession", _("What giving up a match costs, and what passes to the winner."))
def concession(book: Book, at: Concession) -> Step:
    """An ordinary loss with two or fewer to set up; otherwise punished (571, 1391-1393, 1116).

    This is the whole price at once. A post-match takes its parts where they belong: these facts
    (`concession_facts`), those who leave once points are counted (`players_leaving`), and the
    fans as the fan factor's ruling.
    """
    if faults := list(_concession_faults(book, at)):
        return refused(faults)
    facts, lines = concession_facts(book, at)
    if not punished(book, at):
        return allowed(*facts, because=lines)
    fans = fans_leave(book, at.team)
    leaving = yield from players_leaving(book, at.team, COACH_OF[at.side])
    return allowed(
        *facts,
        *(e.To(at.side, effect) for effect in (*fans.effects, *leaving.effects)),
        because=[*lines, *fans.because, *leaving.because],
    )


def punished(book: Book, at: Concession) -> bool:
    """Not for a coach who has too few left to set up for a kick-off."""
    return not at.before_set_up or at.could_field > book.figure("concession", "field-max")


def concession_facts(book: Book, at: Concession) -> tuple[list[e.Effect], list[Line]]:
    """Who has won, who names most valuable players, who is paid; each by side."""
    winner = OTHER[at.side]
    punish = punished(book, at)
    mvps = dict.fromkeys(SIDES, book.figure("mvp", "awards"))
    if punish:
        mvps = {winner: book.figure("concession", "winner-mvps"), at.side: 0}
    if at.friendly:
        mvps = dict.fromkeys(SIDES, book.figure("friendly", "mvps"))
    facts: list[e.Effect] = [
        e.Fact("winner", winner),
        e.Fact("conceded", {"side": at.side, "punished": punish}),
        e.Fact("mvps", {"home": mvps["home"], "away": mvps["away"]}),
        e.Fact("winnings-to", {at.side: winner if punish else at.side, winner: winner}),
    ]
    about = {"before_set_up": at.before_set_up, "could_field": at.could_field}
    return facts, [Line("punished" if punish else "unpunished", None, about)]


def players_leaving(book: Book, team: Team, who: Who = "side", how: str = "concession") -> Leaving:
    """Each player of 51 points or more leaves on a die of 1-3 (1393)."""
    least = book.figure("concession", "spp-min")
    proud = [player for player in team.players.values() if points(book, player) >= least]
    row = book.catalogue.tables["concession"].named["leave-max"]
    dice: tuple[int, ...] = ()
    if proud:
        dice = yield from together(
            *(Roll(f"concession/{player.id}", dice=row["dice"], who=who) for player in proud)
        )
    rolled = list(zip(proud, dice, strict=True))
    gone = [e.Left(player.id, how) for player, die in rolled if die <= row["value"]]
    lines = [
        Line("loyalty-die", None, {"player": player.id, "die": die, "stays": die > row["value"]})
        for player, die in rolled
    ]
    return allowed(*gone, because=lines)


def _concession_faults(book: Book, at: Concession) -> Iterator[Reason]:
    yield from one_of_faults("side", at.side, OTHER)
    yield from team_faults(book, at.team)
    most = book.figure("journeymen", "field")
    if not 0 <= at.could_field <= most:
        bounds = {"at_least": 0, "at_most": most}
        yield Reason("out-of-range", "could_field", bounds, integrity=True)
    for player in at.team.players.values() if at.team.race in book.catalogue.races else ():
        yield from player_faults(book, at.team.race, player, f"team.players.{player.id}")


# --- overtime and penalties


@question("overtime", _("Who wins a match that was drawn after two halves."))
def overtime(book: Book, at: Overtime) -> Step:
    """The first touchdown wins, or else penalties do (547)."""
    if faults := [
        *one_of_faults("scored", at.scored, dict.fromkeys(("", *SIDES))),
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


@question("penalties", _("Who wins a penalty shoot-out."))
def penalties(book: Book, at: Penalties) -> Step:
    """A die and a point for each unused re-roll; level sides roll again (547).

    The lines of the last round add up to each side's score.
    """
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


# --- friendly


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams about to meet: how often they did this season, how often in a row by now."""

    same_division: bool = True
    met: int = 0
    in_a_row: int = 0
    open_play: bool = True


@question("friendly", _("Whether a match is a friendly, and what is different then."))
def friendly(book: Book, at: Pairing) -> Ruling:
    """Outside the division, or against a rival already met twice (1040, 5678).

    A fixture of a schedule is a competition match however often the teams have met.
    """
    faults = list(negative_faults(met=at.met, in_a_row=at.in_a_row))
    if at.open_play and at.in_a_row >= (most := book.house["repeat.in-a-row"]):
        faults.append(Reason("too-often-in-a-row", "in_a_row", {"at_most": most}))
    if faults:
        return refused(faults)
    lines = []
    if at.open_play and not at.same_division:
        lines.append(Line("outside-the-division"))
    if at.open_play and at.met >= (often := book.house["repeat.rival"]):
        lines.append(Line("met-already", None, {"met": at.met, "at_most": often}))
    is_friendly = bool(lines)
    die = book.catalogue.tables["winnings"].named["friendly-die" if is_friendly else "die"]
    mvps = book.figure("friendly", "mvps") if is_friendly else book.figure("mvp", "awards")
    return allowed(
        e.Fact("friendly", is_friendly),
        e.Fact("counts-for-points", not is_friendly),
        e.Fact("mvps", {"home": mvps, "away": mvps}),
        e.Fact("winnings-die", die["dice"]),
        because=lines or [Line("competition")],
    )


# --- league points


@question("league-points", _("How many league points a match brings a side."))
def league_points(book: Book, at: Outcome) -> Ruling:
    """As the house rules say; a friendly brings none (1277, 5678). The lines add up to it."""
    faults = [
        *result_faults(at.result),
        *one_of_faults("how", at.how, POINTS),
        *negative_faults(
            touchdowns=at.touchdowns,
            opponent_touchdowns=at.opponent_touchdowns,
            casualties=at.casualties,
        ),
    ]
    if not faults and at.result not in POINTS[at.how]:
        faults.append(Reason("cannot-be-drawn", "result", {"how": at.how}, integrity=True))
    if faults:
        return refused(faults)
    if at.friendly:
        lines = [Line("friendly", book.figure("friendly", "league-points"))]
    else:
        lines = point_lines(book.house, at)
    return allowed(e.Fact("league-points", total(lines)), because=lines)
