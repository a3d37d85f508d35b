"""What whoever runs a league decides about a table by hand, and the table for a spreadsheet."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from acts.failures import Missing, Reason, Refused
from competition.models import Adjustment, Entry, Stage
from competition.qualifying import level_groups
from competition.queries.seasons import Entrant, SeasonView
from competition.queries.standings import StandingsPage
from competition.tables import tables_of
from league.permissions import may_see, membership_of

# A spreadsheet would take what begins like this for a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Adjusted:
    adjustment: Adjustment
    who: Entrant


def in_stage(view: SeasonView, stage: Stage) -> list[Entrant]:
    """Whoever has a place in a stage, by name. One statement."""
    entrants = (view.entrants[pk] for pk in stage.places.values_list("entry", flat=True))
    return sorted(entrants, key=lambda each: each.name.casefold())


def adjustments_of(view: SeasonView, stage: Stage) -> list[Adjusted]:
    """All of them, the latest first. One statement."""
    made = stage.adjustments.select_related("made_by").order_by("-id")
    return [Adjusted(each, view.entrants[each.entry_id]) for each in made]


def adjustment_for(person: Any, uuid: UUID) -> Adjustment:
    """Raises Missing. Two statements."""
    adjustment = (
        Adjustment.objects.filter(uuid=uuid).select_related("stage__season__league").first()
    )
    if adjustment is not None:
        league = adjustment.stage.season.league
        if may_see(person, league, membership_of(person, league)):
            return adjustment
    raise Missing.because("no_such_adjustment", _("No points were given or taken like that."))


def level_in(view: SeasonView, stage: Stage) -> list[list[Entrant]]:
    """Groups that wait for lots."""
    if stage.format == Stage.Format.KNOCK_OUT or stage.state == Stage.State.PLANNED:
        return []
    groups = level_groups(tables_of(stage))
    return [
        sorted((view.entrants[pk] for pk in group), key=lambda each: each.name.casefold())
        for group in groups
    ]


def entry_of(view: SeasonView, uuid: UUID) -> Entry:
    """Raises Refused where nobody like that takes part. One statement."""
    entry = view.season.entries.filter(uuid=uuid).select_related("team").first()
    if entry is None:
        sentence = _("Nobody like that takes part in this season.")
        raise Refused(Reason("no_such_entry", sentence, "entry"))
    return entry


def entries_of(view: SeasonView, uuids: Iterable[object]) -> list[Entry]:
    """Those among them that take part. One statement."""
    wanted = {str(each) for each in uuids}
    known = [pk for pk, entrant in view.entrants.items() if str(entrant.uuid) in wanted]
    return list(view.season.entries.filter(pk__in=known))


def as_rows(page: StandingsPage) -> Iterator[list[str | int]]:
    """The tables for a spreadsheet, with their heads."""
    yield [
        *(_("Division"), _("Place"), _("Team"), _("Race"), _("Coach")),
        *(_("Played"), _("Won"), _("Drawn"), _("Lost")),
        *(
            words % {"what": _(tally.short)}
            for tally in page.pitch.counted
            for words in (_("%(what)s for"), _("%(what)s against"))
        ),
        *(_("Bonus"), _("Adjusted"), _("Points"), _("Form"), _("Why above the next")),
    ]
    for table in page.tables:
        for line in table.lines:
            row, who = line.row, line.who
            yield [
                *(_plain(table.division), row.rank),
                *(_plain(who.name), _plain(who.race), _plain(who.coach)),
                *(row.played, row.won, row.drawn, row.lost),
                *(row.score_for, row.score_against),
                *(count for each in row.tallies.values() for count in each),
                *(row.bonus, row.adjusted, row.points, row.form, line.why),
            ]


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULAS) else text
