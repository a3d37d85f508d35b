"""Roster players and stars as they take the field."""

from collections.abc import Collection, Iterator

from rules.book import Book
from rules.engine.growth import characteristic
from rules.engine.lineup import LineupPlayer, Standing
from rules.engine.state import Player, Team


def own_player(
    book: Book, team: Team, player: Player, *, skills: tuple[str, ...], sits_out: Collection[str]
) -> LineupPlayer:
    """Somebody of the team's own, with what they know and can do today."""
    return LineupPlayer(
        player.id,
        "journeyman" if player.journeyman else "roster",
        player.position,
        name=player.name,
        number=player.number,
        skills=skills,
        profile={
            name: characteristic(book, team.race, player, name)
            for name in book.catalogue.characteristics
        },
        absent=player.misses_next or player.id in sits_out,
    )


def star_players(book: Book, key: str, standing: Standing) -> Iterator[LineupPlayer]:
    """A star under their key; of two who come together each under a number."""
    members = book.catalogue.stars[key].members
    for number, member in enumerate(members, 1):
        yield LineupPlayer(
            f"{key}/{number}" if len(members) > 1 else key,
            standing,
            key,
            name=member.name,
            skills=member.skills,
            profile=member.profile,
        )


def star_of(key: str) -> str:
    """The star whom somebody on the pitch is, or whose half: a pair's two have a number each."""
    return key.partition("/")[0]
