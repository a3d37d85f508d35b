"""The post-match: what both settle together, then each side at its own pace."""

from collections.abc import Generator
from typing import Any

from rules.editions.lrb4.fortune import Following, fan_factor, winnings
from rules.editions.lrb4.handicap_results import star_player_rolls
from rules.editions.lrb4.hire import hire_and_fire
from rules.editions.lrb4.improvement import ImprovementChoice, improvement_choice
from rules.editions.lrb4.mvp import Mvp, mvp
from rules.editions.lrb4.rating import rating, team_rating
from rules.editions.lrb4.reporting import dead_of, earning, has_settlement, report, settlement
from rules.engine import effects as e
from rules.engine.circumstances import HireAndFire, OfTeam
from rules.engine.leaving import players_leaving
from rules.engine.match import other
from rules.engine.sequence import Doing, SequenceStep, StepContext, step
from rules.knobs import _

Composing = Generator[Any, Any, None]


@step
def treasury(doing: Doing) -> Composing:
    """Winnings; a conceder's were rolled and are the winner's (4488-4538)."""
    if doing.match.report.conceded_by != doing.own_side:
        yield from doing.ask(winnings(doing.book, earning(doing, doing.own_side)))


@step
def improvements(doing: Doing) -> Composing:
    """The award, star player rolls with their years, and who leaves a team that gave up."""
    yield from doing.ask(mvp(doing.book, _mvp(doing)))
    for id_ in list(doing.team.players):
        yield from star_player_rolls(doing, doing.own_side, id_)
    if doing.match.report.conceded_by == doing.own_side:
        yield from doing.ask(players_leaving(doing.book, doing.team))


def _mvp(doing: Doing) -> Mvp:
    match, side = doing.match, doing.own_side
    gave_up = match.report.conceded_by
    conceded: Any = "" if not gave_up else "us" if gave_up == side else "them"
    return Mvp(
        doing.team,
        dead=tuple(dead_of(doing, side)),
        absent=tuple(match.report.sat_out.get(side, ())),
        hired=tuple(match.report.hired.get(side, ())),
        inspired=match.all_of(side, "inspired"),
        conceded=conceded,
    )


@step
def fans(doing: Doing) -> Composing:
    """Points for casualties count, whoever made them: a star's, too (4563, 5949, rulings)."""
    match, side = doing.match, doing.own_side
    pitch = match.report
    followed = Following(
        doing.team,
        match.result(side),
        touchdowns=pitch.score[side],
        casualties=sum(deeds.get("casualty", 0) for deeds in pitch.deeds.get(side, {}).values()),
        semi_final=pitch.semi_final,
        final=pitch.final,
        conceded=pitch.conceded_by == side,
        conceded_to=pitch.conceded_by == other(side),
    )
    yield from doing.ask(fan_factor(doing.book, followed))


@step
def purchases(doing: Doing) -> Composing:
    """New players, staff and re-rolls, and whoever was raised (4573-4589)."""
    window = HireAndFire(
        doing.team,
        f"{doing.match.id}/{doing.own_side}",
        free=tuple(fact["position"] for fact in doing.match.all_of(doing.own_side, "raised")),
    )
    yield from doing.ask(hire_and_fire(doing.book, window))


@step
def roster(doing: Doing) -> Composing:
    """The new Team Rating; what is still to be learnt does not change it (4591-4602)."""
    yield from doing.ask(rating(doing.book, OfTeam(doing.team)))
    doing.add(e.Fact("next-team-rating", team_rating(doing.book, doing.team)))


@step
def chosen_improvements(doing: Doing) -> Composing:
    """What the star player rolls become; may wait until the next match."""
    for player in list(doing.team.players.values()):
        for level in player.owed:
            choice = ImprovementChoice(doing.team, player.id, level)
            yield from doing.ask(improvement_choice(doing.book, choice))


def _owes_improvements(context: StepContext[Any]) -> bool:
    side = context.side
    return bool(side and any(player.owed for player in context.match.teams[side].players.values()))


POST_MATCH = (
    SequenceStep("report", _("The report"), report, joint=True),
    SequenceStep("settlement", _("A concession"), settlement, joint=True, applies=has_settlement),
    SequenceStep("winnings", _("Winnings"), treasury),
    SequenceStep("improvements", _("MVP and star player rolls"), improvements),
    SequenceStep("fans", _("Fan factor"), fans),
    SequenceStep("hire-and-fire", _("Purchases"), purchases),
    SequenceStep("next-match", _("Team Rating"), roster),
    SequenceStep("skill-ups", _("Skill-ups"), chosen_improvements, applies=_owes_improvements),
)
