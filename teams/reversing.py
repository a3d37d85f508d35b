"""What taking an event back would do to a team, and what stays; nothing is written here."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from acts.failures import Missing, Reason
from league.models import Season
from league.pins import book_of
from league.queries import current_season
from league.rulebook import answers_of
from rules.book import Book
from rules.engine import state
from rules.engine.fold import Impossible, fold
from teams import ledger, projection
from teams.links import broken_links
from teams.models import Chapter, Team, TeamEvent
from teams.quotes import reckon

REVERSAL = "reversal"
# What no commissioner takes back alone: why not, in the order in which it is asked.
STAYS: tuple[tuple[str, Callable[[TeamEvent], bool], str | Promise], ...] = (
    (
        "is_a_reversal",
        lambda event: event.kind == REVERSAL,
        later("A taking back is not taken back. Enter once more what was meant."),
    ),
    (
        "is_the_opening",
        lambda event: event.chapter.kind in (Chapter.Kind.DRAFT, Chapter.Kind.ADOPTION),
        later("This is how the team came to be. A team that should not be is retired."),
    ),
    (
        "is_a_redraft",
        lambda event: event.chapter.kind == Chapter.Kind.REDRAFT,
        later("A re-draft stays as it was finished: the team's season rests on it."),
    ),
    (
        "is_linked",
        lambda event: event.linked_team_id is not None,
        later(
            "This stands in two ledgers, and one of them alone takes nothing back. Trade back "
            "what should not have changed hands."
        ),
    ),
    (
        "not_in_between",
        lambda event: event.chapter.kind != Chapter.Kind.BETWEEN,
        later(
            "Only what happened between matches is taken back. A match is corrected on its own "
            "page: what was told, and every answer. Which teams played it cannot be changed yet."
        ),
    ),
    (
        "nothing_to_take_back",
        lambda event: not event.effects,
        later("This entry only tells what was done, and the team is no other without it."),
    ),
)


@dataclass(frozen=True)
class Reversal:
    """A team without one of its events, and every reason against that."""

    season: Season
    book: Book
    event: TeamEvent
    after: state.Team | None
    faults: tuple[Reason, ...]
    broken: tuple[Reason, ...]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return (*self.faults, *self.broken)


def event_of(team: Team, seq: int) -> TeamEvent:
    """Raises Missing. One statement."""
    event = (
        team.events.select_related("chapter", "act", "player", "reversed_by")
        .filter(seq=seq)
        .first()
    )
    if event is None:
        raise Missing.because("no_such_event", _("The ledger has no such entry."))
    return event


def consider(team: Team, seq: int) -> Reversal:
    """What taking an event back would do; nothing is written. Six statements at most."""
    event = event_of(team, seq)
    season = current_season(team.league)
    book = book_of(season.pin)
    if faults := kind_faults(event):
        return Reversal(season, book, event, None, tuple(faults), ())
    after, resting = _without(team, event)
    if after is None:
        return Reversal(season, book, event, None, tuple(resting), ())
    before = projection.read(team).state
    broken = (*_played_since(event), *_newly_broken(book, before, after))
    return Reversal(season, book, event, after, (), broken)


def kind_faults(event: TeamEvent) -> list[Reason]:
    """Why an event of its kind stays, if it does."""
    return [Reason(code, str(sentence)) for code, holds, sentence in STAYS if holds(event)][:1]


def _without(team: Team, event: TeamEvent) -> tuple[state.Team | None, list[Reason]]:
    """The team folded without this event, or the first later one that cannot do without it."""
    present = state.Team(race=team.race)
    standing = ledger.standing_events(team)
    if reasons := _redrafted_since(event, standing):
        return None, reasons
    staying = [each for each in standing if each.pk != event.pk]
    for each in staying:
        try:
            present = fold(present, ledger.effects_of(each))
        except Impossible as impossible:
            sentence = _("Entry %(seq)d rests on it: %(why)s. Take that one back first.")
            why = _with_names(team, str(impossible))
            return None, [Reason("rests_on_it", sentence % {"seq": each.seq, "why": why})]
    lives = ([x for each in life for x in ledger.effects_of(each)] for life in (standing, staying))
    if reasons := broken_links(team, *lives):
        return None, reasons
    return present, []


def _redrafted_since(event: TeamEvent, standing: list[TeamEvent]) -> list[Reason]:
    later = (each.chapter for each in standing if each.chapter.position > event.chapter.position)
    if not any(chapter.kind == Chapter.Kind.REDRAFT for chapter in later):
        return []
    sentence = _(
        "The team was re-drafted since, and what was before that stays. Adjust by hand what is "
        "wrong today."
    )
    return [Reason("before_the_redraft", sentence)]


def _played_since(event: TeamEvent) -> list[Reason]:
    """What matches ruled with it stays as it was ruled, and no correction brings it into line."""
    played = TeamEvent.objects.filter(
        chapter__team=event.team_id,
        chapter__kind=Chapter.Kind.MATCH,
        chapter__position__gt=event.chapter.position,
        reverses=None,
        reversed_by=None,
    )
    if not played.exists():
        return []
    sentence = _("The team has played since. What was ruled with this entry stays as it was ruled.")
    return [Reason("played_since", sentence)]


def _with_names(team: Team, text: str) -> str:
    """What the fold complains of, with names in place of the rulebook's ids."""
    names = dict(team.contracts.values_list("key", "player__name"))
    # The longest first: one id may be the beginning of another.
    for key in sorted(names, key=len, reverse=True):
        text = text.replace(key, names[key])
    return text


def _newly_broken(book: Book, before: state.Team, after: state.Team) -> list[Reason]:
    """Rules of the roster that hold now and would not hold then.

    What the rulebook says of a team that buys nothing is said of the team as it is.
    """
    if answers_of(book).hire is None:
        return []
    known, then = (reckon(book, team, "", {}).reasons for team in (before, after))
    told = {(reason.code, reason.subject) for reason in known}
    return [reason for reason in then if (reason.code, reason.subject) not in told]
