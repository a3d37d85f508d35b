"""The tabs over a team's pages, in one place: what each leads to, and who is shown it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from teams.permissions import Hand

Seen = Callable[[Hand], bool]


@dataclass(frozen=True, slots=True)
class Tab:
    """`page` is the name of an address that takes the team's uuid."""

    page: str
    label: str | Promise
    seen_by: Seen


def everybody(hand: Hand) -> bool:
    return True


def coaches_and_commissioner(hand: Hand) -> bool:
    return hand.may_act


def commissioner(hand: Hand) -> bool:
    return hand.runs_league


TABS: tuple[Tab, ...] = (
    Tab("teams:roster", _("Roster"), everybody),
    Tab("teams:ledger", _("Ledger"), everybody),
    Tab("teams:hire", _("Hire & Fire"), coaches_and_commissioner),
    Tab("competition:redraft", _("Re-draft"), coaches_and_commissioner),
    Tab("teams:names", _("Names"), coaches_and_commissioner),
    Tab("teams:identity", _("Identity"), coaches_and_commissioner),
    Tab("teams:coaches", _("Coaches"), everybody),
    Tab("teams:adjust", _("Adjust"), commissioner),
)


def tabs_for(hand: Hand) -> list[Tab]:
    return [tab for tab in TABS if tab.seen_by(hand)]
