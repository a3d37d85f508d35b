"""The post-match: what the pitch left behind, then each side at its own pace."""

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from typing import Any

from rules.book import Book
from rules.editions.bb2020.advancement import Advancement, advancement, prices
from rules.editions.bb2020.availability import missed_matches
from rules.editions.bb2020.fortune import (
    Conceded,
    Following,
    Mvp,
    Quitting,
    Winnings,
    dedicated_fans,
    expensive_mistakes,
    mvp,
    players_leaving,
    winnings,
)
from rules.editions.bb2020.hire import hire_and_fire
from rules.editions.bb2020.injury import RaiseDead, casualty, raise_dead, rises_as, suffered
from rules.editions.bb2020.lineup import FIELD
from rules.editions.bb2020.players import skills_of
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.value import worth
from rules.engine import effects as e
from rules.engine.availability import MissedMatches
from rules.engine.circumstances import HireAndFire, OfTeam
from rules.engine.fielding import star_of
from rules.engine.growth import characteristic
from rules.engine.league_points import Outcome, outcome_faults, point_lines
from rules.engine.match import SIDES, Hurt, Side, other
from rules.engine.mistakes import Mistakes
from rules.engine.reporting import as_reported, recorded
from rules.engine.rulings import Line, Ruling, allowed, refused, total
from rules.engine.sequence import Doing, SequenceStep, step
from rules.engine.state import Player
from rules.knobs import _

Composing = Generator[Any, Any, None]


# --- joint: what the pitch left behind


@step
def report(doing: Doing) -> Composing:
    """Deeds and prayers for them, casualties with their dice, the dead and the raised, who sat
    out, and whether a concession is punished."""
    doers = {side: deeds_of(doing, side) for side in SIDES}
    yield from doing.ask(as_reported(doing.match, doers))
    pitch = doing.match.report
    if pitch.conceded_by:
        punished = not FIELD.is_ordinary(doing.book, pitch)
        fact = {"side": pitch.conceded_by, "punished": punished}
        line = Line(
            "punished" if punished else "unpunished", None, {"could_field": pitch.could_field}
        )
        yield from doing.ask(allowed(e.Fact("conceded", fact), because=[line]))
    for side in SIDES:
        cleared = MissedMatches(doing.match.teams[side], tuple(pitch.sat_out.get(side, ())))
        yield from doing.ask(missed_matches(doing.book, cleared), side=side)
        for effect in _earned(doing, side):
            doing.add(effect, side=side)
    for hurt in pitch.casualties:
        yield from _casualty(doing, hurt)
    for side in SIDES:
        doing.add(recorded(doing.match, side, deeds_of(doing, side)), side=side)


def _earned(doing: Doing, side: Side) -> Iterator[e.Effect]:
    """Points for deeds, and those that a prayer adds."""
    heard = doing.match.all_of(side, "prayer")
    rows = doing.book.catalogue.tables["prayer"].named
    more = {rows[key]["award"]: rows[key]["more"] for key in heard if "award" in rows[key].holds}
    credited = {rows[key]["credits"] for key in heard if "credits" in rows[key].holds}
    tally = {player: Counter(deeds) for player, deeds in deeds_of(doing, side).items()}
    for hurt in doing.match.report.casualties:
        if (
            hurt.side != side
            and hurt.cause in credited
            and hurt.by in doing.match.teams[side].players
        ):
            tally.setdefault(hurt.by, Counter())["casualty"] += 1
    for player, deeds in tally.items():
        for award, times in deeds.items():
            if times:
                yield e.Earned(player, award, times)
        if extra := sum(times * more.get(award, 0) for award, times in deeds.items()):
            yield e.PointsGiven(player, extra)


def _casualty(doing: Doing, hurt: Hurt) -> Composing:
    team = doing.match.teams[hurt.side]
    victim = team.players.get(hurt.player)
    ruling = yield from doing.ask(casualty(doing.book, suffered(team, hurt)), side=hurt.side)
    fact = next(effect for effect in ruling.effects if isinstance(effect, e.Fact))
    if fact.value["outcome"] == "dead":
        yield from _raise(doing, hurt, team.race, victim)


def _raise(doing: Doing, hurt: Hurt, victims_race: str, victim: Player | None) -> Composing:
    """The opponents of the dead may have use for them; whom they may not raise stays dead."""
    side = other(hurt.side)
    team = doing.match.teams[side]
    if not rises_as(doing.book, team):
        return
    strength, skills = hurt.strength, hurt.skills
    if victim:
        strength = characteristic(doing.book, victims_race, victim, "st")
        skills = (*skills_of(doing.book, victims_race, victim), *hurt.skills)
    wish = RaiseDead(
        team,
        hurt.player,
        strength,
        skills,
        is_star=hurt.hired == "star",
        raised=len(doing.match.all_of(side, "raised")),
        side=hurt.side,
    )
    yield from doing.try_asking(raise_dead(doing.book, wish), side=side)


def deeds_of(doing: Doing, side: Side) -> dict[str, Mapping[str, int]]:
    """What players did who collect points: no star, no mercenary does."""
    pitch = doing.match.report
    hired = pitch.hired.get(side, ())
    stars = doing.book.catalogue.stars
    return {
        player: deeds
        for player, deeds in pitch.deeds.get(side, {}).items()
        if star_of(player) not in stars and player not in hired
    }


def _conceded(doing: Doing) -> Conceded:
    """Who gave up in the way that is punished, as the side of a step sees it."""
    fact = doing.match.fact("conceded")
    if not fact or not fact["punished"]:
        return ""
    return "us" if fact["side"] == doing.own_side else "them"


# --- each side


@step
def fortune(doing: Doing) -> Composing:
    """Winnings and dedicated fans; a friendly brings neither."""
    if doing.match.report.friendly:
        return
    match, side = doing.match, doing.own_side
    conceded = _conceded(doing)
    earned = Winnings(
        match.side_fact(side, "fan-factor", 0),
        match.side_fact(other(side), "fan-factor", 0),
        match.report.score[side],
        conceded,
    )
    yield from doing.ask(winnings(doing.book, earned))
    followed = Following(doing.team, match.result(side), conceded=conceded == "us")
    yield from doing.ask(dedicated_fans(doing.book, followed))


@step
def improvements(doing: Doing) -> Composing:
    """The most valuable player, what players buy for their points, and who leaves a quitter."""
    match = doing.match
    named = Mvp(
        doing.team,
        absent=tuple(match.report.sat_out.get(doing.own_side, ())),
        friendly=match.report.friendly,
        conceded=_conceded(doing),
    )
    yield from doing.ask(mvp(doing.book, named))
    for id_ in [player.id for player in doing.team.contracted]:
        while prices(doing.book, doing.team.race, doing.team.players[id_]):
            ruling = yield from doing.ask(advancement(doing.book, Advancement(doing.team, id_)))
            if not ruling.effects:
                break
    if _conceded(doing) == "us":
        yield from doing.ask(players_leaving(doing.book, Quitting(doing.team)))


@question("league-points", _("How many league points a match brings a side."))
def league_points(book: Book, at: Outcome) -> Ruling:
    """As the house rules say; a friendly brings none. The lines add up to it."""
    if faults := outcome_faults(at):
        return refused(faults)
    lines = [Line("friendly", 0)] if at.friendly else point_lines(book.house, at)
    return allowed(e.Fact("league-points", total(lines)), because=lines)


@step
def standing(doing: Doing) -> Composing:
    """What the match is worth in the standings."""
    match, side = doing.match, doing.own_side
    how: Any = "overtime" if match.report.decided_for else "played"
    if _conceded(doing):
        how = "conceded"
    outcome = Outcome(
        result=match.result(side),
        how=how,
        touchdowns=match.report.score[side],
        opponent_touchdowns=match.report.score[other(side)],
        casualties=FIELD.casualties(doing.book, match.report, side),
        friendly=match.report.friendly,
    )
    yield from doing.ask(league_points(doing.book, outcome))


@step
def hiring(doing: Doing) -> Composing:
    """One basket; whoever lost a characteristic in this match may retire until the season ends."""
    side = doing.own_side
    hurt = (id_ for id_ in doing.match.all_of(side, "lasting-injury") if id_ in doing.team.players)
    window = HireAndFire(
        doing.team,
        f"{doing.match.id}/{side}",
        free=tuple(fact["position"] for fact in doing.match.all_of(side, "raised")),
        may_retire=tuple(dict.fromkeys(hurt)),
    )
    yield from doing.ask(hire_and_fire(doing.book, window))


@step
def next_match(doing: Doing) -> Composing:
    """Expensive mistakes, and what the team is worth then."""
    if doing.book.house["mistakes"]:
        yield from doing.ask(expensive_mistakes(doing.book, Mistakes(doing.team.treasury)))
    ruling = yield from doing.ask(worth(doing.book, OfTeam(doing.team)))
    doing.add(e.Fact("next-team-value", total(ruling.because)))


POST_MATCH = (
    SequenceStep("report", _("The report"), report, joint=True),
    SequenceStep("fortune", _("Winnings and dedicated fans"), fortune),
    SequenceStep("improvements", _("MVP and advancements"), improvements),
    SequenceStep("points", _("League points"), standing),
    SequenceStep("hire-and-fire", _("Hire & Fire"), hiring),
    SequenceStep("next-match", _("Next match"), next_match),
)
