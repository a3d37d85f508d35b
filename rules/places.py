"""Where in the rulebook an entry stands: on which page, under which anchor."""

from dataclasses import dataclass

# The pages that show shelves, in the order of the book, with the shelves on each.
SHELVES: dict[str, tuple[str, ...]] = {
    "special-rules": ("special_rule",),
    "cards": ("deck",),
    "challenges": ("challenge", "bonus_play"),
    "match-events": ("event_set",),
    "referees": ("referee", "referee_table"),
    "stadiums": ("stadium_table",),
    "weather": ("weather_table",),
    "kick-off": ("kickoff_table",),
    "handicap": ("handicap_table",),
    "balls": ("ball_rule", "ball"),
    "sponsors": ("sponsor",),
    "hall-of-fame": ("hall_of_fame_team",),
}
PAGES = ("races", "skills", "stars", "inducements", "tables", *SHELVES)
# Pages whose entries have a page each.
WITH_OWN_PAGES = ("races", "skills")


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the book; the entry's own page below it, if `key` says so; an anchor on that."""

    page: str
    key: str = ""
    anchor: str = ""


def anchor(*keys: str | int) -> str:
    """The id of an entry within others, such as a card in its deck."""
    return "-".join(str(key) for key in keys)
