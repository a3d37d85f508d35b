"""Re-drafting a team between two seasons: healing, a wish changed at will, and one finish."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Refused
from acts.models import Act
from acts.recording import record_act
from competition.models import Downtime, Redraft
from competition.redrafts import (
    MOST_RETURNING,
    Reckoned,
    as_it_was,
    dice_of,
    fallen,
    healing_faults,
    mended_said,
    readable,
    reckon,
    redrafting,
    returning_faults,
    why_not_by,
)
from competition.scheduling.complaints import Unworkable
from competition.scheduling.dates import wall_time, zone_of
from league.models import League
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season
from league.rulebook import must_play_with
from rules.engine.rulings import Allowed
from teams import chapters, ledger, projection
from teams.commands.windows import close
from teams.models import Chapter, Team, TeamEvent
from teams.newcomers import Person
from teams.on_record import reason_faults
from teams.permissions import TeamAccess, must_act, must_be_active
from teams.purchases import Word, as_kept, may_bend, must_stand_at, people_of, shirt_faults
from teams.windows import unfinished
from teams.wishes import Wish
from web.lines import tidied


def set_deadline(
    *, actor: User, league: League, day: date | None, clock: time, now: datetime
) -> Downtime:
    """Say until when coaches re-draft, by the clocks of the league; no day is no deadline."""
    must_run(actor, league)
    must_play_with(league, "redrafting")
    with transaction.atomic():
        season = current_season(league)
        due_at = None
        if day is not None:
            try:
                due_at = wall_time(day, clock, zone_of(league.time_zone))
            except Unworkable as unworkable:
                skipped = _("The clocks of the league skip this hour. Take another one.")
                raise Refused.because("clocks-skip-it", skipped, "clock") from unworkable
            if due_at <= now:
                raise Refused.because("due_in_the_past", _("A deadline lies ahead."), "day")
        wall = f"{day:%Y-%m-%d}T{clock:%H:%M}" if day else ""
        downtime, _made = Downtime.objects.update_or_create(
            season=season, defaults={"due_wall": wall, "due_at": due_at}
        )
        record_act(
            "competition.set_redraft_deadline",
            actor=actor,
            now=now,
            season=str(season.uuid),
            due=wall,
        )
    return downtime


def change_redraft(
    *,
    actor: User,
    team: Team,
    now: datetime,
    is_try: bool = False,
    returning: Sequence[str] | None = None,
    wish: Wish | None = None,
    people: Mapping[str, Person] | None = None,
    revision: int | None = None,
) -> Redraft:
    """Note what the coach wants now; it may still break every rule there is.

    Raises Conflict where another hand has changed it since `revision`.
    """
    access = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, access, is_try=is_try, now=now)
        roster = projection.read(team)
        _put(redraft, roster, returning=returning, wish=wish, people=people, revision=revision)
        redraft.changed_at = now
        redraft.save()
    return redraft


def begin_redraft_anew(*, actor: User, team: Team, now: datetime, is_try: bool = False) -> Redraft:
    """Everybody comes back and all is kept again; dice that have fallen stay."""
    access = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, access, is_try=is_try, now=now)
        season = redraft.season
        fresh = as_it_was(book_of(season.pin), projection.read(team), season)
        redraft.returning, redraft.wish, redraft.people = fresh["returning"], fresh["wish"], {}
        redraft.revision += 1
        redraft.changed_at = now
        redraft.save()
    return redraft


def finish_redraft(
    *,
    actor: User,
    team: Team,
    now: datetime,
    returning: Sequence[str] | None = None,
    wish: Wish | None = None,
    people: Mapping[str, Person] | None = None,
    revision: int | None = None,
    word: Word | None = None,
) -> list[TeamEvent]:
    """Take the team into the next season, or say everything that is wrong.

    For another coach or against a rule only a commissioner acts, with a reason.
    """
    word = word or Word()
    access = must_act(actor, team)
    may_bend(word, runs_league=access.runs_league)
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, access, is_try=False, now=now)
        roster = projection.read(team)
        _put(redraft, roster, returning=returning, wish=wish, people=people, revision=revision)
        reckoned = _reckoned(redraft, roster, word)
        done = reckoned.allowed or (reckoned.although if word.override else None)
        bends = reckoned.allowed is None or bool(reckoned.granted)
        reasons = [
            *reason_faults(word.reason, wanted=(bends and done is not None) or not access.coaches),
            *healing_faults(reckoned),
            *([] if done else reckoned.reasons),
            *shirt_faults(roster, reckoned, people_of(redraft)),
        ]
        if reasons or done is None or reckoned.healing.outcome is None:
            raise Refused(*reasons)
        act = record_act(
            "competition.finish_redraft",
            actor=actor,
            now=now,
            on_behalf_of=access.on_behalf_of(team),
            reason=tidied(word.reason),
            override=bends,
            team=str(team.uuid),
            returning=redraft.returning,
            wish=redraft.wish,
        )
        events = _record(redraft, reckoned, done, reckoned.healing.outcome, act=act, now=now)
        if window := unfinished(team):
            close(window, now=now)
        redraft.changed_at = redraft.finished_at = now
        redraft.save()
    return events


def _record(
    redraft: Redraft, reckoned: Reckoned, done: Allowed, healed: Allowed, *, act: Act, now: datetime
) -> list[TeamEvent]:
    """Healing, if there was any, and the re-draft, in a chapter of their own."""
    team, season = redraft.team, redraft.season
    questions = redrafting(reckoned.book)
    entries = [ledger.LedgerEntry.of(questions.redraft.name, done)]
    if healed.effects or healed.because:
        words = " ".join(mended_said(reckoned.roster, fallen(redraft)))
        entries.insert(0, ledger.LedgerEntry.of(questions.healing.name, healed, words=words))
    chapter = chapters.open_chapter(team, Chapter.Kind.REDRAFT, season=season, now=now)
    people = people_of(redraft)
    return ledger.record(
        team, entries, act=act, chapter=chapter, pin=season.pin, now=now, people=people
    )


def _reckoned(redraft: Redraft, roster: projection.Roster, word: Word) -> Reckoned:
    """The re-draft before the rulebook, with gold from the league where its word is that."""
    book, dice = book_of(redraft.season.pin), dice_of(redraft)
    reckoned = reckon(book, roster, redraft, dice)
    if word.cover and reckoned.short:
        return reckon(book, roster, redraft, dice, grant=reckoned.short)
    return reckoned


# --- who may, and when


def in_hand(team: Team, access: TeamAccess, *, is_try: bool, now: datetime) -> Redraft:
    """The team's re-draft, new if there is none yet. The team is locked, so there is one only.

    Raises Refused where it cannot be now, Conflict if it is finished.
    """
    must_be_active(team)
    season = current_season(team.league)
    redraft = Redraft.objects.filter(season=season, team=team, is_try=is_try).first()
    if redraft is not None and redraft.finished_at is not None:
        raise Conflict.because("redrafted", _("The team is re-drafted already."))
    if not is_try and (reasons := why_not_by(access, season, team, now=now)):
        raise Refused(*reasons)
    if redraft is None:
        fresh = as_it_was(book_of(season.pin), projection.read(team), season)
        redraft = Redraft(
            season=season, team=team, is_try=is_try, begun_at=now, changed_at=now, **fresh
        )
    redraft.season, redraft.team = season, team
    return redraft


def _put(
    redraft: Redraft,
    roster: projection.Roster,
    *,
    returning: Sequence[str] | None,
    wish: Wish | None,
    people: Mapping[str, Person] | None,
    revision: int | None,
) -> None:
    if returning is not None:
        returning = list(dict.fromkeys(returning))[: MOST_RETURNING + 1]
        if reasons := returning_faults(roster, returning):
            raise Refused(*reasons)
    if wish is not None:
        wish = readable(book_of(redraft.season.pin), roster, redraft.season, wish)
    kept = None if people is None else as_kept(people)
    if _stands(redraft, returning, wish, kept):
        return
    moved = _("This re-draft was changed elsewhere. Here it is as it stands now.")
    must_stand_at(redraft, revision, "redraft_moved", moved)
    if returning is None and wish is None and people is None:
        return
    if returning is not None:
        redraft.returning = returning
    if wish is not None:
        redraft.wish = wish
    if kept is not None:
        redraft.people = kept
    redraft.revision += 1


def _stands(
    redraft: Redraft,
    returning: Sequence[str] | None,
    wish: Wish | None,
    people: Mapping[str, Any] | None,
) -> bool:
    """Whether all of it was said before, by this hand or another."""
    return (
        returning is not None
        and set(returning) == set(redraft.returning)
        and wish == redraft.wish
        and people == redraft.people
    )
