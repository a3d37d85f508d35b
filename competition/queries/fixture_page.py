"""The page of one fixture: who, when, where, what came of it, and what one may do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from acts.failures import Missing
from competition.clock import ClockText, deadline_of, lapses_at, said_to
from competition.fixture_rules import waits_for_its_round, why_not_told_anew
from competition.fixture_words import round_said
from competition.models import DateProposal, Entry, Fixture, Result, Stage
from competition.permissions import agrees_for, decides_on, entries_of, may_enter_result, plays
from competition.queries.fixtures import FixtureLine, line_of
from competition.queries.seasons import entrants_among
from league.models import League, Membership
from league.permissions import may_see, membership_of, runs
from league.pins import edition_of
from matches.models import Match
from rules.engine.effects import Fact, Gold
from rules.engine.lineup import Tally
from rules.words import effect_words
from teams import ledger
from teams.models import TeamEvent
from teams.queries.ledgers import catalogue_of, names_in, people_in
from teams.words import kind_said

State = Fixture.State


@dataclass(frozen=True, slots=True)
class Brought:
    """What a ruling brought a team: one entry of its ledger."""

    team: str
    kind: str
    gold: int
    changes: Sequence[str]


@dataclass(frozen=True, slots=True)
class Invitation:
    """A match of open play that one side proposed: who is invited, and what the reader may say."""

    invited: str
    lapses: ClockText
    may_accept: bool
    may_call_off: bool


@dataclass(frozen=True, slots=True)
class FixturePage:
    fixture: Fixture
    own: Membership | None
    line: FixtureLine
    round: str
    kick_off: ClockText | None
    due: ClockText | None
    # The date on which the other side waits for the reader's word.
    asked: ClockText | None
    brought: Sequence[Brought]
    # The score of a match that was drawn and is played again.
    drawn: tuple[int, int] | None
    invitation: Invitation | None
    may_record: bool
    # Its coaches have to wait for its round.
    waits: bool
    # Whoever runs the league may have a result told anew by a match.
    may_begin_anew: bool
    may_score: bool
    may_rule: bool
    may_take_back: bool
    # They run the league, and what one of the two could gain by is theirs to decide.
    decides: bool
    # They run the league and play in it: a coach, and nothing more.
    you_play: bool

    @property
    def league(self) -> League:
        return self.fixture.stage.season.league

    @property
    def stage(self) -> Stage:
        return self.fixture.stage

    @property
    def tallied(self) -> list[tuple[Tally, Sequence[int]]]:
        """What the edition counts of the result besides its score."""
        told = self.result.tallies if self.result else {}
        tallies = edition_of(self.fixture.stage.season.pin).pitch.tallies
        return [(each, told[each.key]) for each in tallies if each.key in told]

    @property
    def result(self) -> Result | None:
        return self.line.result

    @property
    def given_up_by(self) -> list[str]:
        """Of somebody who runs the league and plays, the sides that they may give up; nothing else
        is theirs to rule."""
        sides = {"home": self.line.home.who, "away": self.line.away.who}
        own = [side for side, who in sides.items() if who and who.is_mine]
        return own if self.you_play else []

    @property
    def has_rosters(self) -> bool:
        return both_have_rosters(self.fixture)


def fixture_for(person: Any, uuid: UUID) -> tuple[Fixture, Membership | None]:
    """A fixture, and the person's place in its league. Raises Missing, also where it is an
    invitation between others. Two statements, four of an invitation."""
    fixture = (
        Fixture.objects.filter(uuid=uuid)
        .select_related(
            *("stage__season__league", "stage__season__pin__catalogue", "round"),
            *("match", "drawn_match"),
            *("result__act__actor", "result__pin__catalogue", "home__team", "away__team"),
        )
        .defer("stage__season__pin__catalogue__data", "result__pin__catalogue__data")
        .first()
    )
    if fixture is not None:
        league = fixture.stage.season.league
        membership = membership_of(person, league)
        if may_see(person, league, membership) and not _is_between_others(fixture, membership):
            return fixture, membership
    raise Missing.because("no_such_fixture", _("There is no such fixture."))


def _is_between_others(fixture: Fixture, own: Membership | None) -> bool:
    """Whether it is an invitation, open or not, for neither side of which this person plays."""
    if not fixture.invited_side or runs(own):
        return False
    return not (plays(own, fixture.home) or plays(own, fixture.away))


def fixture_page(person: Any, uuid: UUID) -> FixturePage:
    """Everything that the page shows. Raises Missing. Fourteen statements at most."""
    fixture, own = fixture_for(person, uuid)
    stage, result = fixture.stage, getattr(fixture, "result", None)
    entries = Entry.objects.filter(pk__in=[fixture.home_id, fixture.away_id])
    entrants = entrants_among(stage.season, entries, own)
    is_open = stage.season.league.closed_at is None and stage.state == Stage.State.RUNNING
    to_play = is_open and fixture.state == State.OPEN and fixture.match_id is None
    mine = [each for each in entrants.values() if each.is_mine]
    is_mine = bool(mine)
    in_charge, rosters = runs(own), both_have_rosters(fixture)
    told = result is not None and fixture.match_id is None
    waits = to_play and is_mine and not in_charge and waits_for_its_round(fixture)
    now = timezone.now()
    decides = in_charge and decides_on(own, fixture, now=now)
    line, league, due = line_of(entrants, fixture), stage.season.league, deadline_of(fixture)
    return FixturePage(
        fixture=fixture,
        own=own,
        line=line,
        round=round_said(
            stage,
            fixture.round.number,
            rounds=stage.rounds.count(),
            name=fixture.round.name,
        ),
        kick_off=said_to(person, league, fixture.kick_off_at) if fixture.kick_off_at else None,
        due=said_to(person, league, due) if due else None,
        asked=date_asked(person, league, line) if to_play else None,
        brought=brought_by(result) if told and result else (),
        drawn=score_of(fixture.drawn_match) if fixture.drawn_match else None,
        invitation=invitation_in(person, own, line) if is_open else None,
        may_record=to_play and rosters and (in_charge or is_mine) and not waits,
        waits=waits,
        may_begin_anew=is_open and told and decides and rosters and not why_not_told_anew(fixture),
        may_score=(to_play and not waits and (decides or may_enter_result(own, fixture, now=now)))
        or (is_open and decides and told and _was_a_score(result)),
        may_rule=to_play and (decides or (in_charge and len(mine) == 1)),
        may_take_back=is_open and told and decides,
        decides=decides,
        you_play=is_open and in_charge and not decides and (to_play or told),
    )


def invitation_in(person: Any, own: Membership | None, line: FixtureLine) -> Invitation | None:
    """Five statements at most, and none where nobody is asked."""
    fixture = line.fixture
    if fixture.state != State.PROPOSED:
        return None
    theirs = (
        agrees_for(own, entries_of(fixture), now=timezone.now(), since=fixture.proposed_at)
        if own
        else frozenset()
    )
    return Invitation(
        invited=(line.home if fixture.invited_side == "home" else line.away).name,
        lapses=said_to(person, fixture.stage.season.league, lapses_at(fixture)),
        may_accept=fixture.invited_side in theirs,
        may_call_off=bool(theirs),
    )


def date_asked(person: Any, league: League, line: FixtureLine) -> ClockText | None:
    """The date that the other side has proposed to this reader. One statement in their match."""
    sides = {DateProposal.Side.HOME: line.home.who, DateProposal.Side.AWAY: line.away.who}
    own = [side for side, who in sides.items() if who and who.is_mine]
    if len(own) != 1:
        return None
    waiting = line.fixture.proposals.filter(state=DateProposal.State.PROPOSED).exclude(side=own[0])
    latest = waiting.order_by("-id").first()
    return said_to(person, league, latest.kick_off_at) if latest else None


def score_of(match: Match) -> tuple[int, int] | None:
    """As it was reported last. One statement."""
    report = match.reports.order_by("-version").first()
    told = report.data["score"] if report else None
    return (told["home"], told["away"]) if told else None


def both_have_rosters(fixture: Fixture) -> bool:
    return all(entry is not None and entry.team_id for entry in (fixture.home, fixture.away))


def _was_a_score(result: Result | None) -> bool:
    return result is not None and result.act.name == "competition.enter_score"


def brought_by(result: Result) -> list[Brought]:
    """What a ruling brought the teams, as their ledgers keep it. Two statements."""
    events = list(
        TeamEvent.objects.filter(act=result.act, visible="public", reverses=None, reversed_by=None)
        .select_related("team", "chapter", "pin__catalogue")
        .defer("pin__catalogue__data")
        .order_by("team", "seq")
    )
    names = names_in({event.team_id for event in events}, events) if events else {}
    return [
        Brought(
            str(event.team),
            kind_said(event.kind),
            event.gold,
            [
                effect_words(catalogue_of(event), effect, people_in(event, names))
                for effect in ledger.effects_of(event)
                if not isinstance(effect, Fact | Gold)
            ],
        )
        for event in events
    ]
