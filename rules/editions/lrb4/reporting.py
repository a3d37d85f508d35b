"""What both sides settle together after a match, before each goes its own way."""

from collections.abc import Generator, Mapping
from typing import Any

from rules.editions.lrb4.beforehand import rating_of
from rules.editions.lrb4.fortune import Winnings, winnings
from rules.editions.lrb4.injury import casualty, suffered
from rules.editions.lrb4.lineup import FIELD
from rules.editions.lrb4.raising import RaiseDead, Rot, raise_dead, rot
from rules.engine import effects as e
from rules.engine.growth import own_skills
from rules.engine.match import SIDES, Hurt, Side, other
from rules.engine.reporting import as_reported
from rules.engine.rulings import Line, allowed
from rules.engine.sequence import Doing, StepContext, step
from rules.engine.state import Player

Composing = Generator[Any, Any, None]


@step
def report(doing: Doing) -> Composing:
    """Deeds, casualties with their dice, the dead and the raised, and who has sat out."""
    doers = {side: deeds_of(doing, side) for side in SIDES}
    yield from doing.ask(as_reported(doing.match, doers))
    for side in SIDES:
        yield from doing.ask(_missed(doing, side), side=side)
        for player, deeds in doers[side].items():
            for award, times in deeds.items():
                if times:
                    doing.add(e.Earned(player, award, times), side=side)
    for hurt in doing.match.report.casualties:
        yield from _casualty(doing, hurt)
    for side in SIDES:
        doing.add(_recorded(doing, side), side=side)


def _missed(doing: Doing, side: Side) -> Any:
    """The mark is rubbed out at the end of the match that was missed (3855)."""
    players = doing.match.teams[side].players
    sat_out = dict.fromkeys(doing.match.report.sat_out.get(side, ()))
    back = [id_ for id_ in sat_out if id_ in players and players[id_].misses_next]
    return allowed(
        *(e.MissesNext(id_, misses=False) for id_ in back),
        because=[Line("match-missed", None, {"player": id_}) for id_ in back],
    )


def _casualty(doing: Doing, hurt: Hurt) -> Composing:
    team = doing.match.teams[hurt.side]
    victim = team.players.get(hurt.player)
    ruling = yield from doing.ask(casualty(doing.book, suffered(team, hurt)), side=hurt.side)
    fact = next(effect for effect in ruling.effects if isinstance(effect, e.Fact))
    if fact.value["outcome"] == "dead":
        yield from _raise(doing, hurt, team.race, victim)


def _raise(doing: Doing, hurt: Hurt, victims_race: str, victim: Player | None) -> Composing:
    """The opponents of the dead may have use for them; whom they may not raise stays dead."""
    side = other(hurt.side)
    team = doing.match.teams[side]
    race = doing.book.race(team.race)
    is_star = hurt.hired == "star"
    if race.necromancer:
        people = FIELD.lineup(doing.book, doing.match, side)
        hired = {who.key for who in people if who.is_hired}
        own = own_skills(doing.book, victims_race, victim) if victim else ()
        wish = RaiseDead(
            team,
            hurt.player,
            skills=(*own, *hurt.skills),
            is_star=is_star,
            raised=len(doing.match.all_of(side, "raised")),
            hired=len(hired - {*dead_of(doing, side)}),
            side=hurt.side,
        )
        yield from doing.try_asking(raise_dead(doing.book, wish), side=side)
    elif race.rot:
        killed: Any = hurt.cause
        spread = Rot(team, hurt.player, killed, hurt.killer_skills, is_star=is_star)
        yield from doing.try_asking(rot(doing.book, spread), side=side)


def _recorded(doing: Doing, side: Side) -> e.Recorded:
    """Of a friendly, the book of this edition knows nothing."""
    pitch = doing.match.report
    counts = {"friendlies": 1} if pitch.friendly else {"played": 1, doing.match.result(side): 1}
    casualties = sum(deeds.get("casualty", 0) for deeds in deeds_of(doing, side).values())
    return e.Recorded({**counts, "touchdowns": pitch.score[side], "casualties": casualties})


@step
def settlement(doing: Doing) -> Composing:
    """The conceder's winnings are rolled here, since they are the winner's (4605)."""
    side = doing.match.report.conceded_by
    if not side:
        return
    facts = allowed(
        e.Fact("winner", other(side)),
        e.Fact("conceded", {"side": side, "punished": True}),
        because=[Line("punished")],
    )
    yield from doing.ask(facts)
    yield from doing.ask(winnings(doing.book, earning(doing, side)), side=side)


def has_settlement(context: StepContext[Any]) -> bool:
    return bool(context.match.report.conceded_by)


def deeds_of(doing: Doing, side: Side) -> dict[str, Mapping[str, int]]:
    """What players did who collect points: nobody does who was hired (3968)."""
    pitch = doing.match.report
    hired = pitch.hired.get(side, ())
    return {
        player: deeds for player, deeds in pitch.deeds.get(side, {}).items() if player not in hired
    }


def dead_of(doing: Doing, side: Side) -> list[str]:
    return [
        fact["player"] for fact in doing.match.all_of(side, "casualty") if fact["outcome"] == "dead"
    ]


def earning(doing: Doing, side: Side) -> Winnings:
    match = doing.match
    passed_on = match.side_fact(other(side), "winnings-passed-on", 0)
    return Winnings(
        rating_of(match, side),
        match.fact("gate", 0),
        match.result(side),
        conceded=match.report.conceded_by == side,
        from_conceder=passed_on if match.report.conceded_by == other(side) else 0,
    )
