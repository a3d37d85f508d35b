"""Re-drafting a team between two seasons: healing, a wish changed at will, and one finish."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from competition.models import Downtime, Entry, HealingDie, Redraft
from competition.redrafts import (
    MOST_RETURNING,
    Reckoned,
    as_it_was,
    healed_by,
    readable,
    reckon,
    redrafting,
    returning_faults,
)
from competition.scheduling.complaints import Unworkable
from competition.scheduling.dates import wall_time, zone_of
from jobs.acts import record_act
from jobs.failures import Conflict, Reason, Refused
from jobs.models import Act
from league.models import League, Season
from league.permissions import must_run
from league.pins import book_of
from league.queries import current_season
from league.rulebook import answers_of, must_play_with
from matches.open_ends import open_sides
from rules.engine.rulings import Allowed
from teams import chapters, ledger, projection
from teams.commands.windows import close, unfinished
from teams.models import Chapter, Team, TeamEvent
from teams.newcomers import Person
from teams.on_record import reason_faults
from teams.permissions import Hand, must_act, must_be_active
from teams.purchases import Word, as_kept, may_bend, must_stand_at, people_of, shirt_faults
from teams.wishes import Wish
from web.lines import tidied

PLAYED = (Entry.State.ACCEPTED, Entry.State.LEFT)


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
    hand = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, hand, is_try=is_try, now=now)
        roster = projection.read(team)
        _put(redraft, roster, returning=returning, wish=wish, people=people, revision=revision)
        redraft.changed_at = now
        redraft.save()
    return redraft


def begin_redraft_anew(*, actor: User, team: Team, now: datetime, is_try: bool = False) -> Redraft:
    """Everybody comes back and all is kept again; dice that have fallen stay."""
    hand = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, hand, is_try=is_try, now=now)
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
    hand = must_act(actor, team)
    may_bend(word, runs_league=hand.runs_league)
    with transaction.atomic():
        team = ledger.lock(team)
        redraft = in_hand(team, hand, is_try=False, now=now)
        roster = projection.read(team)
        _put(redraft, roster, returning=returning, wish=wish, people=people, revision=revision)
        reckoned = _reckoned(redraft, roster, word)
        done = reckoned.allowed or (reckoned.although if word.override else None)
        bends = reckoned.allowed is None or bool(reckoned.granted)
        reasons = [
            *reason_faults(word.reason, wanted=(bends and done is not None) or not hand.coaches),
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
            on_behalf_of=hand.on_behalf_of(team),
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
    entries = [ledger.Entry.of(questions.redraft.name, done)]
    if healed.effects or healed.because:
        words = " ".join(mended_said(reckoned.roster, fallen(redraft)))
        entries.insert(0, ledger.Entry.of(questions.healing.name, healed, words=words))
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


def healing_faults(reckoned: Reckoned) -> list[Reason]:
    if reckoned.healing.is_done:
        return []
    left = len(reckoned.healing.open)
    sentence = ngettext(
        "The die for %(n)d niggling injury has not fallen yet.",
        "The dice for %(n)d niggling injuries have not fallen yet.",
        left,
    )
    return [Reason("healing_open", sentence % {"n": left}, "healing")]


def dice_of(redraft: Redraft) -> dict[str, int]:
    """What has fallen, for the team's real re-draft and for its tries alike. One statement."""
    return {die.key: die.value for die in fallen(redraft)}


def fallen(redraft: Redraft) -> list[HealingDie]:
    """The dice themselves. One statement."""
    thrown = HealingDie.objects.filter(
        redraft__season=redraft.season_id, redraft__team=redraft.team_id
    )
    return list(thrown.order_by("id"))


def mended_said(roster: projection.Roster, dice: Iterable[HealingDie]) -> list[str]:
    """Dice that were typed wrong and put right, a sentence for each."""
    sentence = _("A die for %(player)s was typed as %(first)s and corrected to %(now)s.")
    return [
        f"{sentence % {'player': hurt_by(roster, die), 'first': die.first_typed, 'now': die.value}}"
        f" {die.reason}".rstrip()
        for die in dice
        if die.first_typed is not None
    ]


def hurt_by(roster: projection.Roster, die: HealingDie) -> str:
    """The name of whom a die is about."""
    key = healed_by(die.key)
    return roster.contracts[key].player.name if key in roster.contracts else key


# --- who may, and when


def last_season(season: Season) -> Season | None:
    """The one before. One statement."""
    return Season.objects.filter(league=season.league_id, number=season.number - 1).first()


def must_be_redrafted(season: Season, team: Team) -> bool:
    """Whether a team of the last season's has not come into this one yet. Three statements."""
    if answers_of(book_of(season.pin)).redrafting is None:
        return False
    last = last_season(season)
    if last is None or not team.entries.filter(season=last, state__in=PLAYED).exists():
        return False
    done = Redraft.objects.filter(season=season, team=team, finished_at__isnull=False)
    return not done.exists()


def yet_to_redraft(season: Season) -> list[Team]:
    """The teams of the last season that have not come into this one. Two statements."""
    last = last_season(season)
    done = Redraft.objects.filter(season=season, finished_at__isnull=False).values("team")
    if last is None or answers_of(book_of(season.pin)).redrafting is None:
        return []
    played = Entry.objects.filter(season=last, state__in=PLAYED, team__isnull=False)
    teams = Team.objects.filter(pk__in=played.values("team"), state=Team.State.ACTIVE)
    return list(teams.exclude(pk__in=done).order_by("pk"))


def why_not_redraft(season: Season, team: Team) -> list[Reason]:
    """What keeps a team from its re-draft for now; trying is free."""
    last = last_season(season)
    if season.state == Season.State.OVER:
        sentence = _("The next season is not there yet. Until it is, re-drafts are only tried.")
        return [Reason("no_next_season", sentence)]
    reasons = []
    if last is None or not team.entries.filter(season=last, state__in=PLAYED).exists():
        sentence = _(
            "The team took part in no season before this one, so it keeps what it has. Its first "
            "re-draft comes after this season."
        )
        reasons.append(Reason("nothing_to_redraft", sentence))
    elif last.state != Season.State.OVER:
        reasons.append(Reason("season_not_over", _("The last season is not over yet.")))
    if open_sides().filter(team=team).exists():
        sentence = _("A match of this team is still open. Finish its post-match first.")
        reasons.append(Reason("match_open", sentence))
    return reasons


def overdue(season: Season, *, now: datetime) -> list[Reason]:
    due = Downtime.objects.filter(season=season).values_list("due_at", flat=True).first()
    if due is None or now <= due:
        return []
    sentence = _("The deadline was %(at)s. The commissioner can still re-draft the team.")
    at = date_format(localtime(due), "j M Y, H:i")
    return [Reason("deadline_over", sentence % {"at": at})]


def in_hand(team: Team, hand: Hand, *, is_try: bool, now: datetime) -> Redraft:
    """The team's re-draft, new if there is none yet. The team is locked, so there is one only.

    Raises Refused where it cannot be now, Conflict if it is finished.
    """
    must_be_active(team)
    season = current_season(team.league)
    redraft = Redraft.objects.filter(season=season, team=team, is_try=is_try).first()
    if redraft is not None and redraft.finished_at is not None:
        raise Conflict.because("redrafted", _("The team is re-drafted already."))
    if not is_try:
        late = [] if hand.runs_league else overdue(season, now=now)
        if reasons := [*why_not_redraft(season, team), *late]:
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
