"""A running stage: a late team comes in, and one that leaves is dealt with by choice."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.models import Act
from acts.recording import record_act
from competition import schedules
from competition.commands.consequences import bring_about, consequences
from competition.commands.end_stage import call_off_invitations
from competition.commands.entries import lock_season, why_no_room
from competition.commands.outcomes import settle
from competition.commands.rounds import lock_stage
from competition.commands.rulings import rule_fixture
from competition.eligibility import why_not_this
from competition.models import Division, Entry, Fixture, Place, Result, Round, Stage
from competition.permissions import (
    decides_on,
    entries_of,
    own_and_rivals,
    speaks_for,
    tenures_behind,
)
from competition.schedules import first_open, rounds_missed
from competition.scheduling import leaving
from competition.scheduling.complaints import Unworkable
from competition.scheduling.late_entry import enter_late, least_busy
from competition.scheduling.rounds import Pairing
from competition.standings_words import complaints_said
from competition.tables import rebuild
from competition.timetables import date_round
from competition.vanished import vanished_from, way_out_by_time
from league.models import Membership, Season
from league.permissions import must_run
from league.pins import book_of
from league.rulebook import answers_of
from matches.deciding import you_play_in_it
from rules.engine.circumstances import LateEntry
from teams.models import Team
from teams.on_record import reason_faults
from web.lines import tidied

MOST_A_ROUND = 2
TAKEN_OUT_BY = gettext_lazy(
    "A team that you would win against with that is taken out by somebody else who runs the league."
)
GONE = (Fixture.State.CANCELLED, Fixture.State.BYE, Fixture.State.PROPOSED)


def let_in_late(
    *,
    actor: User,
    stage: Stage,
    team: Team,
    now: datetime,
    division: Division | None = None,
    matches_a_round: int = MOST_A_ROUND,
) -> Place:
    """Bring a team into a running round robin: its missing matches go into the rounds to come,
    where nobody then plays more than so many, and what does not fit into further rounds.

    Where the stage has divisions it joins one of them. In Swiss and open play it simply comes in.
    Whoever plays in no other stage of the season gets what the league gives for rounds missed.
    """
    must_run(actor, stage.season.league)
    with transaction.atomic():
        season = lock_season(stage.season)
        stage = lock_stage(stage)
        stage.season = season
        if reasons := [
            *_why_not_late(stage),
            *_why_not_there(stage, division),
            *why_not_this(season, team),
            *_why_not_so_many(matches_a_round),
        ]:
            raise Refused(*reasons)
        entry = _entry_of(season, team, now=now)
        if stage.places.filter(entry=entry).exists():
            raise Conflict.because("entered_already", _("This team is in the stage already."))
        if division is not None:
            # A stage that follows finds it there too.
            entry.division = division
            entry.save(update_fields=["division"])
        is_new = not entry.places.exists()
        first = first_open(stage)
        last_seed = stage.places.aggregate(last=Max("seed"))["last"] or 0
        place = Place.objects.create(
            stage=stage, entry=entry, division=division, seed=last_seed + 1, from_round=first
        )
        if stage.format == Stage.Format.ROUND_ROBIN:
            _give_fixtures(stage, place, first, matches_a_round)
        rebuild(stage)
        act = record_act(
            "competition.let_in_late",
            actor=actor,
            now=now,
            stage=str(stage.uuid),
            team=str(team.uuid),
            from_round=first,
        )
        if is_new:
            missed = rounds_missed(stage)
            question = answers_of(book_of(season.pin)).late_entry
            late = {entry: lambda team: LateEntry(team, missed)}
            found = consequences(question, late, pin=season.pin)
            bring_about(found, season=season, pin=season.pin, act=act, now=now)
    return place


def _entry_of(season: Season, team: Team, *, now: datetime) -> Entry:
    if not season.entries.filter(team=team).exists() and (reasons := why_no_room(season)):
        raise Refused(*reasons)
    entry, _is_new = Entry.objects.get_or_create(
        season=season, team=team, defaults={"registered_at": now, "state": Entry.State.ACCEPTED}
    )
    if entry.state != Entry.State.ACCEPTED:
        entry.state, entry.left_at = Entry.State.ACCEPTED, None
        entry.save(update_fields=["state", "left_at"])
    return entry


def _give_fixtures(stage: Stage, place: Place, first: int, matches_a_round: int) -> None:
    fixtures = list(stage.fixtures.exclude(state__in=GONE).select_related("round"))
    there = stage.places.filter(until_round=None).exclude(pk=place.pk)
    division = dict(there.order_by("seed", "id").values_list("entry", "division"))
    rivals = [entry for entry, of in division.items() if of == place.division_id]
    others = [entry for entry, of in division.items() if of != place.division_id]
    late = _late(
        place.entry_id,
        rounds=schedules.played_rounds(fixtures),
        opponents=rivals,
        across=least_busy(others, schedules.games_across(fixtures, division), stage.cross_games),
        first=first,
        legs=stage.legs,
        matches_a_round=matches_a_round,
    )
    number = stage.fixtures.aggregate(last=Max("number"))["last"] or 0
    for at, pairing in late:
        number += 1
        into, is_new = Round.objects.get_or_create(stage=stage, number=at)
        if is_new:
            date_round(stage, into)
        Fixture.objects.create(
            stage=stage, round=into, number=number, home_id=pairing.home, away_id=pairing.away
        )
        into.fixtures.filter(state=Fixture.State.BYE, home__in=[pairing.home, pairing.away]).update(
            state=Fixture.State.CANCELLED
        )


def _late(team: int, **about: object) -> Iterable[tuple[int, Pairing]]:
    try:
        return enter_late(team, **about).added  # type: ignore[arg-type]
    except Unworkable as unworkable:
        raise Refused(*complaints_said(unworkable.reasons, {})) from None


def _why_not_late(stage: Stage) -> list[Reason]:
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    if stage.format == Stage.Format.KNOCK_OUT:
        return [Reason("bracket_is_fixed", _("Nobody comes into a bracket that has begun."))]
    return []


def _why_not_so_many(matches_a_round: int) -> list[Reason]:
    if 1 <= matches_a_round <= MOST_A_ROUND:
        return []
    text = _("A whole number from %(least)d to %(most)d.") % {"least": 1, "most": MOST_A_ROUND}
    return [Reason("out_of_range", text, "matches_a_round")]


def _why_not_there(stage: Stage, division: Division | None) -> list[Reason]:
    """Where a stage has divisions, whoever comes in has to be in one of them."""
    there = set(stage.places.values_list("division", flat=True)) - {None}
    if division is None and there:
        missing = _("Say which division it comes into.")
        return [Reason("division_missing", missing, "division")]
    if division is not None and division.pk not in there:
        stranger = _("%(stage)s has no such division.") % {"stage": stage}
        return [Reason("no_such_division", stranger, "division")]
    return []


def leave_season(
    *,
    actor: User,
    entry: Entry,
    how: leaving.Leaving,
    reason: str,
    now: datetime,
    replacement: Team | None = None,
) -> Entry:
    """Take a team out of every running stage: opponents to come win by walkover, or its results
    are struck out, or another team takes over what is left. Whoever would gain by it in a match of
    their own does so only if the team's coaches are heard of no more, and strikes nothing out."""
    membership = must_run(actor, entry.season.league)
    ended = _ended_by_leaving(entry, how)
    if not _is_theirs_to_end(membership, entry, how, ended, now=now):
        _must_have_vanished(entry, how, now=now)
    reason = tidied(reason)
    with transaction.atomic():
        season = lock_season(entry.season)
        entry = season.entries.get(pk=entry.pk)
        named = leaving.about_replacement(how, is_named=replacement is not None)
        reasons = [*reason_faults(reason), *complaints_said(named, {})]
        if entry.state != Entry.State.ACCEPTED:
            reasons.append(Reason("not_entered", _("This team is not registered for the season.")))
        if replacement is not None:
            reasons += [*why_not_this(season, replacement), *_why_not_instead(entry, replacement)]
        if reasons:
            raise Refused(*reasons)
        act = record_act(
            "competition.leave_season",
            actor=actor,
            now=now,
            reason=reason,
            entry=str(entry.uuid),
            how=how.value,
            replacement=str(replacement.uuid) if replacement else None,
        )
        instead = _entry_of(season, replacement, now=now) if replacement else None
        if instead is not None:
            instead.replaces, instead.division = entry, entry.division
            instead.save(update_fields=["replaces", "division"])
        entry.state, entry.left_at = Entry.State.LEFT, now
        entry.save(update_fields=["state", "left_at"])
        # All of them before any team: what follows locks teams.
        places = season.stages.filter(places__entry=entry).order_by("id")
        for stage in [lock_stage(each) for each in places]:
            if stage.state == Stage.State.RUNNING:
                _leave_stage(stage, entry, how, instead, by=membership, act=act, now=now)
            elif stage.state == Stage.State.OVER:
                # Results stand, and its table says that nobody goes on from there.
                rebuild(stage)
    return entry


def _why_not_instead(entry: Entry, team: Team) -> list[Reason]:
    """Nobody has two places in one stage."""
    running = Stage.objects.filter(state=Stage.State.RUNNING, places__entry=entry)
    if not Place.objects.filter(stage__in=running, entry__team=team).exists():
        return []
    sentence = _("%(team)s plays here already.") % {"team": team}
    return [Reason("plays_already", sentence, "replacement")]


def _leave_stage(
    stage: Stage,
    entry: Entry,
    how: leaving.Leaving,
    instead: Entry | None,
    *,
    by: Membership,
    act: Act,
    now: datetime,
) -> None:
    last = first_open(stage) - 1
    in_bracket = stage.format == Stage.Format.KNOCK_OUT
    if in_bracket and how is leaving.Leaving.DELETED:
        # Whoever it beat is out: what decided who goes on stands, and the next opponent goes on.
        how = leaving.Leaving.WALKOVERS
    changes = list(_changes(stage, entry, how, instead))
    actor = act.actor
    if not _is_theirs_to_end(by, entry, how, [fixture for fixture, _change in changes], now=now):
        _must_have_vanished(entry, how, now=now)
        # What follows is nobody's ruling.
        actor = None
    for fixture, change in changes:
        _carry_out(fixture, change, entry, actor=actor, act=act, now=now)
    call_off_invitations(stage.fixtures.filter(Q(home=entry) | Q(away=entry)))
    stage.places.filter(entry=entry).update(until_round=last)
    byes = stage.fixtures.filter(state=Fixture.State.BYE, home=entry, round__number__gt=last)
    byes.exclude(round__state=Round.State.CLOSED).update(
        **({"home": instead} if instead else {"state": Fixture.State.CANCELLED})
    )
    if instead is not None:
        before = stage.places.get(entry=entry)
        Place.objects.create(
            stage=stage,
            entry=instead,
            division_id=before.division_id,
            seed=before.seed,
            from_round=last + 1,
        )
    settle(stage, now=now)


def _changes(
    stage: Stage, entry: Entry, how: leaving.Leaving, instead: Entry | None
) -> Iterator[tuple[Fixture, leaving.Change]]:
    """What becomes of each match of somebody who goes. Raises Refused where one is being played."""
    rows = {
        fixture.pk: fixture
        for fixture in stage.fixtures.filter(Q(home=entry) | Q(away=entry))
        .exclude(state__in=GONE)
        .select_related("round", "home", "away")
        if fixture.home_id and fixture.away_id
    }
    plain = [
        leaving.Fixture(
            fixture.pk,
            Pairing(fixture.home_id or 0, fixture.away_id or 0),
            played=fixture.state == Fixture.State.PLAYED,
        )
        for fixture in rows.values()
    ]
    if reasons := [_is_being_played(each) for each in rows.values() if each.is_being_played]:
        raise Refused(*reasons)
    if not plain:
        return
    try:
        changes = leaving.leave(
            entry.pk, fixtures=plain, how=how, replacement=instead.pk if instead else None
        )
    except Unworkable as unworkable:
        raise Refused(*complaints_said(unworkable.reasons, {entry.pk: str(entry)})) from None
    for change in changes:
        fixture = rows[change.fixture]
        fixture.stage = stage
        yield fixture, change


def _is_theirs_to_end(
    by: Membership,
    entry: Entry,
    how: leaving.Leaving,
    fixtures: Sequence[Fixture],
    *,
    now: datetime,
) -> bool:
    """Whoever leaves gives up what is to come; what the others won of them is not theirs to strike.
    Otherwise whether none of these matches is somebody's own, to be won or rid of by it. Three
    statements."""
    concerned = [each for fixture in fixtures for each in entries_of(fixture).values()]
    if how is not leaving.Leaving.DELETED and speaks_for(by, entry, against=concerned, now=now):
        return True
    if _is_rival(by, entry, now=now):
        return False
    tenures = tenures_behind(concerned)
    return all(decides_on(by, fixture, now=now, tenures=tenures) for fixture in fixtures)


def _is_rival(by: Membership, entry: Entry, *, now: datetime) -> bool:
    """Whether they play in a stage under way beside somebody else's team: who is champion, or goes
    on, may change with it though they have no match against it. Two statements a stage."""
    running = Stage.objects.filter(places__entry=entry, state=Stage.State.RUNNING)
    for stage in running.select_related("season").distinct():
        own, rivals = own_and_rivals(by, stage, now=now)
        if own and entry.pk in rivals:
            return True
    return False


def _ended_by_leaving(entry: Entry, how: leaving.Leaving) -> list[Fixture]:
    """The matches that would come to something else, before anything else is asked. One
    statement."""
    theirs = Fixture.objects.filter(Q(home=entry) | Q(away=entry), home__isnull=False)
    running = theirs.filter(away__isnull=False, stage__state=Stage.State.RUNNING)
    struck = Q(state=Fixture.State.PLAYED) & ~Q(stage__format=Stage.Format.KNOCK_OUT)
    ends = ~Q(state=Fixture.State.PLAYED)
    if how is leaving.Leaving.DELETED:
        ends |= struck
    found = running.filter(ends).exclude(state__in=GONE)
    return list(found.select_related("stage__season__league", "home", "away", "result"))


def _must_have_vanished(entry: Entry, how: leaving.Leaving, *, now: datetime) -> None:
    """Nobody who runs the league wins a match of their own by taking the opponent out, unless its
    coaches are heard of no more; nor are they rid of a result then."""
    if how is leaving.Leaving.DELETED:
        raise you_play_in_it(TAKEN_OUT_BY)
    since = vanished_from(entry, now=now)
    if since is None or now < since:
        raise you_play_in_it(f"{TAKEN_OUT_BY} {way_out_by_time(entry, since)}")


def _is_being_played(fixture: Fixture) -> Reason:
    sentence = _("%(home)s against %(away)s has begun: end that match or call it off first.")
    return Reason("match_begun", sentence % {"home": fixture.home, "away": fixture.away})


def _carry_out(
    fixture: Fixture,
    change: leaving.Change,
    gone: Entry,
    *,
    actor: User | None,
    act: Act,
    now: datetime,
) -> None:
    match change:
        case leaving.Walkover():
            left_home = fixture.home_id == gone.pk
            rule_fixture(
                actor=actor,
                fixture=fixture,
                ending=Result.Ending.WALKOVER,
                at_fault=Result.Side.HOME if left_home else Result.Side.AWAY,
                reason=act.reason,
                now=now,
            )
        case leaving.Replaced(pairing=pairing):
            fixture.home_id, fixture.away_id = pairing.home, pairing.away
            fixture.save(update_fields=["home", "away"])
        case leaving.Cancelled():
            fixture.state = Fixture.State.CANCELLED
            fixture.save(update_fields=["state"])
        case leaving.ResultDeleted():
            Result.objects.filter(fixture=fixture).update(ending=Result.Ending.VOID, act=act)
