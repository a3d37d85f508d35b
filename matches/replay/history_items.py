"""What holds for a team in the order of its life, and what it comes to."""

from dataclasses import dataclass

from django.utils import formats
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from acts.failures import Reason
from rules.engine import effects as e
from rules.engine import state
from rules.engine.fold import Impossible, fold
from rules.words import title
from teams import ledger
from teams.models import Team, TeamEvent


@dataclass(frozen=True, slots=True)
class Held:
    """Something that holds for a team: where in its life, and what it does."""

    position: int
    step: int
    kind: str
    effects: tuple[e.Effect, ...]
    event: TeamEvent | None = None


Life = list[Held]


def life_of(team: Team) -> Life:
    """One statement."""
    return [
        Held(event.chapter.position, event.step, event.kind, tuple(ledger.effects_of(event)), event)
        for event in ledger.standing_events(team)
    ]


def present_of(team: Team, life: Life) -> state.Team | Reason:
    """What the team would be after all this, or why it cannot be."""
    now = state.Team(race=team.race)
    for held in life:
        for effect in held.effects:
            try:
                now = fold(now, [effect])
            except Impossible as impossible:
                return _what_fails(team, now, held, effect, impossible)
    return now


def _what_fails(
    team: Team, now: state.Team, held: Held, effect: e.Effect, impossible: Impossible
) -> Reason:
    about = {"team": team, "what": title(held.kind)}
    if held.event:
        about["day"] = formats.date_format(localtime(held.event.at), "DATE_FORMAT")
    if isinstance(effect, e.Gold) and held.event:
        about["short"] = f"{-(now.treasury + effect.amount):,}"
        sentence = _(
            "%(team)s would be %(short)s short for “%(what)s” of %(day)s, which rests on it."
        )
        return Reason("rests_on_it", sentence % about, "treasury")
    about["why"] = str(impossible)
    sentence = _("%(team)s does not bear “%(what)s” any more: %(why)s.")
    return Reason("rests_on_it", sentence % about)
