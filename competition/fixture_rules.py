"""What holds for a fixture: its rules, its teams, when it is played, and when its result stands."""

from django.utils.translation import gettext as _

from acts.failures import Reason, Refused
from competition import brackets
from competition.models import Entry, Fixture, Round, Stage
from competition.models.results import ON_THE_PITCH
from competition.schedules import round_in_season
from league.models import RulesPin
from league.pins import pin_for
from league.registration import why_ended
from matches.eligibility import Occasion
from teams.models import Team


def why_results_stand(stage: Stage) -> list[Reason]:
    """Why nothing of a stage is taken away any more: others have gone on from it."""
    if ended := why_ended(stage.season):
        return ended
    if stage.state != Stage.State.OVER:
        return []
    after = stage.followed_by.exclude(state=Stage.State.PLANNED).first()
    if after is None:
        return []
    sentence = _("%(stage)s is over and %(next)s was filled from it: its results stand.")
    return [Reason("stage_went_on", sentence % {"stage": stage, "next": after})]


def pin_of(fixture: Fixture) -> RulesPin:
    """The rules that hold in the fixture's round, whatever was amended for later ones."""
    of = fixture.round
    of.stage = fixture.stage
    return pin_in(of)


def pin_in(of: Round) -> RulesPin:
    return pin_for(of.stage.season, round_in_season(of))


def occasion_of(stage: Stage, fixture: Fixture) -> Occasion:
    """What kind of match it is: play-offs follow another stage, the last one is the final."""
    knock_out = stage.format == Stage.Format.KNOCK_OUT
    return Occasion(
        is_friendly=fixture.is_friendly,
        is_knock_out=knock_out,
        is_replay=knock_out and fixture.drawn_match_id is not None,
        is_play_off=knock_out and stage.follows_id is not None,
        is_final=knock_out and _is_final(stage, fixture),
        is_scheduled=stage.format != Stage.Format.OPEN,
        is_arranged=stage.format == Stage.Format.OPEN,
    )


def _is_final(stage: Stage, fixture: Fixture) -> bool:
    """Whether nobody waits for the winner of this bracket match, and it is for the first place."""
    later = stage.fixtures.filter(round__number__gt=fixture.round.number).exists()
    return not later and not fixture.home_from.startswith("L")


def waits_for_its_round(fixture: Fixture) -> bool:
    """Whether coaches have to wait. A bracket opens its matches itself, as their teams are known;
    elsewhere rounds are played one after the other unless the stage lets them play ahead."""
    stage = fixture.stage
    in_rounds = stage.format in (Stage.Format.ROUND_ROBIN, Stage.Format.SWISS)
    return in_rounds and not stage.plays_ahead and fixture.round.state == Round.State.PLANNED


def teams_of(fixture: Fixture) -> tuple[Team, Team]:
    teams = [entry.team for entry in (fixture.home, fixture.away) if isinstance(entry, Entry)]
    match teams:
        case [Team() as home, Team() as away]:
            return home, away
        case _:
            sentence = _("Only a score can be entered here: no roster is kept.")
            raise Refused(Reason("no_rosters", sentence))


def table_faults(stage: Stage) -> list[Reason]:
    """Why a stage's table is not to be touched by hand."""
    if stage.format == Stage.Format.KNOCK_OUT:
        return [Reason("no_table", _("A knock-out has no table."))]
    if stage.state == Stage.State.PLANNED:
        return [Reason("stage_not_begun", _("%(stage)s has not begun.") % {"stage": stage})]
    return why_results_stand(stage)


def why_not_told_anew(fixture: Fixture) -> list[Reason]:
    """Why a match is not to tell a result anew: it was ruled, or others went on from it. One
    statement in a bracket."""
    if fixture.result.ending not in ON_THE_PITCH:
        return [Reason("ruled_already", _("This fixture was ruled. Take the ruling back first."))]
    return brackets.why_not_undone(fixture)
