"""What rulings and their fields are called on a page."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Where the key itself would not do.
TITLES: Mapping[str, str | Promise] = {
    "adjustment": _("Adjustment by hand"),
    "adoption": _("Adopting a team"),
    "draft-bill": _("Draft: the bill so far"),
    "draft-offers": _("Draft: what is for sale"),
    "end-sponsorship": _("Ending a sponsorship"),
    "fans-and-fame": _("Fans and FAME"),
    "fame-change": _("FAME changing in play"),
    "give-up-home": _("Giving up a home"),
    "mvp": _("Most valuable player"),
    "one-time-sponsorship": _("One-time sponsorship"),
    "raise-dead": _("Raising the dead"),
    "redraft": _("Re-draft"),
    "redraft-budget": _("Re-draft: the budget"),
    "redraft-healing": _("Re-draft: healing"),
    "residency-contested": _("Residency, contested"),
    "residency-loss": _("Residency, lost"),
    "rot": _("Nurgle's rot"),
    "sig-bill": _("Star Insurance Guild: the bill"),
    "sig-payout": _("Star Insurance Guild: the payout"),
    "special-plays": _("Special plays"),
    "special-plays-bought": _("Special plays: bought"),
    "special-plays-draft": _("Special plays: the draft"),
    "special-plays-one-deck": _("Special plays: one deck"),
    "special-plays-points": _("Special plays: points"),
    "special-plays-round-robin": _("Special plays: round robin"),
    "spp-level": _("Star player points and level"),
    "stadium-fund": _("Stadium: the fund"),
    "stadium-purchase": _("Stadium: the purchase"),
    "stadium-sale": _("Stadium: the sale"),
    "team-rating": _("Team Rating"),
    "team-value": _("Team Value"),
}
LABELS: Mapping[str, str | Promise] = {
    "rerolls": _("Re-rolls"),
    "home_rerolls": _("Re-rolls that the home side has not used"),
    "away_rerolls": _("Re-rolls that the away side has not used"),
    "absent": _("Who was not there"),
    "at_home": _("Who is at home"),
    "extra": _("Points that belong to no award"),
    "fame": _("FAME"),
    "free": _("Raised dead who may join"),
    "from_conceder": _("Winnings of the conceder"),
    "hall_of_fame": _("Team of the Hall of Fame"),
    "in_a_row": _("Meetings in a row"),
    "inducements": _("Inducements for all matches"),
    "is_star": _("A star"),
    "met": _("Meetings this season"),
    "nth": _("Which casualty of theirs in this match"),
    "one_off": _("A one-off match"),
    "play_off": _("A play-off"),
    "skilled": _("Players with skills"),
    "taken": _("Somebody's home already"),
    "team_value": _("Team Value at kick-off"),
    "value": _("Team Value"),
    "window": _("A name for this occasion"),
}


def title(ruling: str) -> str:
    return str(TITLES.get(ruling) or plain(ruling))


def label(path: str) -> str:
    """A field of circumstances; inside a record, with the record before it."""
    *records, field = path.split(".")
    text = str(LABELS.get(field) or plain(field))
    return ": ".join([*map(plain, records), text])


def plain(code: str) -> str:
    """A code as words, where nobody has found better ones."""
    words = code.replace("-", " ").replace("_", " ").replace("/", ", ").strip()
    return words[:1].upper() + words[1:]
