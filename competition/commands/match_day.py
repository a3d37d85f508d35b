"""A fixture's match: begun, and followed as it is reported, confirmed, corrected or called off."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Refused
from acts.models import Act
from acts.recording import record_act
from competition.commands.outcomes import (
    Ending,
    Score,
    as_score,
    bring_back,
    forget_set_aside,
    open_again,
    replay,
    set_aside,
    settle,
    write_result,
)
from competition.commands.results import decided, is_played_again, lock_fixture, why_not_now
from competition.commands.rounds import must_not_be_ending
from competition.fixture_rules import occasion_of, pin_of, teams_of, why_results_stand
from competition.models import Fixture, Result, Stage
from competition.permissions import decides_on, must_record_match
from league.permissions import membership_of
from league.pins import book_of, edition_of
from matches.commands.beginning import begin_match
from matches.hooks import ResultChanged, ResultChanging
from matches.models import Match, MatchReport
from matches.pitch import reports
from rules.engine.match import Report, other

ENDINGS = {
    "overtime": Ending.OVERTIME,
    "penalties": Ending.PENALTIES,
    "conceded": Ending.CONCEDED,
}


def begin_fixture(
    *,
    actor: User,
    fixture: Fixture,
    played_on: date,
    now: datetime,
    in_its_place: bool = False,
) -> Match:
    """Begin the match of a fixture between two teams, by the rules of its round.

    `in_its_place` is the word of whoever runs the league that it goes before what was played since.
    """
    home, away = teams_of(fixture)
    must_record_match(actor, fixture.stage.season.league, home=home, away=away)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture, also=())
        if reasons := why_not_now(stage, fixture, actor, now=now):
            raise Refused(*reasons)
        set_aside(stage, fixture, now=now)
        match = begin_match(
            actor=actor,
            league=stage.season.league,
            home=home,
            away=away,
            played_on=played_on,
            pin=pin_of(fixture),
            occasion=occasion_of(stage, fixture),
            in_its_place=in_its_place,
            now=now,
        )
        record_act(
            "competition.begin_fixture",
            actor=actor,
            now=now,
            fixture=str(fixture.uuid),
            match=str(match.uuid),
        )
        fixture.match = match
        fixture.save(update_fields=["match"])
    return match


def follow_match(changed: ResultChanged) -> None:
    """What becomes of a match is its fixture's result in the same transaction: provisional until
    the report is confirmed, and none while there is no report. A drawn match of a knock-out that is
    replayed leaves the fixture open for the next."""
    match, report, act, now = changed.match, changed.report, changed.act, changed.now
    if (fixture := fixture_of(match)) is None:
        return
    stage = fixture.stage
    must_not_be_ending(stage.season)
    if fixture.drawn_match_id == match.pk:
        if not _has_a_winner_after_all(fixture, match, report):
            return
        fixture.match, fixture.drawn_match = match, None
        fixture.save(update_fields=["match", "drawn_match"])
    if match.state == Match.State.CALLED_OFF:
        _must_be_running(stage)
        bring_back(fixture)
    elif report is None or match.reported_at is None:
        _must_be_running(stage)
        open_again(fixture)
    else:
        score = score_of(match, report.data)
        if match.by_score and (told := getattr(fixture, "result", None)):
            score = replace(score, tallies=told.tallies)
        score = decided(stage, fixture, match.pin, score)
        _must_still_count(stage, fixture, score, act)
        unconfirmed = match.confirmed_at is None
        if not unconfirmed:
            forget_set_aside(fixture)
        if is_played_again(fixture, match.pin, score, match=match) and not unconfirmed:
            replay(fixture)
        else:
            write_result(
                fixture, score, pin=match.pin, act=act, now=now, is_provisional=unconfirmed
            )
    settle(stage, now=now)


def _has_a_winner_after_all(fixture: Fixture, match: Match, report: MatchReport | None) -> bool:
    """Whether a correction finds a winner of the match that was to be replayed. Raises Refused
    where the replay has begun or the tie was decided without it."""
    if report is None:
        return False
    score = decided(fixture.stage, fixture, match.pin, score_of(match, report.data))
    if is_played_again(fixture, match.pin, score, match=match):
        return False
    if fixture.match_id or hasattr(fixture, "result"):
        sentence = _(
            "This match was drawn, and its replay counts. While that is open it can be called off; "
            "once it is played, it stands."
        )
        raise Refused.because("replay_stands", sentence)
    return True


def _must_be_running(stage: Stage) -> None:
    """Raises Refused: a fixture that nobody can play any more keeps its result."""
    if stage.state != Stage.State.RUNNING:
        sentence = _("%(stage)s is over: a result can be corrected there, but not taken away.")
        raise Refused.because("stage_over", sentence % {"stage": stage})


def _must_still_count(stage: Stage, fixture: Fixture, score: Score, act: Act) -> None:
    """Raises Refused over another result where others have gone on from it: the season is closed,
    the next stage was filled, or two coaches would change a table that is final."""
    before: Result | None = getattr(fixture, "result", None)
    if stage.state != Stage.State.OVER or before is None or as_score(before) == score:
        return
    if reasons := why_results_stand(stage):
        raise Refused(*reasons)
    if not decides_on(membership_of(act.actor, stage.season.league), fixture, now=act.at):
        sentence = _(
            "%(stage)s is over: whoever runs the league and does not play in the match can still "
            "correct its result."
        )
        raise Refused.because("stage_over", sentence % {"stage": stage})


def fixture_of(match: Match) -> Fixture | None:
    """The fixture with its result and the rules of its season; its stage is held (`lock_stage`)."""
    return (
        Fixture.objects.filter(Q(match=match) | Q(drawn_match=match))
        .select_related("round", "result", "stage__season__league", "stage__season__pin__catalogue")
        .defer("stage__season__pin__catalogue__data")
        .first()
    )


def score_of(match: Match, data: Mapping[str, Any]) -> Score:
    """What the tables count of a report."""
    report: Report = reports.report_of(data)
    book, field = book_of(match.pin), edition_of(match.pin).pitch
    ending = ENDINGS.get(data.get("ending", "played"), Ending.PLAYED)
    winner = report.decided_for
    if report.conceded_by:
        winner = other(report.conceded_by)
        if field.is_ordinary(book, report):
            ending = Ending.PLAYED
    return Score(
        (report.score["home"], report.score["away"]),
        {each.key: field.tallied(book, report, each.key) for each in field.tallies},
        ending,
        winner,
        report.conceded_by,
    )


def lock_stage(told: ResultChanging) -> None:
    """Lock the stage whose table a match counts in, before its teams are locked."""
    counted = Fixture.objects.filter(Q(match=told.match) | Q(drawn_match=told.match)).values(
        "stage"
    )
    stage = Stage.objects.select_for_update(no_key=True).filter(pk__in=counted)
    stage.values_list("pk").first()
