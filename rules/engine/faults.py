"""What cannot be, whatever the edition: in a result, in a number, in a team that no fold built."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from rules.book import Book
from rules.engine.rulings import Reason
from rules.engine.state import Team

Result = Literal["won", "drawn", "lost"]

# What the tables call the three results.
ROW_OF: Mapping[str, str] = {"won": "win", "drawn": "draw", "lost": "loss"}


def one_of_faults(subject: str, value: str, options: Iterable[Any]) -> Iterator[Reason]:
    if value not in options:
        yield Reason("not-an-option", subject, {"options": [*options]}, integrity=True)


def result_faults(result: str, *, conceded: bool = False) -> Iterator[Reason]:
    yield from one_of_faults("result", result, ROW_OF)
    if conceded and result != "lost":
        yield Reason("conceded-means-lost", "conceded", integrity=True)


def negative_faults(**numbers: int) -> Iterator[Reason]:
    """What is counted cannot be less than nothing. A double underscore stands for a dot."""
    for name, number in numbers.items():
        if number < 0:
            subject = name.replace("__", ".")
            yield Reason("negative", subject, {"number": number}, integrity=True)


def team_faults(book: Book, team: Team, subject: str = "team") -> Iterator[Reason]:
    """A team that no fold could have built."""
    if team.race not in book.catalogue.races:
        yield Reason("no-such-race", f"{subject}.race", {"race": team.race}, integrity=True)
    for what, amount in {
        "treasury": team.treasury,
        "fan_factor": team.fan_factor,
        "ongoing_sponsors": team.ongoing_sponsors,
    }.items():
        if amount < 0:
            yield Reason("negative", f"{subject}.{what}", integrity=True)
    for key, player in team.players.items():
        if key != player.id:
            where = f"{subject}.players.{key}"
            yield Reason("not-his-id", where, {"id": player.id}, integrity=True)
