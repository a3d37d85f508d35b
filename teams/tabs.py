"""The tabs over a team's pages, in one place: what each leads to, and who is shown it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.answers import EditionAnswers
from teams.models import Team
from teams.permissions import TeamAccess

Seen = Callable[[TeamAccess], bool]
Worth = Callable[[Team], bool]


def any_team(team: Team) -> bool:
    return True


def has_played(team: Team) -> bool:
    """A team without a match on record has nothing to re-draft, or to try."""
    return bool(team.record)


def has_home(team: Team) -> bool:
    return team.home is not None


@dataclass(frozen=True, slots=True)
class Tab:
    """`page` is the name of an address that takes the team's uuid."""

    page: str
    label: str | Promise
    seen_by: Seen
    is_worth: Worth = any_team
    # The answer of an edition without which there is no such page.
    answer: str = ""


def everybody(access: TeamAccess) -> bool:
    return True


def coaches_and_commissioner(access: TeamAccess) -> bool:
    return access.may_act


def commissioner(access: TeamAccess) -> bool:
    return access.runs_league


TABS: tuple[Tab, ...] = (
    Tab("teams:roster", _("Roster"), everybody),
    Tab("teams:ledger", _("Ledger"), everybody),
    Tab("teams:hire", _("Hire & Fire"), coaches_and_commissioner, answer="hire"),
    Tab("competition:redraft", _("Re-draft"), coaches_and_commissioner, has_played, "redrafting"),
    Tab("teams:names", _("Names"), coaches_and_commissioner),
    Tab("teams:identity", _("Identity"), coaches_and_commissioner),
    Tab("teams:home", _("Stadium"), coaches_and_commissioner, has_home, "give_up_home"),
    Tab("teams:coaches", _("Coaches"), everybody),
    Tab("teams:adjust", _("Adjust"), commissioner, answer="adjust"),
)


def tabs_for(access: TeamAccess, team: Team, answers: EditionAnswers | None = None) -> list[Tab]:
    """Those that there are; of a page that says nothing of its edition, whatever there may be."""
    return [
        tab
        for tab in TABS
        if tab.seen_by(access)
        and tab.is_worth(team)
        and not (answers and tab.answer and getattr(answers, tab.answer) is None)
    ]
