"""What can be chosen in a field of circumstances, by the name of the field."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from rules.describing import PARTS, names_in
from rules.editions import Edition
from rules.words import name

Options = list[tuple[str, str]]

# Fields whose things stand on a shelf of the catalogue.
ON_SHELVES = {
    "ball": "ball",
    "used": "ball",
    "table": "weather_table",
    "hall_of_fame": "hall_of_fame_team",
    "bought": "deck",
    "blacklisted_by": "sponsor",
}
# Fields that name players of a team, by the field that holds this team.
PLAYERS_OF = {
    "player": "team",
    "sat_out": "team",
    "dead": "team",
    "absent": "team",
    "returning": "team",
    "gives": "offering",
    "gets": "asked",
}
# Lists of whom a side has hired.
HIRED = ("home", "away")
RECORD = ("played", "won", "drawn", "lost", "touchdowns", "casualties", "friendlies")


class Choices:
    """The catalogue as options; teams that stand in the form add their players."""

    def __init__(self, rules: Edition) -> None:
        self.rules = rules
        self.catalogue = rules.catalogue
        self.squads: dict[str, Options] = {}

    @cached_property
    def names(self) -> dict[str, dict[str, str]]:
        return names_in(self.catalogue)

    def of(self, field: str, race: str) -> Options | None:
        """None where anything may be typed."""
        if field in PLAYERS_OF:
            return self.squads.get(PLAYERS_OF[field])
        if field in ON_SHELVES:
            shelf = self.catalogue.shelves.get(ON_SHELVES[field], ())
            return [(item.key, item.name) for item in shelf]
        part = PARTS.get(field, "lasting" if field == "prizes" else "")
        if part == "positions" and race in self.catalogue.races:
            positions = self.catalogue.races[race].positions
            return [(key, position.name) for key, position in positions.items()]
        return self.part(part) if part else None

    def part(self, part: str) -> Options:
        return [(key, text) for text, key in self.names[part].items()]

    def hired(self) -> Options:
        staff = [(key, each.name) for key, each in self.catalogue.inducements.items() if each.staff]
        return [*self.part("stars"), *staff]

    def counted(self, field: str) -> Options | None:
        """What a few numbers are kept of, each in a field of its own; None if there are many."""
        keys: Iterable[str]
        match field:
            case "staff":
                keys = self.rules.sheet.staff
            case "awards":
                awards = self.catalogue.tables["spp-awards"].named
                return [(key, row.name) for key, row in awards.items()]
            case "raised" | "lowered":
                keys = self.catalogue.characteristics
            case "record":
                keys = RECORD
            case _:
                return None
        return [(key, _capital(name(self.catalogue, key))) for key in keys]

    def key_of_race(self, typed: Any) -> str:
        return self.names["races"].get(str(typed), str(typed))

    def price(self, race: str, position: Any) -> int | None:
        positions = self.catalogue.races[race].positions if race in self.catalogue.races else {}
        return positions[position].cost if position in positions else None

    def keep_squad(self, field: str, players: Mapping[str, Any]) -> None:
        self.squads[field] = [(id_, self._called(id_, player)) for id_, player in players.items()]

    def _called(self, id_: str, player: Mapping[str, Any]) -> str:
        about = (player.get("name", ""), name(self.catalogue, str(player.get("position", ""))))
        return " · ".join(filter(None, (id_, *about)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
