"""The post-match, step by step: what both sides settle together, then each at its own pace."""

from collections.abc import Generator
from typing import Any

from rules.editions.bb2016.availability import Journeymen, MissedMatches, journeymen, missed_matches
from rules.editions.bb2016.circumstances import sponsor_says, stadium_says
from rules.editions.bb2016.endings import (
    Concession,
    Outcome,
    concession_facts,
    league_points,
    players_leaving,
    punished,
)
from rules.editions.bb2016.fortune import (
    Exposure,
    Following,
    Winnings,
    exposure,
    fan_factor,
    winnings,
)
from rules.editions.bb2016.growth import characteristic, rolls_due, skills_of
from rules.editions.bb2016.hire import HireAndFire, hire_and_fire
from rules.editions.bb2016.improvement import (
    Improvement,
    ImprovementChoice,
    improvement,
    improvement_choice,
)
from rules.editions.bb2016.injury import Casualty, casualty
from rules.editions.bb2016.insurance import Death, Departures, sig_bill, sig_payout
from rules.editions.bb2016.mvp import Mvp, mvp
from rules.editions.bb2016.raising import RaiseDead, Rot, raise_dead, rot
from rules.editions.bb2016.residency import (
    ContestedResidency,
    Residency,
    residency,
    residency_contested,
)
from rules.editions.bb2016.sides import CHAIR
from rules.editions.bb2016.sponsors import (
    Ending,
    OfSponsors,
    SponsorSearch,
    end_sponsorship,
    ongoing_sponsorship,
    sponsor_search,
)
from rules.editions.bb2016.stadiums import (
    OfHome,
    Saving,
    residency_loss,
    stadium_fund,
    stadium_purchase,
    stadium_sale,
)
from rules.editions.bb2016.treasury import Mistakes, Upkeep, expensive_mistakes, upkeep
from rules.editions.bb2016.value import Worth, worth
from rules.engine import effects as e
from rules.engine.asks import Confirm, Offer, confirm, shop, together
from rules.engine.match import SIDES, Hurt, Side, other
from rules.engine.sequence import Chair, Doing, SequenceStep, step
from rules.engine.state import Player
from rules.knobs import _

Composing = Generator[Any, Any, None]


# --- joint: what the pitch left behind


@step
def report(doing: Doing) -> Composing:
    """Deeds, casualties with their dice, the dead and the raised, and who has sat out."""
    pitch = doing.match.report
    for side in SIDES:
        cleared = MissedMatches(doing.match.teams[side], tuple(pitch.sat_out.get(side, ())))
        yield from doing.ask(missed_matches(doing.book, cleared), side=side)
        for player, deeds in pitch.deeds.get(side, {}).items():
            for award, times in deeds.items():
                if times:
                    doing.add(e.Earned(player, award, times), side=side)
    for hurt in pitch.casualties:
        yield from _casualty(doing, hurt)
    for side in SIDES:
        doing.add(_recorded(doing, side), side=side)


def _casualty(doing: Doing, hurt: Hurt) -> Composing:
    team = doing.match.teams[hurt.side]
    victim = team.players.get(hurt.player)
    suffered = Casualty(
        team,
        hurt.player,
        nth=hurt.nth,
        hired=hurt.hired,
        skills=hurt.skills,
        apothecary=hurt.apothecary,
        igor=hurt.igor,
        weeping_dagger=hurt.weeping_dagger,
    )
    ruling = yield from doing.ask(casualty(doing.book, suffered), side=hurt.side)
    fact = next(effect for effect in ruling.effects if isinstance(effect, e.Fact))
    if fact.value["outcome"] != "dead":
        return
    if victim and "death_share_percent" in sponsor_says(doing.book, team.sponsor):
        yield from doing.ask(sig_payout(doing.book, Death(team, victim)), side=hurt.side)
    yield from _raise(doing, hurt, team.race, victim)


def _raise(doing: Doing, hurt: Hurt, victims_race: str, victim: Player | None) -> Composing:
    """The opponents of the dead may have use for them; whom they may not raise stays dead."""
    side = other(hurt.side)
    team = doing.match.teams[side]
    race = doing.book.race(team.race)
    about: dict[str, Any] = {
        "strength": hurt.strength,
        "skills": hurt.skills,
        "is_star": hurt.hired == "star",
    }
    if victim:
        about["strength"] = characteristic(doing.book, victims_race, victim, "st")
        about["skills"] = (*skills_of(doing.book, victims_race, victim), *hurt.skills)
    if race.necromancer:
        raised = len(doing.match.all_of(side, "raised"))
        wish = RaiseDead(team, hurt.player, raised=raised, **about)
        yield from doing.try_asking(raise_dead(doing.book, wish), side=side)
    elif race.rot:
        killed: Any = hurt.cause
        spread = Rot(team, hurt.player, killed_by=killed, killer_skills=hurt.killer_skills, **about)
        yield from doing.try_asking(rot(doing.book, spread), side=side)


def _recorded(doing: Doing, side: Side) -> e.Recorded:
    pitch = doing.match.report
    if pitch.friendly:
        return e.Recorded({"friendlies": 1})
    casualties = sum(deeds.get("casualty", 0) for deeds in pitch.deeds.get(side, {}).values())
    return e.Recorded(
        {
            "played": 1,
            doing.match.result(side): 1,
            "touchdowns": pitch.touchdowns[side],
            "casualties": casualties,
        }
    )


# --- joint: what cannot be settled by one side alone


@step
def settlement(doing: Doing) -> Composing:
    """A concession's price, exposure money, and who makes the stadium his home."""
    yield from _concession(doing)
    stadium = doing.match.fact("stadium", "")
    if "exposure_dice" in stadium_says(doing.book, stadium):
        yield from doing.ask(exposure(doing.book, Exposure(stadium)))
    yield from _residency(doing, stadium)


def _concession(doing: Doing) -> Composing:
    """The conceder's winnings are rolled here, since they are the winner's (1393)."""
    pitch = doing.match.report
    if not pitch.conceded_by:
        return
    side = pitch.conceded_by
    given_up = Concession(
        side,
        doing.match.teams[side],
        before_set_up=pitch.conceded_before_set_up,
        could_field=pitch.could_field,
        friendly=pitch.friendly,
    )
    facts, lines = concession_facts(doing.book, given_up)
    for fact in facts:
        doing.add(fact)
    doing.because += lines
    if punished(doing.book, given_up):
        yield from doing.ask(winnings(doing.book, _earning(doing, side)), side=side)


def _residency(doing: Doing, stadium: str) -> Composing:
    """Each side says whether it would like to stay; if both do, the dice decide (1759)."""
    if not stadium or doing.match.stadium_taken or doing.match.fact("at-home"):
        return
    wants = yield from together(
        *(Confirm(f"residency/{side}/wanted", who=CHAIR[side]) for side in SIDES)
    )
    seekers = [side for side, wanted in zip(SIDES, wants, strict=True) if wanted]
    name = doing.match.fact("stadium-name", "")
    teams = doing.match.teams
    if len(seekers) == 2:
        both = ContestedResidency(
            teams["home"], teams["away"], doing.match.result("home"), stadium, name
        )
        yield from doing.ask(residency_contested(doing.book, both))
    for side in seekers if len(seekers) == 1 else ():
        alone = Residency(teams[side], doing.match.result(side), stadium, name)
        yield from doing.ask(residency(doing.book, alone), side=side)


def _settlement_applies(chair: Chair[Any]) -> bool:
    stadium = chair.match.fact("stadium", "")
    return bool(chair.match.report.conceded_by or stadium)


# --- each side: improvements


@step
def improvements(doing: Doing) -> Composing:
    """Most valuable player, improvement rolls, and who leaves a team that gave up."""
    match, side = doing.match, doing.seat
    yield from doing.ask(mvp(doing.book, _mvp(doing)))
    for id_ in list(doing.team.players):
        while rolls_due(doing.book, doing.team.players[id_]):
            yield from doing.ask(improvement(doing.book, Improvement(doing.team, id_)))
    if _gave_up(doing, side):
        leaving = yield from doing.ask(players_leaving(doing.book, doing.team))
        doing.add(e.Fact("left-after-concession", len(leaving.effects)))
    points = Outcome(
        result=match.result(side),
        how=_how(doing, side),
        touchdowns=match.report.touchdowns[side],
        opponent_touchdowns=match.report.touchdowns[other(side)],
        casualties=_casualties_caused(doing, side),
        friendly=match.report.friendly,
    )
    yield from doing.ask(league_points(doing.book, points))


def _mvp(doing: Doing) -> Mvp:
    match, side = doing.match, doing.seat
    conceded: Any = ""
    if _gave_up(doing, side):
        conceded = "us"
    elif _gave_up(doing, other(side)):
        conceded = "them"
    return Mvp(
        doing.team,
        dead=tuple(_dead(doing, side)),
        absent=tuple(match.report.sat_out.get(side, ())),
        hired=tuple(match.report.hired.get(side, ())),
        friendly=match.report.friendly,
        conceded=conceded,
    )


def _dead(doing: Doing, side: Side) -> list[str]:
    return [
        fact["player"] for fact in doing.match.all_of(side, "casualty") if fact["outcome"] == "dead"
    ]


def _gave_up(doing: Doing, side: Side) -> bool:
    """Whether this side conceded in the way that is punished."""
    conceded = doing.match.fact("conceded")
    return bool(conceded and conceded["side"] == side and conceded["punished"])


def _how(doing: Doing, side: Side) -> Any:
    """An unpunished concession is an ordinary result."""
    if any(_gave_up(doing, each) for each in SIDES):
        return "conceded"
    return "overtime" if doing.match.report.decided_for else "played"


def _casualties_caused(doing: Doing, side: Side) -> int:
    """Which casualties count in the tables is the league's choice."""
    if doing.book.house["standings.casualties"] == "spp":
        deeds = doing.match.report.deeds.get(side, {}).values()
        return sum(each.get("casualty", 0) for each in deeds)
    return sum(hurt.side != side for hurt in doing.match.report.casualties)


# --- each side: fortune and FAME


@step
def fortune(doing: Doing) -> Composing:
    """Winnings, fan factor, sponsors, in this order (1279-1342)."""
    side = doing.seat
    if not _gave_up(doing, side):
        yield from doing.ask(winnings(doing.book, _earning(doing, side)))
    followed = Following(
        doing.team,
        doing.match.result(side),
        stadium=doing.match.fact("stadium", ""),
        conceded=_gave_up(doing, side),
    )
    yield from doing.ask(fan_factor(doing.book, followed))
    if doing.book.house["sponsors"]:
        yield from _sponsors(doing)


def _earning(doing: Doing, side: Side) -> Winnings:
    match = doing.match
    team = match.teams[side]
    home = match.fact("at-home", "")
    passed_on = match.side_fact(other(side), "winnings-passed-on", 0)
    return Winnings(
        team,
        match.result(side),
        fame=match.side_fact(side, "fame", 0),
        friendly=match.report.friendly,
        stadium=match.fact("stadium", ""),
        own_stadium=home == side and team.home is not None and team.home.owned,
        promo_tour=side in match.report.promo_tour,
        conceded=_gave_up(doing, side),
        from_conceder=passed_on if match.result(side) == "won" else 0,
        pledged=match.side_fact(side, "winnings-pledged", False),
        team_value=match.side_fact(side, "team-value", 0),
    )


def _sponsors(doing: Doing) -> Composing:
    side, match = doing.seat, doing.match
    if doing.team.ongoing_sponsors:
        yield from doing.ask(ongoing_sponsorship(doing.book, OfSponsors(doing.team)))
    if (yield from confirm("sponsor-search/wanted")):
        search = SponsorSearch(
            doing.team,
            match.result(side),
            touchdowns=match.report.touchdowns[side],
            opponent_touchdowns=match.report.touchdowns[other(side)],
            casualties=sum(hurt.side != side for hurt in match.report.casualties),
            play_off=match.report.play_off,
            final=match.report.final,
        )
        yield from doing.ask(sponsor_search(doing.book, search))
    if doing.team.ongoing_sponsors or doing.team.sponsor:
        yield from doing.ask(end_sponsorship(doing.book, Ending(doing.team)))


# --- each side: hire and fire


@step
def hiring(doing: Doing) -> Composing:
    """The home first, then the basket, then upkeep, stadium, fund and insurance (1344-1381)."""
    yield from _home_at_risk(doing)
    window = HireAndFire(
        doing.team,
        f"{doing.match.id}/{doing.seat}",
        free=tuple(fact["position"] for fact in doing.match.all_of(doing.seat, "raised")),
        stars=tuple(_stars_for_roster(doing)),
    )
    had_star = bool(doing.team.star)
    ruling = yield from doing.ask(hire_and_fire(doing.book, window))
    if had_star:
        yield from doing.ask(upkeep(doing.book, Upkeep(doing.team)))
    yield from _invest(doing)
    if "claim_dice" in sponsor_says(doing.book, doing.team.sponsor):
        fired = sum(
            isinstance(effect, e.Left) and effect.how == "fired" for effect in ruling.effects
        )
        gone = doing.match.side_fact(doing.seat, "left-after-concession", 0)
        removed = fired + len(_dead(doing, doing.seat)) + gone
        yield from doing.ask(sig_bill(doing.book, Departures(doing.team, removed)))


def _home_at_risk(doing: Doing) -> Composing:
    team = doing.team
    if team.home is None or not doing.book.house["stadiums"]:
        return
    lost_at_home = (
        doing.match.fact("at-home") == doing.seat and doing.match.result(doing.seat) == "lost"
    )
    if lost_at_home and not team.home.owned:
        yield from doing.ask(residency_loss(doing.book, OfHome(team)))
    if team.home.owned and (yield from confirm("stadium-sale/wanted")):
        yield from doing.ask(stadium_sale(doing.book, OfHome(team)))


def _stars_for_roster(doing: Doing) -> list[str]:
    """Stars who would sign: they play for the race, and nobody else has them."""
    if not doing.book.house["stars.rostered"] or doing.team.star:
        return []
    return [
        star.key
        for star in doing.book.catalogue.stars.values()
        if star.for_hire
        and doing.team.race in star.plays_for
        and star.key not in doing.match.rostered_elsewhere
        and star.key not in doing.book.house["stars.barred"]
    ]


def _invest(doing: Doing) -> Composing:
    """Buying the home, or saving for it."""
    if not doing.book.house["stadiums"]:
        return
    home = doing.team.home
    price = doing.book.figure("ownership", "price")
    affordable = doing.team.treasury + doing.team.fund >= price
    if home and not home.owned and affordable and (yield from confirm("stadium-purchase")):
        yield from doing.ask(stadium_purchase(doing.book, OfHome(doing.team)))
        return
    payment = doing.book.figure("stadium-fund", "payment")
    if most := doing.team.treasury // payment:
        offer = Offer("payment", payment, most)
        basket = yield from shop("stadium-fund", [offer], purse=doing.team.treasury)
        if payments := basket.get("payment", 0):
            yield from doing.ask(stadium_fund(doing.book, Saving(doing.team, payments)))


# --- each side: the next match


@step
def next_match(doing: Doing) -> Composing:
    """Expensive mistakes, journeymen, Team Value, and the last chance to leave an insurer."""
    if doing.book.house["mistakes"]:
        yield from doing.ask(expensive_mistakes(doing.book, Mistakes(doing.team.treasury)))
    yield from doing.ask(
        journeymen(doing.book, Journeymen(doing.team, f"{doing.match.id}/{doing.seat}"))
    )
    ruling = yield from doing.ask(worth(doing.book, Worth(doing.team)))
    doing.add(e.Fact("next-team-value", sum(line.amount or 0 for line in ruling.because)))
    if doing.book.house["sponsors"] and doing.team.sponsor:
        yield from doing.ask(end_sponsorship(doing.book, Ending(doing.team, at_the_end=True)))


@step
def chosen_improvements(doing: Doing) -> Composing:
    """What the improvement rolls become; may wait until the next match."""
    for player in list(doing.team.players.values()):
        for level in player.owed:
            choice = ImprovementChoice(doing.team, player.id, level)
            yield from doing.ask(improvement_choice(doing.book, choice))


def _owes_improvements(chair: Chair[Any]) -> bool:
    side = chair.side
    return bool(side and any(player.owed for player in chair.match.teams[side].players.values()))


POST_MATCH = (
    SequenceStep("report", _("The report"), report, joint=True),
    SequenceStep(
        "settlement", _("What both settle"), settlement, joint=True, applies=_settlement_applies
    ),
    SequenceStep("improvements", _("MVP and improvements"), improvements),
    SequenceStep("fortune", _("Fortune and FAME"), fortune),
    SequenceStep("hire-and-fire", _("Hire & Fire"), hiring),
    SequenceStep("next-match", _("Next match"), next_match),
    SequenceStep("skill-ups", _("Skill-ups"), chosen_improvements, applies=_owes_improvements),
)
