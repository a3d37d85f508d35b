"""What taking an option comes to: its name with the sum, and a sentence beside it."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.catalogue import Catalogue
from rules.engine.asks import Ask, Choose, Confirm, Pick, Shop
from rules.engine.rulings import Line
from rules.words.names import name, say
from rules.words.sayings import Saying, fitting, when

# Options that are called by what they come to.
NAMES: Mapping[str, Saying] = {
    "keep-winnings": _("Keep %(gold)s"),
    "reroll-die": _("Roll the %(die)s again"),
    "injuries": [_("%(results)s, \N{MINUS SIGN}1 %(loses)s"), _("%(results)s")],
    "exchange": [
        when(_("Treat: back to the reserves"), rolled=False),
        _("Treat: a second roll, and the choice between the two"),
    ],
    "no-exchange": [
        _("Leave it at %(results)s, \N{MINUS SIGN}1 %(loses)s"),
        _("Leave it at %(results)s"),
    ],
    "buy-stadium": _("Buy it for %(gold)s"),
    "sell-stadium": _("Sell it"),
    "take-home": [
        when(_("Take it for all winnings"), price="all-winnings"),
        _("Take it"),
    ],
    "no-deal": _("No deal"),
    "not-now": _("Not now"),
}

# What stands beside the name of an option.
ABOUT: Mapping[str, Saying] = {
    "buy-stadium": _("%(fund)s from the fund, %(treasury)s from the treasury"),
    "sell-stadium": _("brings %(least)s to %(most)s, by the dice; the team stays as its resident"),
    "take-home": [
        _("winnings of %(least)s to %(most)s, and %(leaving)s for leaving %(home)s"),
        _("winnings of %(least)s to %(most)s, by the die"),
        _("%(leaving)s for leaving %(home)s"),
    ],
    "deal-once": _(
        "%(dice)s × %(each)s at once; on a %(mishap)s of a second die somebody misses a match"
    ),
    "deal-ongoing": _(
        "%(dice)s × %(each)s after every match from the next on; on a %(mishap)s of a second die "
        "somebody misses a match"
    ),
    "deal-major": _("one of %(sponsors)s"),
    "fund-credit": _("puts %(gold)s into the stadium fund"),
    "nominee": [
        when(_("%(position)s, %(points)s SPP, died: the points would be lost"), dead=True),
        _("%(position)s, %(points)s SPP"),
    ],
    "nominee-hired": _("hired for the match: the points would be lost"),
    "nominee-dead": _("died: the points would be lost"),
    "characteristic": [
        _("%(stands)s becomes %(becomes)s; worth %(gold)s"),
        _("%(stands)s becomes %(becomes)s"),
    ],
    "learnt": [
        _("worth %(gold)s"),
        when(_("by a double"), kind="double-skill"),
        when(_("of the player's own categories"), kind="skill"),
    ],
    "advancement-price": _("for %(points)s points"),
}


def options_of(ask: Ask) -> tuple[str, ...]:
    """The keys of everything that can be taken."""
    match ask:
        case Choose(options=keys) | Pick(candidates=keys):
            return keys
        case Confirm():
            return ("yes", "no")
        case Shop(offers=offers):
            return tuple(offer.key for offer in offers)
        case _:
            return ()


def option_name(
    catalogue: Catalogue, ask: Ask, key: str, called: Mapping[str, str] | None = None
) -> str:
    """What an option is called, with its sum where it has one."""
    text = _filled(catalogue, NAMES, ask.means.get(key))
    return text or (called or {}).get(key) or name(catalogue, key)


def option_about(catalogue: Catalogue, ask: Ask, key: str) -> str:
    """What taking it comes to, or does."""
    text = _filled(catalogue, ABOUT, ask.means.get(key))
    return "; ".join(filter(None, (text, thing_about(catalogue, key))))


def is_dead(ask: Ask, key: str) -> bool:
    """Whether whoever could be named has died."""
    line = ask.means.get(key)
    return bool(line and (line.code == "nominee-dead" or line.params.get("dead")))


class Heading(NamedTuple):
    """Under what an option stands in a long list, and what all beside it have in common."""

    rank: int
    name: str
    about: str = ""


def option_heading(catalogue: Catalogue, ask: Ask, key: str) -> Heading | None:
    """A characteristic stands first, then skills by category, those by a double apart."""
    line = ask.means.get(key)
    if line is None or line.code not in ("characteristic", "learnt"):
        return None
    if line.code == "characteristic":
        return Heading(0, gettext("Characteristics"))
    category = catalogue.skills[key].category
    gold = line.params.get("gold")
    about = gettext("worth %(gold)s") % {"gold": say(catalogue, gold)} if gold else ""
    if line.params["kind"] == "double-skill":
        return Heading(2, gettext("%(category)s, by the double") % {"category": category}, about)
    return Heading(1, category, about)


def thing_about(catalogue: Catalogue, key: str) -> str:
    """What a thing of the catalogue does: a skill, an inducement, a sponsor, a card."""
    _shelf, slash, rest = key.partition("/")
    for part in (catalogue.skills, catalogue.inducements):
        if found := part.get(rest if slash else key):
            return found.summary
    for entry in catalogue.shelves.get("sponsor", ()):
        if entry.key == key:
            return entry.summary
    return card_about(catalogue, key)


def card_about(catalogue: Catalogue, key: str) -> str:
    """When a card `<deck>/<card>` is played and what it does; nothing of anything else."""
    deck, _slash, card = key.partition("/")
    for shelf in catalogue.shelves.get("deck", ()):
        for entry in shelf.entries if shelf.key == deck else ():
            if entry.key == card:
                return " · ".join(filter(None, (entry.holds.get("timing"), entry.summary)))
    return ""


def _filled(catalogue: Catalogue, sayings: Mapping[str, Saying], line: Line | None) -> str:
    saying = sayings.get(line.code) if line else None
    if line is None or saying is None:
        return ""
    words = fitting(saying, line.params)
    texts = {key: say(catalogue, value, param=key) for key, value in line.params.items()}
    return words % texts if words else ""
