"""A match begins: two teams meet, and go through their pre-match together."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.models import Act
from acts.recording import record_act
from league.models import League, RulesPin, Season
from league.permissions import must_be_open, runs
from league.pins import book_of
from league.queries import current_season
from matches import reading, running
from matches.claims import claims_on
from matches.commands.telling import ASKED, tell_of
from matches.deciding import you_play_in_it
from matches.dice.called_off import shot_before
from matches.eligibility import Occasion, why_not_begun
from matches.hooks import ResultChanged, ResultChanging
from matches.models import Match, MatchSide
from matches.permissions import MatchAccess, access_in, access_of, may_call_off
from matches.pitch import lineups
from matches.record import MatchRecord
from matches.replay.late import Late, late_sides
from matches.unscheduled import has_lapsed, why_not_asked_again, yet_to_agree
from rules.engine.match import SIDES, Side, other
from teams import chapters, ledger, projection
from teams.models import Chapter, Team
from teams.on_record import reason_faults
from web.lines import tidied

COMPETITION = Occasion()
THEY_LEND = gettext_lazy(
    "Once the ball is kicked off, or the server has thrown dice or dealt cards, somebody else who "
    "runs the league calls it off, or you do if the other coach lends you their side."
)


def begin_match(
    *,
    actor: User,
    league: League,
    home: Team,
    away: Team,
    played_on: date,
    now: datetime,
    pin: RulesPin | None = None,
    occasion: Occasion = COMPETITION,
    in_its_place: bool = False,
) -> Match:
    """Two teams meet; what needs nobody's answer is settled at once.

    Without a `pin` it is played by the season's present rules. `in_its_place` is the word of
    whoever runs the league that it goes before what was played since.
    """
    with transaction.atomic():
        record, act = met(
            actor=actor,
            league=league,
            teams={"home": home, "away": away},
            played_on=played_on,
            now=now,
            pin=pin,
            occasion=occasion,
            in_its_place=in_its_place,
        )
        if yet_to_agree(record.sides):
            tell_of(record, ASKED, but=actor, now=now)
        else:
            go_on(record, act=act, now=now)
        running.flush(record)
    return record.match


def go_on(record: MatchRecord, *, act: Act, now: datetime) -> None:
    """On with the pre-match; when nothing is left of it, the ball is kicked off.

    What came of it is to be written down.
    """
    if running.go_through(record, SIDES, act=act, now=now):
        running.flush(record)
        lineups.kick_off(record, now=now)


def deal_anew(match: Match, *, act: Act, now: datetime) -> None:
    """Go on with a pre-match whose secrets stayed behind where it came from: the server shuffles
    again, and each side chooses from the cards that it sees now. Inside a transaction."""
    record = reading.load(reading.held(match))
    reading.lock_teams(record)
    go_on(record, act=act, now=now)
    running.flush(record)
    record.match.save(update_fields=["revision", "state"])


def met(
    *,
    actor: User,
    league: League,
    teams: Mapping[Side, Team],
    played_on: date,
    now: datetime,
    pin: RulesPin | None,
    occasion: Occasion,
    by_score: bool = False,
    in_its_place: bool = False,
) -> tuple[MatchRecord, Act]:
    """The match with both teams in it, before anything is settled. Inside a transaction."""
    access = access_of(actor, league, teams)
    if not access.may_record:
        raise Forbidden.because(
            "not_your_match", _("A match is begun by a coach of it or by the commissioner.")
        )
    must_be_open(league)
    # Both teams are held in the order of their ids: two matches at once must not both follow the
    # same match of a team.
    held = ledger.lock_all(team.pk for team in teams.values())
    teams = {side: held[team.pk] for side, team in teams.items()}
    season = current_season(league)
    late = late_sides(teams, played_on, pin=pin or season.pin)
    if in_its_place and late and not runs(access.membership):
        raise Forbidden.because(
            "not_yours_to_put_in", _("A match is put in before others by whoever runs the league.")
        )
    values: dict[str, Any] = {"occasion": occasion, "played_on": played_on, "now": now}
    if reasons := [
        *why_not_begun(season, teams, late, in_its_place=in_its_place, **values),
        *_why_not_asked_again(season, access, teams, occasion),
    ]:
        raise Refused(*reasons)
    match = _new_match(season, teams, pin=pin or season.pin, **values)
    match.by_score = by_score
    match.save()
    act = record_act(
        "matches.record_result" if by_score else "matches.begin_match",
        actor=actor,
        now=now,
        match=str(match.uuid),
        home=str(teams["home"].uuid),
        away=str(teams["away"].uuid),
        played_on=played_on.isoformat(),
    )
    record = MatchRecord.begun(match)
    agreed = SIDES if occasion.is_scheduled or occasion.is_arranged else access.agrees_for
    _arrive(record, teams, late=late, agreed=agreed, now=now)
    if shot := shot_before(record):
        match.reserved_dice = shot
        match.save(update_fields=["reserved_dice"])
    return record, act


def _new_match(
    season: Season,
    teams: Mapping[Side, Team],
    *,
    pin: RulesPin,
    occasion: Occasion,
    played_on: date,
    now: datetime,
) -> Match:
    """Not saved yet."""
    return Match(
        league=season.league,
        season=season,
        pin=pin,
        is_friendly=occasion.is_friendly,
        is_knock_out=occasion.is_knock_out,
        is_replay=occasion.is_replay,
        is_play_off=occasion.is_play_off,
        is_final=occasion.is_final,
        is_scheduled=occasion.is_scheduled,
        claims=claims_on(season.league, teams, book_of(pin)),
        played_on=played_on,
        entered_at=now,
    )


def _arrive(
    record: MatchRecord,
    teams: Mapping[Side, Team],
    *,
    late: Mapping[Side, Late],
    agreed: Collection[Side],
    now: datetime,
) -> None:
    """Open a chapter of each team's life at its place, and keep how it came."""
    match = record.match
    about: dict[Side, dict[str, Any]] = {
        side: {"match": match.uuid, "opponent": teams[other(side)], "season": match.season}
        for side in SIDES
    }
    begun, arrived = {}, {}
    in_turn = [side for side in SIDES if side not in late]
    opened = chapters.open_chapters(
        {teams[side]: about[side] for side in in_turn}, Chapter.Kind.MATCH, now=now
    )
    rosters = projection.read_all(teams[side] for side in in_turn)
    for side, chapter, roster in zip(in_turn, opened, rosters, strict=True):
        record.keep_roster(side, roster)
        record.lasts[side] = chapter.position
        begun[side], arrived[side] = chapter, lineups.arrival(roster)
    for side, put_in in late.items():
        team, before = teams[side], put_in.next.chapter
        chapter = chapters.insert_chapter(
            team, Chapter.Kind.MATCH, before=before, now=now, **about[side]
        )
        record.lasts[side] = chapters.last_position(team)
        begun[side] = chapter
        arrived[side] = lineups.arrival_then(team, chapter, 0, match.pin)
    rows = MatchSide.objects.bulk_create(
        MatchSide(
            match=match,
            side=side,
            team=teams[side],
            chapter=begun[side],
            arrived=arrived[side],
            agreed_at=now if side in agreed else None,
        )
        for side in SIDES
    )
    record.sides |= dict(zip(SIDES, rows, strict=True))


def _why_not_asked_again(
    season: Season, access: MatchAccess, teams: Mapping[Side, Team], occasion: Occasion
) -> list[Reason]:
    if occasion.is_scheduled or occasion.is_arranged:
        return []
    asked = [side for side in SIDES if side not in access.agrees_for]
    return why_not_asked_again(season, teams, asked)


def call_off(*, actor: User, match: Match, reason: str, now: datetime) -> Match:
    """Take a match back that has no report: everything that it did to the teams is reversed.

    Its coaches may as long as nothing has fallen that they could wish otherwise, and whoever runs
    the league until it is confirmed.
    """
    reason = tidied(reason)
    with transaction.atomic():
        ResultChanging(match).send()
        match = reading.held(match)
        record = reading.load(match)
        access = access_in(actor, record)
        kicked_off = match.kicked_off_at is not None
        if not may_call_off(record, access):
            if access.is_office_at_play:
                raise you_play_in_it(THEY_LEND)
            sentence = _(
                "Once the ball is kicked off, or the server has thrown dice or dealt cards, the "
                "commissioner calls a match off."
            )
            raise Forbidden.because("not_yours_to_call_off", sentence)
        must_be_open(match.league)
        if match.state == Match.State.CALLED_OFF:
            raise Conflict.because("called_off", _("This match is called off already."))
        if match.confirmed_at:
            raise Conflict.because(
                "confirmed", _("This match is confirmed. Correct what is wrong with it.")
            )
        is_invitation = bool(access.coaches and yet_to_agree(record.sides))
        if kicked_off and not is_invitation and (faults := reason_faults(reason)):
            raise Refused(*faults)
        reading.lock_teams(record)
        act = record_act(
            "matches.call_off", actor=actor, now=now, reason=reason, match=str(match.uuid)
        )
        _taken_back(record, act=act, now=now)
    return match


def lapse(match: Match, *, now: datetime) -> bool:
    """An invitation that nobody answered in time is void, and so is one of a season that is over.
    Whether it was one; harmless when run twice. A closed league is left as it is."""
    with transaction.atomic():
        ResultChanging(match).send()
        match = reading.held(match)
        record = reading.load(match)
        if match.league.closed_at or not has_lapsed(match, record.sides, now=now):
            return False
        reading.lock_teams(record)
        act = record_act("matches.lapse", actor=None, now=now, match=str(match.uuid))
        _taken_back(record, act=act, now=now)
    return True


def _taken_back(record: MatchRecord, *, act: Act, now: datetime) -> None:
    """As if it had never begun. The match, both teams and the table that it counts in are held."""
    match = record.match
    for side in SIDES:
        if record.events[side]:
            team = record.team(side)
            ledger.reverse(team, record.events[side][::-1], act=act, now=now)
            ledger.refold(team, pin=match.pin, now=now)
        record.sides[side].through_at = now
        record.sides[side].save(update_fields=["through_at"])
    match.state = Match.State.CALLED_OFF
    match.revision += 1
    match.save(update_fields=["state", "revision"])
    ResultChanged(match, record.report, act, now).send()
