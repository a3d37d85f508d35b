"""Hire & Fire: a basket, changed as often as one likes, and finished once and whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from league.pins import book_of
from league.queries import current_season
from rules.book import Book
from rules.engine.fold import fold
from rules.engine.grants import grant
from teams import chapters, ledger, projection
from teams.commands.windows import close, new_window
from teams.models import Team, TeamEvent, Window
from teams.newcomers import Person
from teams.office import office_faults
from teams.on_record import reason_faults
from teams.permissions import TeamAccess, must_act, must_be_active
from teams.purchases import Word, as_kept, may_bend, must_stand_at, people_of, shirt_faults
from teams.quotes import basket_faults, reckon
from teams.windows import is_open, unfinished
from web.lines import tidied


def change_basket(
    *,
    actor: User,
    team: Team,
    now: datetime,
    basket: Mapping[str, int] | None = None,
    people: Mapping[str, Person] | None = None,
    revision: int | None = None,
) -> Window:
    """Note what the coach wants now; it may still break every rule there is.

    Raises Conflict where another hand has changed the basket since `revision`.
    """
    access = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        window = _in_hand(team, access, actor=actor, now=now)
        _put(window, basket, people, revision)
        window.save(update_fields=["basket", "people", "revision"])
    return window


def drop_basket(*, actor: User, team: Team, now: datetime) -> None:
    """Begin anew with an empty basket; one that the commissioner had in hand is gone."""
    access = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        window = _in_hand(team, access, actor=actor, now=now)
        if is_open(window, now=now):
            window.basket, window.people = {}, {}
            window.revision += 1
            window.save(update_fields=["basket", "people", "revision"])
        else:
            close(window, now=now)


def finish_hiring(
    *,
    actor: User,
    team: Team,
    now: datetime,
    basket: Mapping[str, int] | None = None,
    people: Mapping[str, Person] | None = None,
    revision: int | None = None,
    word: Word | None = None,
) -> list[TeamEvent]:
    """Buy and drop everything in the basket and close the window, or say everything that is wrong.

    Outside of windows, for another coach or against a rule only a commissioner acts, with a reason.
    """
    word = word or Word()
    access = must_act(actor, team)
    may_bend(word, runs_league=access.runs_league)
    with transaction.atomic():
        team = ledger.lock(team)
        window = _in_hand(team, access, actor=actor, now=now)
        if word.bends:
            _must_not_play_against(access, actor, team)
        # Finish may overtake the tap before it: whoever sends what stands is behind nobody.
        _put(window, basket, people, None if _stands(window, basket, people) else revision)
        season = current_season(team.league)
        settled = settle(team, window, book_of(season.pin), word)
        outside = not is_open(window, now=now)
        reasons = [
            *reason_faults(word.reason, wanted=outside or settled.bends or not access.coaches),
            *settled.reasons,
        ]
        if reasons:
            raise Refused(*reasons)
        act = record_act(
            "teams.finish_hiring",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            reason=tidied(word.reason),
            override=outside or settled.bends,
            team=str(team.uuid),
            window=str(window.uuid),
            basket=window.basket,
        )
        events = []
        if settled.entries:
            events = ledger.record(
                team,
                settled.entries,
                act=act,
                chapter=chapters.chapter_in_between(team, season=season, now=now),
                pin=season.pin,
                now=now,
                people=people_of(window),
            )
        window.closed_at = now
        window.save(update_fields=["basket", "people", "revision", "closed_at"])
    return events


@dataclass(frozen=True, slots=True)
class Settled:
    """What is to be written down, or why not. `bends` says that a rule or the purse gave way."""

    entries: list[ledger.LedgerEntry]
    reasons: list[Reason]
    bends: bool


def settle(team: Team, window: Window, book: Book, word: Word) -> Settled:
    """What comes of a basket by the rules, and by the commissioner's word where there is one."""
    roster = projection.read(team)
    reckoned = reckon(book, roster.state, window.key, window.basket)
    entries = []
    if word.cover and reckoned.short:
        given = grant(reckoned.short)
        entries.append(ledger.LedgerEntry.of("grant", given))
        richer = fold(roster.state, given.effects)
        reckoned = reckon(book, richer, window.key, window.basket)
    bought = reckoned.allowed or (reckoned.although if word.override else None)
    reasons = shirt_faults(roster, reckoned, people_of(window))
    if bought is None:
        return Settled([], [*reckoned.reasons, *reasons], bends=word.bends)
    if bought.effects:
        entries.append(ledger.LedgerEntry.of("hire-and-fire", bought))
    bends = bool(reckoned.allowed is None or any(entry.kind == "grant" for entry in entries))
    return Settled(entries, reasons, bends=bends)


def _in_hand(team: Team, access: TeamAccess, *, actor: User, now: datetime) -> Window:
    """The window that this hand may use now: the open one, or a commissioner's own.

    The team is locked. Raises Refused where there is none.
    """
    must_be_active(team)
    window = unfinished(team)
    if not (access.coaches and is_open(window, now=now)):
        _must_not_play_against(access, actor, team)
    if is_open(window, now=now) and window is not None:
        return window
    if not access.runs_league:
        closed = _("The window is closed. It opens when the commissioner says so.")
        raise Refused.because("window_closed", closed)
    if window is not None and window.is_for_coach:
        close(window, now=now)
        window = None
    return window or new_window(team, actor=actor, now=now, is_for_coach=False)


def _must_not_play_against(access: TeamAccess, actor: User, team: Team) -> None:
    """For what the league's word does to a team, and not its coach's. Raises Refused."""
    if access.runs_league and (reasons := office_faults(actor, team)):
        raise Refused(*reasons)


def _stands(
    window: Window, basket: Mapping[str, int] | None, people: Mapping[str, Person] | None
) -> bool:
    if basket is None or people is None:
        return False
    wanted = {key: count for key, count in basket.items() if count}
    return (window.basket, people_of(window)) == (wanted, dict(people))


def _put(
    window: Window,
    basket: Mapping[str, int] | None,
    people: Mapping[str, Person] | None,
    revision: int | None,
) -> None:
    moved = _("This basket was changed elsewhere. Here it is as it stands now.")
    must_stand_at(window, revision, "basket_moved", moved)
    if basket is None and people is None:
        return
    if basket is not None:
        if faults := basket_faults(basket):
            raise Refused(*faults)
        window.basket = {key: count for key, count in basket.items() if count}
    if people is not None:
        window.people = as_kept(people)
    window.revision += 1
