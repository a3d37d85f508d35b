"""Results of fixtures: played as a match, entered as a score, ruled, or taken back."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Forbidden, Reason, Refused
from acts.recording import record_act
from competition.commands.consequences import undo
from competition.commands.outcomes import (
    Score,
    forget_set_aside,
    open_again,
    replay,
    run_again,
    set_aside,
    settle,
    write_result,
)
from competition.commands.rounds import lock_stage
from competition.fixture_rules import (
    occasion_of,
    pin_of,
    teams_of,
    waits_for_its_round,
    why_results_stand,
)
from competition.fixture_words import NOT_OPEN
from competition.models import Fixture, Result, Stage
from competition.models.results import ON_THE_PITCH
from competition.permissions import (
    decides_on,
    must_decide_on,
    must_enter_result,
    must_record_match,
)
from league.models import RulesPin
from league.permissions import membership_of, runs
from league.pins import book_of, edition_of
from matches.commands.recording import record_result
from matches.deciding import you_play_in_it
from matches.models import Match
from matches.pitch import reports
from matches.pitch.shoot_out import decider_faults
from rules.house import decider_of
from teams.on_record import reason_faults
from web.lines import tidied

MOST = 99
Ending = Result.Ending
Side = Result.Side


def enter_score(*, actor: User, fixture: Fixture, score: Score, now: datetime) -> Result:
    """Enter a result as a score only: nothing happens to rosters.

    For whoever runs the league and does not play in it, and for the two where no roster is kept.
    """
    membership = must_enter_result(actor, fixture, now=now)
    in_charge = decides_on(membership, fixture, now=now)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        pin = pin_of(fixture)
        told_wrong = [*winner_faults(score), *how_faults(fixture, pin, score, of_the_tie=in_charge)]
        score = decided(stage, fixture, pin, score)
        faults = [*told_wrong, *score_faults(stage, pin, score)]
        if reasons := [*why_not_now(stage, fixture, actor, now=now), *faults]:
            raise Refused(*reasons)
        act = record_act(
            "competition.enter_score",
            actor=actor,
            now=now,
            fixture=str(fixture.uuid),
            **as_told(score),
        )
        result = write_result(fixture, score, pin=pin, act=act, now=now)
        settle(stage, now=now)
    return result


def play_fixture(
    *,
    actor: User,
    fixture: Fixture,
    score: Score,
    crowd: Mapping[str, int],
    played_on: date,
    now: datetime,
    in_its_place: bool = False,
) -> Match:
    """Record the match of a fixture between two teams; each side then goes through its post-match.

    The table counts it at once, provisionally until it is confirmed. `in_its_place` puts it in
    before what was played since.
    """
    home, away = teams_of(fixture)
    must_record_match(actor, fixture.stage.season.league, home=home, away=away)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        pin = pin_of(fixture)
        told_wrong = [*winner_faults(score), *how_faults(fixture, pin, score)]
        score = decided(stage, fixture, pin, score)
        again = is_played_again(fixture, pin, score)
        faults = [*told_wrong, *score_faults(stage, pin, score, may_be_drawn=again)]
        if reasons := [*why_not_now(stage, fixture, actor, now=now), *faults]:
            raise Refused(*reasons)
        set_aside(stage, fixture, now=now)
        match = record_result(
            actor=actor,
            league=stage.season.league,
            home=home,
            away=away,
            score={"home": score.score[0], "away": score.score[1]},
            tallies=score.tallies,
            crowd=crowd,
            played_on=played_on,
            pin=pin,
            occasion=occasion_of(stage, fixture),
            ending=reports.MatchEnding(str(score.ending), score.at_fault or score.winner),
            in_its_place=in_its_place,
            now=now,
        )
        act = record_act(
            "competition.play_fixture",
            actor=actor,
            now=now,
            fixture=str(fixture.uuid),
            match=str(match.uuid),
            **as_told(score),
        )
        fixture.match = match
        fixture.save(update_fields=["match"])
        write_result(
            fixture, score, pin=pin, act=act, now=now, is_provisional=match.confirmed_at is None
        )
        if match.confirmed_at:
            forget_set_aside(fixture)
            if again:
                replay(fixture)
        settle(stage, now=now)
    return match


def take_back_result(*, actor: User, fixture: Fixture, reason: str, now: datetime) -> Fixture:
    """Strike out a score that was entered wrongly, or a ruling with all that it brought; the
    fixture is open again. Not for whoever plays in it.
    """
    must_decide_on(actor, fixture, now=now)
    reason = tidied(reason)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        reasons = [*reason_faults(reason), *why_results_stand(stage)]
        if not hasattr(fixture, "result"):
            reasons.append(Reason("no_result", _("This fixture has no result.")))
        elif fixture.match_id:
            sentence = _("This result is a match's. Correct the match instead.")
            reasons.append(Reason("is_a_match", sentence))
        if reasons:
            raise Refused(*reasons)
        act = record_act(
            "competition.take_back_result",
            actor=actor,
            now=now,
            reason=reason,
            fixture=str(fixture.uuid),
            was=f"{fixture.result.score_home}-{fixture.result.score_away}",
            ending=fixture.result.ending,
        )
        undo(fixture.result.act, pin=fixture.result.pin, act=act, now=now)
        open_again(fixture)
        run_again(stage)
        settle(stage, now=now)
    return fixture


# What a ruling and its taking back need to know of a fixture besides.
BEHIND_IT = ("result__act", "result__pin__catalogue", "home__team", "away__team")


def lock_fixture(fixture: Fixture, also: Sequence[str] = BEHIND_IT) -> tuple[Stage, Fixture]:
    """Stage and fixture read again, the stage locked: its table is written by one at a time.

    The fixture knows its round, its result and what it is `also` to know.
    """
    stage = lock_stage(fixture.stage)
    fresh = (
        stage.fixtures.select_related("round", "result", *also)
        .defer("result__pin__catalogue__data")
        .get(pk=fixture.pk)
    )
    fresh.stage = stage
    return stage, fresh


def is_played_again(
    fixture: Fixture, pin: RulesPin, score: Score, *, match: Match | None = None
) -> bool:
    """Whether a score decides nothing where the league has drawn knock-out matches replayed: once,
    since each brings winnings and star player points. `match` is the one that is told of."""
    level = score.score[0] == score.score[1] and not score.winner
    is_replay = match.is_replay if match else fixture.drawn_match_id is not None
    by = decider_of(book_of(pin).house, is_replay=is_replay)
    return fixture.stage.is_knock_out and level and by == "replay"


def why_not_now(
    stage: Stage, fixture: Fixture, actor: User | None = None, *, now: datetime
) -> list[Reason]:
    """Why no score can be entered; told by whom, also that coaches wait for the round to open.
    Raises Conflict over what was decided otherwise, Forbidden where a result is not theirs to
    tell anew."""
    result: Result | None = getattr(fixture, "result", None)
    if result and result.ending not in ON_THE_PITCH:
        sentence = _("This fixture was ruled. Take the ruling back first.")
        raise Conflict.because("ruled_already", sentence)
    return fixture_faults(stage, fixture) or _why_not_by(actor, fixture, now=now)


def _why_not_by(actor: User | None, fixture: Fixture, *, now: datetime) -> list[Reason]:
    """What keeps a coach from it, and nobody who runs the league; a result is told anew by nobody
    who plays in it."""
    has_result, is_early = hasattr(fixture, "result"), waits_for_its_round(fixture)
    if actor is None or not (has_result or is_early):
        return []
    own = membership_of(actor, fixture.stage.season.league)
    if runs(own) and not has_result:
        return []
    if has_result and decides_on(own, fixture, now=now):
        return []
    if has_result and runs(own):
        raise you_play_in_it()
    if has_result:
        sentence = _(
            "This fixture has a result. Whoever runs the league can change it: tell them what is "
            "wrong."
        )
        raise Forbidden.because("has_result", sentence)
    sentence = _("Round %(number)d is not open yet.") % {"number": fixture.round.number}
    return [Reason("round_not_open", sentence)]


def fixture_faults(stage: Stage, fixture: Fixture) -> list[Reason]:
    if stage.state != Stage.State.RUNNING:
        return [Reason("stage_not_running", _("%(stage)s is not running.") % {"stage": stage})]
    if fixture.match_id:
        sentence = _("This match has begun. Go on with it on its own page.")
        raise Conflict.because("played_already", sentence)
    if fixture.state not in (Fixture.State.OPEN, Fixture.State.PLAYED):
        return [Reason("fixture_not_open", str(NOT_OPEN[fixture.state]))]
    return []


def score_faults(
    stage: Stage, pin: RulesPin, score: Score, *, may_be_drawn: bool = False
) -> list[Reason]:
    """Everything that cannot be a result here; a draw of a knock-out only if it is replayed."""
    sentence = _("A whole number from 0 to %(most)d.") % {"most": MOST}
    reasons = [
        Reason("out_of_range", sentence, f"{what}_{side}")
        for what, told in {"score": score.score, **score.tallies}.items()
        for side, count in zip(("home", "away"), told, strict=True)
        if not 0 <= count <= MOST
    ]
    known = {each.key for each in edition_of(pin).pitch.tallies}
    reasons += [
        Reason("no_such_tally", _("This game does not count that."), f"tallies.{key}")
        for key in score.tallies
        if key not in known
    ]
    if score.ending not in ON_THE_PITCH:
        reasons.append(Reason("no_such_ending", _("Nothing ends like that."), "ending"))
    level = score.score[0] == score.score[1]
    decided_later = score.ending in (Ending.OVERTIME, Ending.PENALTIES)
    if decided_later and not score.winner:
        reasons.append(Reason("winner_missing", _("Say who won in the end."), "winner"))
    if score.ending == Ending.CONCEDED and score.at_fault not in (Side.HOME, Side.AWAY):
        reasons.append(Reason("at_fault_missing", _("Say who conceded."), "at_fault"))
    has_winner = not level or score.winner or may_be_drawn
    if stage.format == Stage.Format.KNOCK_OUT and not has_winner:
        drawn = _("Somebody has to go on: say who won, and how.")
        reasons.append(Reason("cannot_be_drawn", drawn, "winner"))
    return reasons


def how_faults(
    fixture: Fixture, pin: RulesPin, score: Score, *, of_the_tie: bool = False
) -> list[Reason]:
    """An overtime or a shoot-out that the league does not have there. A bare score of whoever runs
    the league may be `of_the_tie`: how it ended in its replay, which is on no other record."""
    return decider_faults(
        book_of(pin),
        score.ending,
        is_knock_out=fixture.stage.is_knock_out,
        is_replay=of_the_tie or fixture.drawn_match_id is not None,
    )


def winner_faults(score: Score) -> Iterator[Reason]:
    """A winner, as somebody told it, against whom the score or how it ended speaks."""
    home, away = score.score
    if score.ending == Ending.OVERTIME and home == away:
        sentence = _("Overtime is won by a touchdown: count it. A level score is a draw.")
        yield Reason("overtime_level", sentence, "ending")
        return
    if score.ending == Ending.PENALTIES and home != away:
        sentence = _("Penalties decide a match that was drawn, and %(home)d-%(away)d is no draw.")
        yield Reason("not_drawn", sentence % {"home": home, "away": away}, "ending")
    leads = Side.HOME if home > away else Side.AWAY if away > home else ""
    if score.ending == Ending.CONCEDED or score.winner in ("", leads):
        return
    if leads:
        sentence = _("%(home)d-%(away)d names another winner.")
        yield Reason("winner_contradicts", sentence % {"home": home, "away": away}, "winner")
    elif score.ending == Ending.PLAYED:
        sentence = _("Played to the end, a level score is a draw. Say how the winner was found.")
        yield Reason("winner_contradicts", sentence, "winner")


def decided(stage: Stage, fixture: Fixture, pin: RulesPin, score: Score) -> Score:
    """With the winner that the house rules name: whoever did not concede, or the higher seed."""
    if score.ending == Ending.CONCEDED and score.at_fault in (Side.HOME, Side.AWAY):
        stayed = Side.AWAY if score.at_fault == Side.HOME else Side.HOME
        return Score(score.score, score.tallies, score.ending, stayed, score.at_fault)
    level = score.score[0] == score.score[1] and not score.winner
    by_seed = book_of(pin).house["knock-out.drawn"] == "higher-seed"
    if stage.format == Stage.Format.KNOCK_OUT and level and by_seed:
        seeds = dict(stage.places.values_list("entry", "seed"))
        better = min((fixture.home_id, fixture.away_id), key=lambda entry: seeds.get(entry or 0, 0))
        winner = Side.HOME if better == fixture.home_id else Side.AWAY
        return Score(score.score, score.tallies, score.ending, winner)
    return score


def as_told(score: Score) -> dict[str, Any]:
    return {
        "score": list(score.score),
        "tallies": {key: list(each) for key, each in score.tallies.items()},
        "ending": str(score.ending),
        "winner": str(score.winner),
        "at_fault": str(score.at_fault),
    }
