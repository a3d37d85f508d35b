"""What there is and cannot be had: each reason once, with everything that it keeps back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from rules.catalogue import Catalogue
from rules.engine.rulings import Line, Reason
from rules.words import reason_words
from rules.words.names import offer_name, say
from rules.words.sayings import Saying, fitting, when

# Reasons that may keep back many things at once, said of all of them.
OF_MANY: Mapping[str, Saying] = {
    "not-in-this-league": [
        when(_("The league sells the old cards instead (%(rule)s)"), only="cards"),
        _("The house rule “%(rule)s” is off"),
    ],
    "barred": [
        _("Barred in this league (%(rule)s: %(what)s)"),
        _("Barred in this league (%(rule)s)"),
    ],
    "not-for-race": _("Not for %(race)s teams"),
    "not-for-hire": _("Never for hire"),
    "plays-elsewhere": _("Under contract with another team of the league, or hurt"),
    "has-for-all-matches": _("The team has it for all its matches already"),
    "no-room": [
        when(_("No place left: all %(at_most)s are taken"), left=0),
        _("Too big: takes %(places)s places, and %(left)s of %(at_most)s are left"),
    ],
    "position-full": _(
        "The team fields %(count)s × %(position)s already, and %(at_most)s at most may play"
    ),
    "no-skill-to-add": _("No skill could be added"),
    "not-in-the-match": _("Did not play for the team in this match"),
    "not-drafted-here": _("None of what the league sells for all matches (%(rule)s)"),
    "has-skill-already": _("Known already"),
    "takes-a-double": _("Takes a double, and the dice show %(faces)s"),
    "skill-not-open": _("Open to no %(position)s, not even by a double"),
    "skill-needs": _("Only for who has one of %(needs)s"),
    "too-many-together": _("%(limit)s: %(at_most)s at most in all"),
    "skill-barred-by": _("Nobody may have it beside %(by_skill)s"),
    "not-by-this-roll": _("Does not rise by a roll of %(faces)s"),
}
# What of a reason names the thing that it keeps back.
THING = frozenset({"offer", "skill", "characteristic", "player"})


@dataclass(frozen=True, slots=True)
class Group:
    """Why not, and what by name."""

    why: str
    names: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        return ", ".join(self.names)


@dataclass(frozen=True, slots=True)
class NotOnOffer:
    """All that is kept back, by reason."""

    groups: tuple[Group, ...] = ()

    def __len__(self) -> int:
        return sum(len(group.names) for group in self.groups)


def not_on_offer(catalogue: Catalogue, withheld: Mapping[str, Reason]) -> NotOnOffer:
    groups: dict[str, Group] = {}
    for key, reason in withheld.items():
        why = _of_many(catalogue, reason) or reason_words(catalogue, reason)
        groups.setdefault(why, Group(why)).names.append(offer_name(catalogue, key))
    return NotOnOffer(tuple(groups.values()))


def kept_back(lines: Iterable[Line], *but: str) -> dict[str, Reason]:
    """What a draft's offers keep back, but for what it counts under these fields."""
    return {
        line.params["what"]: Reason(line.params["rule"], "", line.params["about"])
        for line in lines
        if line.code == "withheld" and line.params["subject"] not in but
    }


def _of_many(catalogue: Catalogue, reason: Reason) -> str:
    saying = OF_MANY.get(reason.code)
    params = {key: value for key, value in reason.params.items() if key not in THING}
    words = fitting(saying, params) if saying is not None else None
    return words % {k: say(catalogue, v, param=k) for k, v in params.items()} if words else ""
