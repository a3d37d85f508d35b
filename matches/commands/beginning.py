"""A match begins: two teams meet, and go through their pre-match together."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import zone_named
from jobs.acts import record_act
from jobs.failures import Conflict, Forbidden, Reason, Refused
from jobs.models import Act
from league.models import League, RulesPin, Season
from league.permissions import must_be_open
from league.pins import book_of
from league.queries import current_season
from league.registration import why_ended
from matches import field, hearing, reading, running
from matches.commands.telling import ASKED, tell_of
from matches.models import Answer, Match, MatchSide
from matches.open_ends import post_matches_open
from matches.permissions import Seat, seat_in, seat_of
from matches.play import Play
from matches.replay.late import Late, late_sides, why_not_before
from matches.unscheduled import why_not_unscheduled, yet_to_agree
from rules.book import Book
from rules.engine.effects import Fact
from rules.engine.match import SIDES, Side, other
from teams import chapters, ledger, projection
from teams.models import Chapter, Team, TeamEvent
from teams.on_record import reason_faults
from web.lines import tidied


@dataclass(frozen=True, slots=True)
class Occasion:
    """What kind of match it is."""

    is_friendly: bool = False
    is_knock_out: bool = False
    is_play_off: bool = False
    is_final: bool = False
    # On the league's schedule: nobody has to agree to it.
    is_scheduled: bool = False
    # Arranged in open play, within its limits: both have to agree to it all the same.
    is_arranged: bool = False


COMPETITION = Occasion()


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
        play, act = met(
            actor=actor,
            league=league,
            teams={"home": home, "away": away},
            played_on=played_on,
            now=now,
            pin=pin,
            occasion=occasion,
            in_its_place=in_its_place,
        )
        if yet_to_agree(play.sides):
            tell_of(play, ASKED, but=actor, now=now)
        else:
            go_on(play, act=act, now=now)
        running.write_down(play)
    return play.match


def go_on(play: Play, *, act: Act, now: datetime) -> None:
    """On with the pre-match; when nothing is left of it, the ball is kicked off.

    What came of it is to be written down.
    """
    if running.go_through(play, SIDES, act=act, now=now):
        running.write_down(play)
        field.kick_off(play, now=now)


def deal_anew(match: Match, *, act: Act, now: datetime) -> None:
    """Go on with a pre-match whose secrets stayed behind where it came from: the server shuffles
    again, and each side chooses from the cards that it sees now. Inside a transaction."""
    play = reading.load(reading.held(match))
    reading.hold_teams(play)
    go_on(play, act=act, now=now)
    running.write_down(play)
    play.match.save(update_fields=["revision", "state"])


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
) -> tuple[Play, Act]:
    """The match with both teams in it, before anything is settled. Inside a transaction."""
    seat = seat_of(actor, league, teams)
    if not seat.may_record:
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
    if in_its_place and late and not seat.runs_league:
        raise Forbidden.because(
            "not_yours_to_put_in", _("A match is put in before others by whoever runs the league.")
        )
    if reasons := [
        *(
            _why_not_here(league, season, teams)
            or _why_not_outside(season, teams, occasion, played_on)
        ),
        *_why_not_then(league, teams, played_on, now=now),
        *_why_not_late(late, season, in_its_place=in_its_place),
    ]:
        raise Refused(*reasons)
    match = Match.objects.create(
        league=league,
        season=season,
        pin=pin or season.pin,
        by_score=by_score,
        is_friendly=occasion.is_friendly,
        is_knock_out=occasion.is_knock_out,
        is_play_off=occasion.is_play_off,
        is_final=occasion.is_final,
        is_scheduled=occasion.is_scheduled,
        claims=_claims(league, teams, book_of(pin or season.pin)),
        played_on=played_on,
        entered_at=now,
    )
    act = record_act(
        "matches.record_result" if by_score else "matches.begin_match",
        actor=actor,
        now=now,
        match=str(match.uuid),
        home=str(teams["home"].uuid),
        away=str(teams["away"].uuid),
        played_on=played_on.isoformat(),
    )
    play = Play.begun(match)
    agreed = SIDES if occasion.is_scheduled else seat.agrees_for
    _arrive(play, teams, late=late, agreed=agreed, now=now)
    return play, act


def _arrive(
    play: Play,
    teams: Mapping[Side, Team],
    *,
    late: Mapping[Side, Late],
    agreed: Collection[Side],
    now: datetime,
) -> None:
    """Open a chapter of each team's life at its place, and keep how it came."""
    match = play.match
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
        play.keep_roster(side, roster)
        play.lasts[side] = chapter.position
        begun[side], arrived[side] = chapter, field.arrival(roster)
    for side, put_in in late.items():
        team, before = teams[side], put_in.next.chapter
        chapter = chapters.insert_chapter(
            team, Chapter.Kind.MATCH, before=before, now=now, **about[side]
        )
        play.lasts[side] = chapters.last_position(team)
        begun[side] = chapter
        arrived[side] = field.arrival_then(team, chapter, 0, match.pin)
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
    play.sides |= dict(zip(SIDES, rows, strict=True))


def _claims(league: League, teams: Mapping[Side, Team], book: Book) -> dict[str, list[object]]:
    """Stars who are not free. One statement, or three where stars can be hurt."""
    others = league.teams.filter(state=Team.State.ACTIVE).exclude(
        pk__in=[team.pk for team in teams.values()]
    )
    stars: list[object] = [*_hurt_stars(league, teams)] if book.house["stars.injuries"] else []
    stars += others.exclude(star="").order_by("id").values_list("star", flat=True)
    return {"stars": stars}


def _hurt_stars(league: League, teams: Mapping[Side, Team]) -> list[str]:
    """Stars who died in this league, or were injured in the last match of one of these teams."""
    of_these = Chapter.objects.filter(team__in=teams.values(), kind=Chapter.Kind.MATCH)
    last = {chapter.team_id: chapter.pk for chapter in of_these.order_by("position")}
    events = TeamEvent.objects.filter(
        team__league=league, kind="casualty", player=None, reverses=None, reversed_by=None
    )
    hurt = (
        effect.value["star"]
        for event in events.order_by("at", "id")
        for effect in ledger.effects_of(event)
        if isinstance(effect, Fact) and effect.what == "star-hurt"
        if effect.value["dead"] or last.get(event.team_id) == event.chapter_id
    )
    return list(dict.fromkeys(hurt))


def _why_not_here(league: League, season: Season, teams: Mapping[Side, Team]) -> list[Reason]:
    reasons = why_ended(season)
    if teams["home"] == teams["away"]:
        reasons.append(Reason("same_team", _("A team does not play against itself."), "away"))
    for side, team in teams.items():
        if team.league_id != league.pk:
            reasons.append(Reason("team_elsewhere", _("This team plays in another league."), side))
        elif team.state != Team.State.ACTIVE:
            gone = _("%(team)s is retired.") % {"team": team}
            reasons.append(Reason("team_retired", gone, side))
    return reasons


def _why_not_outside(
    season: Season, teams: Mapping[Side, Team], occasion: Occasion, played_on: date
) -> list[Reason]:
    if occasion.is_scheduled or occasion.is_arranged:
        return []
    friendly = occasion.is_friendly
    return why_not_unscheduled(season, teams, is_friendly=friendly, played_on=played_on)


def _why_not_then(
    league: League, teams: Mapping[Side, Team], played_on: date, *, now: datetime
) -> list[Reason]:
    """It is not yet to come, and the post-match of the team's last one is over."""
    reasons = []
    if played_on > now.astimezone(zone_named(league.time_zone)).date():
        future = _("This day is yet to come.")
        reasons.append(Reason("in_the_future", future, "played_on"))
    return [*reasons, *post_matches_open(teams)]


def _why_not_late(late: Mapping[Side, Late], season: Season, *, in_its_place: bool) -> list[Reason]:
    """It comes after the team's last one, unless it is meant to be put in before."""
    if not in_its_place:
        return [Reason("out_of_order", each.sentence, "played_on") for each in late.values()]
    return [reason for each in late.values() for reason in why_not_before(each, season)]


def call_off(*, actor: User, match: Match, reason: str, now: datetime) -> Match:
    """Take a match back that has no report: everything that it did to the teams is reversed.

    Its coaches may as long as nothing has fallen that they could wish otherwise, and whoever runs
    the league until it is confirmed.
    """
    reason = tidied(reason)
    with transaction.atomic():
        hearing.hold(match)
        match = reading.held(match)
        play = reading.load(match)
        seat = seat_in(actor, play)
        kicked_off = match.kicked_off_at is not None
        if not may_call_off(play, seat):
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
        declines = any(side in seat.coaches for side in yet_to_agree(play.sides))
        if kicked_off and not declines and (faults := reason_faults(reason)):
            raise Refused(*faults)
        reading.hold_teams(play)
        act = record_act(
            "matches.call_off", actor=actor, now=now, reason=reason, match=str(match.uuid)
        )
        for side in SIDES:
            if play.events[side]:
                team = play.team(side)
                ledger.reverse(team, play.events[side][::-1], act=act, now=now)
                ledger.refold(team, pin=match.pin, now=now)
            play.sides[side].through_at = now
            play.sides[side].save(update_fields=["through_at"])
        match.state = Match.State.CALLED_OFF
        match.revision += 1
        match.save(update_fields=["state", "revision"])
        hearing.tell(match, play.report, act=act, now=now)
    return match


def may_call_off(play: Play, seat: Seat) -> bool:
    """Before the kick-off coaches may, until the server has thrown or dealt something: else one of
    them begins again until it suits. And whoever never agreed to a match, as long as they have
    not."""
    untouched = play.match.kicked_off_at is None and not _server_has_thrown(play)
    if seat.runs_league or (seat.coaches and untouched):
        return True
    return any(side in seat.coaches for side in yet_to_agree(play.sides))


def _server_has_thrown(play: Play) -> bool:
    return any(
        answer.source == Answer.Source.SERVER
        for answers in play.answers.values()
        for answer in answers.values()
    )
