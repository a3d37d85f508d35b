"""The post-match: what both settle together, then each side at its own pace."""

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from rules.editions.bb2016.availability import journeymen
from rules.editions.bb2016.circumstances import sponsor_says
from rules.editions.bb2016.endings import league_points
from rules.editions.bb2016.fortune import (
    Following,
    fan_factor,
    winnings,
)
from rules.editions.bb2016.hire import hire_and_fire, stars_who_would_sign
from rules.editions.bb2016.improvement import (
    Improvement,
    ImprovementChoice,
    improvement,
    improvement_choice,
)
from rules.editions.bb2016.insurance import Departures, sig_bill
from rules.editions.bb2016.lineup import FIELD
from rules.editions.bb2016.mvp import Mvp, mvp
from rules.editions.bb2016.reporting import (
    buried_by,
    dead_of,
    earning,
    gave_up,
    goes_on,
    has_settlement,
    report,
    settlement,
    settlement_title,
)
from rules.editions.bb2016.sponsors import (
    OfSponsors,
    SponsorEnding,
    SponsorSearch,
    bombardier,
    end_sponsorship,
    lacks_bombardier,
    ongoing_sponsorship,
    sponsor_search,
)
from rules.editions.bb2016.stadiums import (
    OfHome,
    Saving,
    buying_home,
    residency_loss,
    selling,
    stadium_fund,
    stadium_purchase,
    stadium_sale,
)
from rules.editions.bb2016.treasury import Upkeep, expensive_mistakes, upkeep
from rules.editions.bb2016.value import worth
from rules.engine import effects as e
from rules.engine.asks import Offer, confirm, shop
from rules.engine.availability import Journeymen
from rules.engine.circumstances import HireAndFire, OfTeam
from rules.engine.growth import rolls_due
from rules.engine.league_points import Outcome
from rules.engine.leaving import players_leaving
from rules.engine.match import SIDES, Side, other
from rules.engine.mistakes import Mistakes
from rules.engine.rulings import Line
from rules.engine.sequence import Doing, SequenceStep, StepContext, step
from rules.knobs import _

Composing = Generator[Any, Any, None]

STAR_ASCENDANT = "heroic-feats/star-ascendant"


# --- each side: improvements


@step
def improvements(doing: Doing) -> Composing:
    """Most valuable player, improvement rolls, and who leaves a team that gave up."""
    yield from doing.ask(mvp(doing.book, _mvp(doing)))
    for id_ in list(doing.team.players):
        while rolls_due(doing.book, doing.team.players[id_]):
            yield from doing.ask(improvement(doing.book, Improvement(doing.team, id_)))
    if doing.book.house["sponsors"] and any(p.owed for p in doing.team.players.values()):
        doing.add(e.Fact("improved-under", doing.team.sponsor))
    if gave_up(doing, doing.own_side):
        leaving = yield from doing.ask(players_leaving(doing.book, doing.team))
        doing.add(e.Fact("left-after-concession", len(leaving.effects)))


@step
def standing(doing: Doing) -> Composing:
    """What the match is worth in the standings."""
    match, side = doing.match, doing.own_side
    outcome = Outcome(
        result=match.result(side),
        how=_how(doing, side),
        touchdowns=match.report.score[side],
        opponent_touchdowns=match.report.score[other(side)],
        casualties=FIELD.casualties(doing.book, match.report, side),
        friendly=match.report.friendly,
    )
    yield from doing.ask(league_points(doing.book, outcome))


def _mvp(doing: Doing) -> Mvp:
    match, side = doing.match, doing.own_side
    conceded: Any = ""
    if gave_up(doing, side):
        conceded = "us"
    elif gave_up(doing, other(side)):
        conceded = "them"
    return Mvp(
        doing.team,
        dead=tuple(dead_of(doing, side)),
        absent=tuple(match.report.sat_out.get(side, ())),
        hired=tuple(match.report.hired.get(side, ())),
        friendly=match.report.friendly,
        conceded=conceded,
        ascendant=_ascendant(doing, side),
    )


def _ascendant(doing: Doing, side: Side) -> bool:
    """Whether Star Ascendant was played and the match went on to its end (2725).

    A card of a real deck is told by its name.
    """
    report = doing.match.report
    called = {STAR_ASCENDANT, STAR_ASCENDANT.partition("/")[2].replace("-", " ")}
    played = {card.casefold() for card in report.cards.get(side, ())}
    return bool(called & played) and not report.conceded_by


def _how(doing: Doing, side: Side) -> Any:
    """An unpunished concession is an ordinary result."""
    if any(gave_up(doing, each) for each in SIDES):
        return "conceded"
    return "overtime" if doing.match.report.decided_for else "played"


# --- each side: fortune and FAME


@step
def fortune(doing: Doing) -> Composing:
    """Winnings, fan factor, sponsors, in this order (1279-1342)."""
    side = doing.own_side
    if not gave_up(doing, side):
        yield from doing.ask(winnings(doing.book, earning(doing, side)))
    followed = Following(
        doing.team,
        doing.match.result(side),
        stadium=doing.match.fact("stadium", ""),
        conceded=gave_up(doing, side),
    )
    yield from doing.ask(fan_factor(doing.book, followed))
    if doing.book.house["sponsors"]:
        yield from _sponsors(doing)


def _sponsors(doing: Doing) -> Composing:
    side, match = doing.own_side, doing.match
    if doing.team.ongoing_sponsors:
        yield from doing.ask(ongoing_sponsorship(doing.book, OfSponsors(doing.team)))
    if (yield from confirm("sponsor-search/wanted")):
        search = SponsorSearch(
            doing.team,
            match.result(side),
            touchdowns=match.report.score[side],
            opponent_touchdowns=match.report.score[other(side)],
            casualties=sum(hurt.side != side for hurt in match.report.casualties),
            play_off=match.report.play_off or match.report.final,
            final=match.report.final,
        )
        yield from doing.ask(sponsor_search(doing.book, search))
    if doing.team.ongoing_sponsors or doing.team.sponsor:
        yield from doing.ask(end_sponsorship(doing.book, SponsorEnding(doing.team)))


# --- each side: hire and fire


@step
def hiring(doing: Doing) -> Composing:
    """The home first, then the basket, then upkeep, stadium, fund and insurance (1344-1381)."""
    yield from _home_at_risk(doing)
    window = HireAndFire(
        doing.team,
        f"{doing.match.id}/{doing.own_side}",
        free=tuple(fact["position"] for fact in doing.match.all_of(doing.own_side, "raised")),
        stars=stars_who_would_sign(doing.book, doing.team, doing.match.rostered_elsewhere),
    )
    had_star = bool(doing.team.star)
    ruling = yield from doing.ask(hire_and_fire(doing.book, window))
    if had_star:
        yield from doing.ask(upkeep(doing.book, Upkeep(doing.team)))
    if lacks_bombardier(doing.book, doing.team):
        yield from doing.ask(bombardier(doing.book, OfSponsors(doing.team)))
    yield from _invest(doing)
    if "claim_dice" in sponsor_says(doing.book, doing.team.sponsor):
        fired = sum(
            isinstance(effect, e.Left) and effect.how == "fired" for effect in ruling.effects
        )
        gone = doing.match.side_fact(doing.own_side, "left-after-concession", 0)
        removed = fired + len(buried_by(doing, doing.own_side)) + gone
        yield from doing.ask(sig_bill(doing.book, Departures(doing.team, removed)))


def _home_at_risk(doing: Doing) -> Composing:
    team = doing.team
    if team.home is None or not doing.book.house["stadiums"]:
        return
    lost_at_home = (
        doing.match.fact("at-home") == doing.own_side
        and doing.match.result(doing.own_side) == "lost"
    )
    if lost_at_home and not team.home.owned:
        yield from doing.ask(residency_loss(doing.book, OfHome(team)))
    if team.home.owned and (yield from confirm("stadium-sale/wanted", means=selling(doing.book))):
        yield from doing.ask(stadium_sale(doing.book, OfHome(team)))


def _invest(doing: Doing) -> Composing:
    """Buying the home, or saving for it."""
    if not doing.book.house["stadiums"]:
        return
    home = doing.team.home
    price = doing.book.figure("ownership", "price")
    affordable = doing.team.treasury + doing.team.fund >= price
    wanted = False
    if home and not home.owned and affordable:
        wanted = yield from confirm("stadium-purchase", means=buying_home(doing.book, doing.team))
    if wanted:
        yield from doing.ask(stadium_purchase(doing.book, OfHome(doing.team)))
        return
    payment = doing.book.figure("stadium-fund", "payment")
    if most := doing.team.treasury // payment:
        offer = Offer("payment", payment, most)
        credit = doing.book.figure("stadium-fund", "credit")
        means = {"payment": Line("fund-credit", credit, {"gold": credit})}
        basket = yield from shop("stadium-fund", [offer], purse=doing.team.treasury, means=means)
        if payments := basket.get("payment", 0):
            yield from doing.ask(stadium_fund(doing.book, Saving(doing.team, payments)))


# --- each side: the next match


@step
def next_match(doing: Doing) -> Composing:
    """Expensive mistakes, journeymen, Team Value, and the last chance to leave an insurer."""
    if doing.book.house["mistakes"]:
        yield from doing.ask(expensive_mistakes(doing.book, Mistakes(doing.team.treasury)))
    yield from doing.ask(
        journeymen(doing.book, Journeymen(doing.team, f"{doing.match.id}/{doing.own_side}"))
    )
    yield from _worth_of(doing)
    if doing.book.house["sponsors"] and doing.team.sponsor:
        yield from doing.ask(
            end_sponsorship(doing.book, SponsorEnding(doing.team, at_the_end=True))
        )


def _worth_of(doing: Doing) -> Composing:
    """What the team is worth in the next match; skills that are still to be chosen add to it."""
    owed = any(player.owed for player in doing.team.players.values())
    ruling = yield from doing.ask(worth(doing.book, OfTeam(doing.team)))
    what = "team-value-so-far" if owed else "next-team-value"
    doing.add(e.Fact(what, sum(line.amount or 0 for line in ruling.because)))


@step
def chosen_improvements(doing: Doing) -> Composing:
    """What the improvement rolls become, and what the team is worth then; may wait until the next
    match.

    A sponsor's ban holds as it did when the dice fell, whatever deals were made since.
    """
    sponsor = doing.match.side_fact(doing.own_side, "improved-under", doing.team.sponsor)
    for player in list(doing.team.players.values()):
        for level in player.owed:
            team = replace(doing.team, sponsor=sponsor)
            choice = ImprovementChoice(team, player.id, level)
            yield from doing.ask(improvement_choice(doing.book, choice))
    yield from _worth_of(doing)


def _owes_improvements(context: StepContext[Any]) -> bool:
    side = context.side
    return bool(side and any(player.owed for player in context.match.teams[side].players.values()))


POST_MATCH = (
    SequenceStep("report", _("The report"), report, joint=True),
    SequenceStep(
        "settlement",
        _("What both settle"),
        settlement,
        joint=True,
        applies=has_settlement,
        titled=settlement_title,
    ),
    SequenceStep("improvements", _("MVP and improvements"), improvements, applies=goes_on),
    SequenceStep("points", _("League points"), standing),
    SequenceStep("fortune", _("Fortune and FAME"), fortune, applies=goes_on),
    SequenceStep("hire-and-fire", _("Hire & Fire"), hiring, applies=goes_on),
    SequenceStep("next-match", _("Next match"), next_match, applies=goes_on),
    SequenceStep("skill-ups", _("Skill-ups"), chosen_improvements, applies=_owes_improvements),
)
