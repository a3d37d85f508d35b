"""What standings found out, as sentences."""

from collections.abc import Mapping

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.standings.prospects import Prospect
from competition.standings.tie_breakers import Above, Value

MEASURES: Mapping[str, str | Promise] = {
    "points": gettext_lazy("Above %(other)s on points: %(mine)s to %(theirs)s."),
    "wins": gettext_lazy("Above %(other)s on wins: %(mine)s to %(theirs)s."),
    "win-rate": gettext_lazy("Above %(other)s on the share won: %(mine)s to %(theirs)s."),
    "td-difference": gettext_lazy(
        "Above %(other)s on touchdown difference: %(mine)s to %(theirs)s."
    ),
    "td-for": gettext_lazy("Above %(other)s on touchdowns scored: %(mine)s to %(theirs)s."),
    "td-against": gettext_lazy(
        "Above %(other)s on fewer touchdowns conceded: %(mine)s to %(theirs)s."
    ),
    "cas-difference": gettext_lazy(
        "Above %(other)s on casualty difference: %(mine)s to %(theirs)s."
    ),
    "cas-for": gettext_lazy("Above %(other)s on casualties inflicted: %(mine)s to %(theirs)s."),
    "both-differences": gettext_lazy(
        "Above %(other)s on touchdown and casualty difference together: %(mine)s to %(theirs)s."
    ),
    "opponents": gettext_lazy(
        "Above %(other)s on the strength of opponents, in points: %(mine)s to %(theirs)s."
    ),
    "team-value": gettext_lazy("Above %(other)s on lower Team Value: %(mine)s to %(theirs)s."),
}
PER_MATCH: Mapping[str, str | Promise] = {
    "points": gettext_lazy("Above %(other)s on points per match: %(mine)s to %(theirs)s."),
    "wins": gettext_lazy("Above %(other)s on wins per match: %(mine)s to %(theirs)s."),
    "td-difference": gettext_lazy(
        "Above %(other)s on touchdown difference per match: %(mine)s to %(theirs)s."
    ),
    "td-for": gettext_lazy(
        "Above %(other)s on touchdowns scored per match: %(mine)s to %(theirs)s."
    ),
    "td-against": gettext_lazy(
        "Above %(other)s on fewer touchdowns conceded per match: %(mine)s to %(theirs)s."
    ),
    "cas-difference": gettext_lazy(
        "Above %(other)s on casualty difference per match: %(mine)s to %(theirs)s."
    ),
    "cas-for": gettext_lazy(
        "Above %(other)s on casualties inflicted per match: %(mine)s to %(theirs)s."
    ),
    "both-differences": gettext_lazy(
        "Above %(other)s on touchdown and casualty difference per match together: "
        "%(mine)s to %(theirs)s."
    ),
}
AWARDS: Mapping[str, str | Promise] = {
    "scorer": gettext_lazy("Top scorer"),
    "killer": gettext_lazy("Most casualties"),
    "passer": gettext_lazy("Most completions"),
    "most-mvps": gettext_lazy("Most MVPs"),
    "best-defence": gettext_lazy("Best defence"),
    "most-brutal": gettext_lazy("Most brutal team"),
    "wooden-spoon": gettext_lazy("Wooden spoon"),
}
SIGNED = frozenset({"td-difference", "cas-difference", "both-differences"})


def why_above(above: Above, other: str) -> str:
    """Why a row stands above the next, whose name is given."""
    if above.code == "level":
        return _("Level with %(other)s in all that counts. Lots have not been drawn.") % {
            "other": other
        }
    if above.code == "lots":
        return _("Above %(other)s by lots: nothing else told them apart.") % {"other": other}
    measure = above.measure or above.code
    mine, theirs = _apart(above.mine, above.theirs, signed=measure in SIGNED)
    known = {"other": other, "mine": mine, "theirs": theirs, "teams": len(above.table)}
    if above.code == "head-to-head":
        return _head_to_head(above) % known
    words = (PER_MATCH if above.per_match else MEASURES)[above.code]
    return str(words) % known


def _head_to_head(above: Above) -> str:
    on_points, between_two = above.measure == "points", len(above.table) == 2
    if between_two and on_points:
        return _("Above %(other)s on their own meetings: %(mine)s points to %(theirs)s.")
    if between_two:
        return _(
            "Above %(other)s on their own meetings: level on points, "
            "touchdown difference %(mine)s to %(theirs)s."
        )
    if on_points:
        return _(
            "Above %(other)s on the meetings of the %(teams)s teams that are level: "
            "%(mine)s points to %(theirs)s."
        )
    return _(
        "Above %(other)s on the meetings of the %(teams)s teams that are level: "
        "touchdown difference %(mine)s to %(theirs)s."
    )


def provisional_words(results: int) -> str:
    return ngettext(
        "Counts %(results)s result that is not confirmed yet.",
        "Counts %(results)s results that are not confirmed yet.",
        results,
    ) % {"results": results}


def prospect_words(prospect: Prospect, places: int) -> str:
    """What is certain about a row where so many places go on; empty as long as nothing is."""
    if prospect.champion:
        return _("First, whatever happens: nobody can catch up any more.")
    if prospect.clinched(places):
        return _("A place among the top %(places)s is certain.") % {"places": places}
    if prospect.eliminated(places):
        return ngettext(
            "Out of the running for first place.",
            "Out of the running for the top %(places)s.",
            places,
        ) % {"places": places}
    return ""


def _apart(mine: Value, theirs: Value, *, signed: bool) -> tuple[str, str]:
    """Both numbers, with as many decimals as it takes to see that they differ."""
    whole = mine.denominator == theirs.denominator == 1
    for decimals in [0] if whole else range(2, 7):
        said = _number(mine, decimals, signed=signed), _number(theirs, decimals, signed=signed)
        if said[0] != said[1]:
            break
    return said


def _number(value: Value, decimals: int, *, signed: bool) -> str:
    size = number_format(round(abs(float(value)), decimals), decimals, force_grouping=True)
    if value < 0:
        return f"−{size}"
    return f"+{size}" if signed and value else size
