"""What both sides settle together after a match, before each goes its own way."""

from collections.abc import Generator, Mapping
from typing import Any

from rules.book import Book
from rules.editions.bb2016.availability import missed_matches
from rules.editions.bb2016.circumstances import sponsor_says, stadium_says
from rules.editions.bb2016.endings import Concession, concession_facts, punished
from rules.editions.bb2016.fortune import (
    Exposure,
    Winnings,
    exposure,
    least_and_most,
    winnings,
)
from rules.editions.bb2016.growth import skills_of
from rules.editions.bb2016.injury import casualty, suffered
from rules.editions.bb2016.insurance import Death, sig_payout
from rules.editions.bb2016.raising import RaiseDead, Rot, raise_dead, rot
from rules.editions.bb2016.residency import (
    ContestedResidency,
    Residency,
    residency,
    residency_contested,
    seeker_faults,
    with_winnings,
)
from rules.engine import effects as e
from rules.engine.asks import Confirm, together
from rules.engine.availability import MissedMatches
from rules.engine.fielding import star_of
from rules.engine.growth import characteristic
from rules.engine.match import SIDES, Hurt, Side, other
from rules.engine.reporting import as_reported, recorded
from rules.engine.rulings import Allowed
from rules.engine.sequence import Doing, StepContext, step
from rules.engine.sides import COACH_OF
from rules.engine.state import Home, Player
from rules.knobs import _

Composing = Generator[Any, Any, None]


# --- joint: what the pitch left behind


@step
def report(doing: Doing) -> Composing:
    """Deeds, casualties with their dice, the dead and the raised, and who has sat out.

    In resurrection play nobody carries anything away from a match but its result. What it leaves in
    the records, a friendly leaves too (5678).
    """
    doers = {side: deeds_of(doing, side) for side in SIDES}
    yield from doing.ask(as_reported(doing.match, doers))
    if not doing.book.house["resurrection"]:
        yield from _aftermath(doing)
    for side in SIDES:
        doing.add(recorded(doing.match, side, deeds_of(doing, side)), side=side)


def _aftermath(doing: Doing) -> Composing:
    pitch = doing.match.report
    for side in SIDES:
        cleared = MissedMatches(doing.match.teams[side], tuple(pitch.sat_out.get(side, ())))
        yield from doing.ask(missed_matches(doing.book, cleared), side=side)
        for player, deeds in deeds_of(doing, side).items():
            for award, times in deeds.items():
                if times:
                    doing.add(e.Earned(player, award, times), side=side)
    for hurt in pitch.casualties:
        yield from _casualty(doing, hurt)


def _casualty(doing: Doing, hurt: Hurt) -> Composing:
    team = doing.match.teams[hurt.side]
    victim = team.players.get(hurt.player)
    ruling = yield from doing.ask(casualty(doing.book, suffered(team, hurt)), side=hurt.side)
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
        wish = RaiseDead(team, hurt.player, raised=raised, side=hurt.side, **about)
        yield from doing.try_asking(raise_dead(doing.book, wish), side=side)
    elif race.rot:
        killed: Any = hurt.cause
        spread = Rot(
            team,
            hurt.player,
            killed_by=killed,
            killer_skills=hurt.killer_skills,
            on_roster=not hurt.hired,
            **about,
        )
        yield from doing.try_asking(rot(doing.book, spread), side=side)


# --- joint: what cannot be settled by one side alone


@step
def settlement(doing: Doing) -> Composing:
    """A concession's price, exposure money, and who makes the stadium their home."""
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
    yield from doing.ask(Allowed(tuple(facts), tuple(lines), name="concession"))
    if punished(doing.book, given_up):
        yield from doing.ask(winnings(doing.book, earning(doing, side)), side=side)


def _residency(doing: Doing, stadium: str) -> Composing:
    """Each side says whether it would like to stay; if both do, the dice decide (1759).

    Whatever is found by the dice is nobody's home yet, whoever plays on such a ground elsewhere.
    """
    if not stadium or doing.match.fact("at-home"):
        return
    teams = doing.match.teams
    place = Home(stadium)
    able = [side for side in SIDES if not [*seeker_faults(doing.book, teams[side], place, "team")]]
    if not able:
        return
    wants = yield from together(
        *(Confirm(f"residency/{side}/wanted", who=COACH_OF[side]) for side in able)
    )
    seekers = [side for side, wanted in zip(able, wants, strict=True) if wanted]
    if len(seekers) == 2:
        both = ContestedResidency(teams["home"], teams["away"], doing.match.result("home"), stadium)
        yield from doing.ask(residency_contested(doing.book, both))
    for side in seekers if len(seekers) == 1 else ():
        alone = Residency(teams[side], doing.match.result(side), stadium)
        sums = least_and_most(doing.book, earning(doing, side))
        yield from doing.ask(with_winnings(residency(doing.book, alone), *sums), side=side)


def goes_on(context: StepContext[Any]) -> bool:
    """Whether a match changes teams at all: in resurrection play there is no post-match."""
    return not context.book.house["resurrection"]


def settlement_title(book: Book) -> str:
    """Where there are no stadiums, only a concession is settled by both."""
    return _("What both settle") if book.house["stadiums"] else _("A concession")


def has_settlement(context: StepContext[Any]) -> bool:
    stadium = context.match.fact("stadium", "")
    return goes_on(context) and bool(context.match.report.conceded_by or stadium)


# --- what both halves of the post-match ask


def deeds_of(doing: Doing, side: Side) -> dict[str, Mapping[str, int]]:
    """What players did who collect points: no star, no mercenary does (1427, 1431, 1618)."""
    pitch = doing.match.report
    star, hired = doing.match.teams[side].star, pitch.hired.get(side, ())
    return {
        player: deeds
        for player, deeds in pitch.deeds.get(side, {}).items()
        if star_of(player) != star and player not in hired
    }


def dead_of(doing: Doing, side: Side) -> list[str]:
    return [
        fact["player"] for fact in doing.match.all_of(side, "casualty") if fact["outcome"] == "dead"
    ]


def buried_by(doing: Doing, side: Side) -> list[str]:
    """The dead of the roster; whoever was hired for the match never was on it."""
    hired = {hurt.player for hurt in doing.match.report.casualties if hurt.hired}
    return [player for player in dead_of(doing, side) if player not in hired]


def gave_up(doing: Doing, side: Side) -> bool:
    """Whether this side conceded in the way that is punished."""
    conceded = doing.match.fact("conceded")
    return bool(conceded and conceded["side"] == side and conceded["punished"])


def earning(doing: Doing, side: Side) -> Winnings:
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
        promo_tour=side in match.report.promo_tour or match.side_fact(side, "promo-tour", False),
        conceded=gave_up(doing, side),
        from_conceder=passed_on if match.result(side) == "won" else 0,
        pledged=match.side_fact(side, "winnings-pledged", False),
        team_value=match.side_fact(side, "team-value", 0),
    )
