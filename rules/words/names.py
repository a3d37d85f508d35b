"""What people call things: names for keys, commas in gold, words for yes and no."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.bounds import short
from rules.catalogue import Catalogue, CatalogueItem
from rules.editions import edition

MINUS = "\N{MINUS SIGN}"

# Our own words for what is no thing of the catalogue.
OWN: Mapping[str, str | Promise] = {
    "": _("none"),
    "home": _("home"),
    "away": _("away"),
    "us": _("us"),
    "them": _("them"),
    "both": _("both"),
    "neither": _("neither"),
    "won": _("won"),
    "drawn": _("drawn"),
    "lost": _("lost"),
    "yes": _("yes"),
    "no": _("no"),
    "unchanged": _("unchanged"),
    "keep": _("keep it"),
    "reroll": _("roll again"),
    "pay": _("pay"),
    "refuse": _("do not pay"),
    "one-time": _("paid once"),
    "ongoing": _("ongoing"),
    "major": _("a major sponsor"),
    "rerolls": _("Re-roll"),
    "fan_factor": _("Fan factor"),
    "dedicated-fans": _("Dedicated fans"),
    "not-now": _("not now"),
    "random-primary": _("a primary skill by chance"),
    "chosen-primary": _("a primary skill of choice"),
    "random-secondary": _("a secondary skill by chance"),
    "chosen-secondary": _("a secondary skill of choice"),
    "characteristic": _("a characteristic"),
    "assistant-coach": _("Assistant coach"),
    "cheerleader": _("Cheerleader"),
    "apothecary": _("Apothecary"),
    "ma": "MA",
    "st": "ST",
    "ag": "AG",
    "pa": "PA",
    "av": "AV",
    "+ma": "+MA",
    "+st": "+ST",
    "+ag": "+AG",
    "+pa": "+PA",
    "+av": "+AV",
}

# The shelves of a shop in their order, by what the keys on them begin with.
SHELVES: Mapping[str, str | Promise] = {
    "inducement": _("Inducements"),
    "star": _("Star players"),
    "famous": _("Famous staff"),
    "mercenary": _("Mercenaries"),
    "freebooter": _("Freebooters"),
    "special-play": _("Special plays"),
    "hire": _("Players"),
    "reroll": _("Re-rolls and staff"),
    "staff": _("Re-rolls and staff"),
    "fire": _("Let go"),
    "retire": _("Retire until the season is over"),
    "drop-reroll": _("Give up"),
    "drop-staff": _("Give up"),
}

# Parameters that are to be sent back as they are.
KEYS = frozenset({"options", "near"})
# Parameters that name somebody of the other team.
THEIRS = frozenset({"by", "victim"})


@dataclass(frozen=True, slots=True)
class People:
    """What coaches call those whom the rulebook knows by ids: our own, and the opponent's.

    Two teams may well have the same ids, so which of them is meant is a matter of the parameter.
    """

    ours: Mapping[str, str] = field(default_factory=dict)
    theirs: Mapping[str, str] = field(default_factory=dict)

    def called(self, key: str, param: str) -> str | None:
        return (self.theirs if param in THEIRS else self.ours).get(key)


NOBODY = People()

_known: dict[str, dict[str, str]] = {}


def names(catalogue: Catalogue) -> Mapping[str, str]:
    """Everything with a key, by it; where keys meet, what coaches speak of most."""
    if catalogue.digest not in _known:
        found: dict[str, str] = {}
        for row in catalogue.tables.get("coach-traits", _NOTHING).rows:
            found[row["key"]] = found[f"trait/{row['key']}"] = row.name
        for shelf in catalogue.shelves.values():
            for entry in shelf:
                _add(found, entry)
        for row in catalogue.tables.get("expensive-incidents", _NOTHING).rows:
            found[row["key"]] = row.name
        for race in catalogue.races.values():
            found |= {key: position.name for key, position in race.positions.items()}
        for part in (catalogue.inducements, catalogue.stars, catalogue.races, catalogue.skills):
            found |= {key: each.name for key, each in part.items()}
        found |= {f"star/{key}": star.name for key, star in catalogue.stars.items()}
        _known[catalogue.digest] = found
    return _known[catalogue.digest]


class _Nothing:
    rows: tuple[Any, ...] = ()


_NOTHING: Any = _Nothing()


def _add(found: dict[str, str], entry: CatalogueItem, within: str = "") -> None:
    found[entry.key] = entry.name
    if within:
        found[f"{within}/{entry.key}"] = entry.name
    for below in entry.entries:
        _add(found, below, entry.key)


def name(catalogue: Catalogue, key: str) -> str:
    """What people call it; what nobody knows is called as it was."""
    if key in OWN:
        return str(OWN[key])
    return names(catalogue).get(key, key)


def say(catalogue: Catalogue, value: Any, people: People = NOBODY, param: str = "") -> str:
    """Any parameter as it stands in a sentence, players by the names that are given."""
    match value:
        case None:
            return str(_("none"))
        case bool():
            return str(_("yes")) if value else str(_("no"))
        case int():
            return f"{value:,}".replace("-", MINUS)
        case list() | tuple():
            said = (say(catalogue, each, people, param) for each in value)
            return ", ".join(said) or str(_("none"))
        case Mapping():
            said = (
                f"{say(catalogue, str(key), people)} {say(catalogue, each, people, str(key))}"
                for key, each in value.items()
            )
            return ", ".join(said) or str(_("none"))
        case _:
            known = _called(catalogue, str(value), param)
            return people.called(str(value), param) or short(known)


def _called(catalogue: Catalogue, value: str, param: str) -> str:
    if value and param in KEYS:
        return value
    if param == "rule" and (knob := edition(catalogue.edition).knobs.heard_of(value)):
        return gettext(knob.label)
    if param == "offer":
        return offer_name(catalogue, value)
    return name(catalogue, value)


def offer_name(catalogue: Catalogue, key: str, called: Mapping[str, str] | None = None) -> str:
    """`mercenary/blitzer/with-skill` as words; a player by what they are called."""
    shelf, _slash, rest = key.partition("/")
    if called and rest in called:
        return called[rest]
    if shelf in ("reroll", "drop-reroll"):
        return gettext("Team re-roll")
    parts = rest.split("/") if shelf in SHELVES and rest else key.split("/")
    known = {part: name(catalogue, part) for part in parts}
    words = ", ".join(
        part.replace("-", " ") if text == part else text for part, text in known.items()
    )
    return words[:1].upper() + words[1:]


def signed(value: Any) -> str:
    """A difference, always with its sign."""
    return f"{value:+,}".replace("-", MINUS) if isinstance(value, int) and value else str(value)
