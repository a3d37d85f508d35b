"""Everybody against everybody, once a leg, by the circle method."""

from collections.abc import Sequence

from competition.scheduling.complaints import about_number, about_teams, refuse
from competition.scheduling.rounds import Pairing, Round, TeamId

LEGS_AT_MOST = 20


def round_robin(teams: Sequence[TeamId], *, legs: int = 1) -> tuple[Round, ...]:
    """All rounds of all legs; teams come in the order of their seeding, the first meets the last.

    Every second leg is the first with home and away changed, so home and away differ by one at
    most. Of an odd number one team has a bye in each round, everybody once a leg.
    """
    refuse([*about_teams(teams), *about_number("legs", legs, at_least=1, at_most=LEGS_AT_MOST)])
    leg = _one_leg(teams)
    return tuple(
        Round(
            number=lap * len(leg) + each.number,
            pairings=tuple(pairing.swapped() for pairing in each.pairings)
            if lap % 2
            else each.pairings,
            byes=each.byes,
        )
        for lap in range(legs)
        for each in leg
    )


def _one_leg(teams: Sequence[TeamId]) -> list[Round]:
    """On a circle with an odd number of seats, those equally far from the round's seat meet.

    Of the two the one at home sits an odd number of seats clockwise: home and away take turns. An
    even number leaves one team in the middle, who meets whoever has the round's seat.
    """
    circle = teams if len(teams) % 2 else teams[:-1]
    seats = len(circle)
    rounds = []
    for turn in range(seats):
        pairings = []
        byes: tuple[TeamId, ...] = (circle[turn],)
        if seats < len(teams):
            middle = Pairing(circle[turn], teams[-1])
            pairings.append(middle.swapped() if turn % 2 else middle)
            byes = ()
        for steps in range(1, seats // 2 + 1):
            ahead = Pairing(circle[(turn + steps) % seats], circle[(turn - steps) % seats])
            pairings.append(ahead if steps % 2 else ahead.swapped())
        rounds.append(Round(turn + 1, tuple(pairings), byes))
    return rounds
