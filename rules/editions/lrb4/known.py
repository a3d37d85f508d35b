"""What must hold of a team, a player or a list before a ruling says anything about it."""

from collections.abc import Iterator

from rules.book import Book
from rules.engine.growth import figure_faults, position_faults
from rules.engine.rulings import Reason
from rules.engine.state import Player, Team


def race_faults(book: Book, race: str, subject: str = "race") -> Iterator[Reason]:
    if race not in book.catalogue.races:
        yield Reason("no-such-race", subject, {"race": race}, integrity=True)


def team_faults(book: Book, team: Team, subject: str = "team") -> Iterator[Reason]:
    """A team that no fold could have built."""
    yield from race_faults(book, team.race, f"{subject}.race")
    for what, amount in {"treasury": team.treasury, "fan_factor": team.fan_factor}.items():
        if amount < 0:
            yield Reason("negative", f"{subject}.{what}", integrity=True)
    for key, player in team.players.items():
        where = f"{subject}.players.{key}"
        if key != player.id:
            yield Reason("not-his-id", where, {"id": player.id}, integrity=True)
        if team.race in book.catalogue.races:
            yield from player_faults(book, team.race, player, where)


def player_faults(book: Book, race: str, player: Player, subject: str) -> Iterator[Reason]:
    """Everything about a player that the catalogue does not know or no number can be."""
    faults = list(race_faults(book, race))
    yield from faults
    if not faults:
        yield from position_faults(book, race, player.position, f"{subject}.position")
    yield from figure_faults(book, player, subject)
