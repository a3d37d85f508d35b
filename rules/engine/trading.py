"""Trades: players and gold between two teams, checked for both of them at once."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.book import Book
from rules.catalogue import Position
from rules.engine import effects as e
from rules.engine.circumstances import Party, Trade
from rules.engine.faults import team_faults
from rules.engine.rulings import Line, Reason, Ruling, allowed, refused
from rules.engine.squads import exceeded, together_fault
from rules.engine.state import Player, Team

TRADED = "traded"
Places = Callable[[Book, Team], int]


def traded(book: Book, at: Trade, *, places_taken: Places = lambda _book, _team: 0) -> Ruling:
    """What a trade does to both, or why not: the rules of the roster hold for both afterwards.

    `places_taken` are places of a roster that no player under contract has.
    """
    if faults := list(_shape_faults(book, at)):
        return refused(faults)
    done = allowed(
        *(
            e.To(side, effect)
            for side, own, other in at.sides()
            for effect in _effects(at, own, other)
        ),
        because=[line for side, own, other in at.sides() for line in _lines(at, side, own, other)],
    )
    reasons = [
        reason
        for side, own, other in at.sides()
        for reason in (
            *_list_faults(book, side, own, other),
            *_room_faults(book, side, own, other, places_taken(book, own.team)),
        )
    ]
    return refused(reasons, otherwise=done) if reasons else done


def _shape_faults(book: Book, at: Trade) -> Iterator[Reason]:
    """What must hold before anything can be counted."""
    for side, own, _other in at.sides():
        yield from team_faults(book, own.team, f"{side}.team")
        if len(set(own.gives)) != len(own.gives):
            yield Reason("picked-twice", f"{side}.gives", integrity=True)
        for id_ in own.gives:
            player = own.team.players.get(id_)
            if player is None or player.journeyman:
                yield Reason("not-under-contract", f"{side}.gives.{id_}", integrity=True)
        if own.gold < 0:
            yield Reason("negative", f"{side}.gold", integrity=True)
        elif (short := own.gold - own.team.treasury) > 0:
            params = {"price": own.gold, "treasury": own.team.treasury, "short": short}
            yield Reason("cannot-afford", f"{side}.gold", params, integrity=True)
    if not any(own.gives or own.gold for _side, own, _other in at.sides()):
        yield Reason("nothing-to-trade", "", integrity=True)


def _list_faults(book: Book, side: str, own: Party, other: Party) -> Iterator[Reason]:
    """Whoever comes must stand on the team's own list just as on the one that they leave."""
    theirs, ours = (book.race(team.race).positions for team in (other.team, own.team))
    for id_ in other.gives:
        key = other.team.players[id_].position
        if key not in theirs or key not in ours or not _alike(theirs[key], ours[key]):
            params = {"position": key, "race": own.team.race}
            yield Reason("not-on-the-list", f"{side}.gets.{id_}", params, integrity=True)


def _alike(one: Position, other: Position) -> bool:
    return (one.name, one.profile, one.skills, one.normal, one.double) == (
        other.name,
        other.profile,
        other.skills,
        other.normal,
        other.double,
    )


def _room_faults(
    book: Book, side: str, own: Party, other: Party, places_taken: int
) -> Iterator[Reason]:
    """Sixteen places, and so many of each position; who was too many before may not be joined."""
    coming = Counter(other.team.players[id_].position for id_ in other.gives)
    squad = Counter(player.position for player in own.team.contracted if player.id not in own.gives)
    squad += coming
    most: int = book.house["draft.players-at-most"]
    count = squad.total() + places_taken
    if coming.total() > len(own.gives) and count > most:
        yield Reason("too-many-players", f"{side}.players", {"count": count, "at_most": most})
    race = book.race(own.team.race)
    for key in coming:
        if key in race.positions and squad[key] > (most := race.positions[key].max):
            params = {"position": key, "count": squad[key], "at_most": most}
            yield Reason("too-many-of-position", f"{side}.players.{key}", params)
    for limit, _last in exceeded(race, squad):
        if joins := [key for key in limit.positions if coming[key]]:
            yield together_fault(limit, squad, f"{side}.players.{joins[-1]}")


def _coming(at: Trade, other: Party) -> Iterator[Player]:
    """Whoever the other team gives, as they join; what they were lent stays behind."""
    for number, id_ in enumerate(other.gives, start=1):
        yield replace(other.team.players[id_], id=f"{at.window}/{number}", lent=())


def _effects(at: Trade, own: Party, other: Party) -> Iterator[e.Effect]:
    for id_ in own.gives:
        yield e.Left(id_, TRADED)
    if own.gold:
        yield e.Gold(-own.gold, "trade")
    if other.gold:
        yield e.Gold(other.gold, "trade")
    yield from map(e.Joined, _coming(at, other))


def _lines(at: Trade, side: str, own: Party, other: Party) -> Iterator[Line]:
    for id_ in own.gives:
        yield Line("trade-gives", None, {"player": id_, "side": side})
    for player in _coming(at, other):
        yield Line("trade-gets", None, {"player": player.id, "side": side})
    if own.gold:
        yield Line("trade-pays", -own.gold, {"side": side})
    if other.gold:
        yield Line("trade-paid", other.gold, {"side": side})
