"""A small league to look around in: drafted and played through the same commands as any other."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from competition.commands.entries import register_team
from competition.commands.founding import found_league
from competition.commands.results import Score, play_fixture
from competition.commands.rounds import close_round
from competition.commands.starting import start_stage
from jobs.runner import run_due
from league.commands.members import add_coach_by_name
from league.models import League
from league.pins import book_of
from league.queries import current_season
from matches import running
from matches.commands.answering import Given, answer_step
from matches.models import Match, StepRun
from matches.running import side_of
from rules.book import Book
from rules.engine.asks import Ask, Choose, Confirm, Pick, Roll, Shop
from rules.engine.dice import dice
from rules.engine.drive import Asks
from rules.engine.match import SIDES
from teams.commands.drafting import draft_team
from teams.models import Team

SQUAD = 11


@dataclass(frozen=True, slots=True)
class Entrant:
    race: str
    name: str
    shirt: str
    trim: str
    # Without one it is the founder's own.
    coach: str = ""


ENTRANTS = (
    Entrant("human", "Millgate Wanderers", "claret", "bone"),
    Entrant("orc", "Brokentooth Miners", "bottle", "amber", "Ottoline Pike"),
    Entrant("skaven", "Underquay Scurriers", "slate", "lime", "Rafiq Aydin"),
    Entrant("dwarf", "Copperfell Anvils", "navy", "bronze", "Greta Holm"),
    Entrant("wood-elf", "Larkspur Flyers", "emerald", "white", "Tomasz Wilk"),
    Entrant("undead", "Old Churchyard Eleven", "black", "violet", "Imogen Shaw"),
)
# Touchdowns, casualties and FAME of either side, match by match, three a round.
RESULTS = (
    ((2, 1), (1, 2), (1, 0)),
    ((1, 1), (3, 0), (0, 0)),
    ((3, 0), (0, 1), (0, 1)),
    ((0, 2), (2, 2), (0, 1)),
    ((1, 2), (1, 1), (1, 0)),
    ((1, 1), (0, 0), (0, 0)),
)
A_ROUND = len(ENTRANTS) // 2


def make_demo_league(*, founder: User, now: datetime) -> League:
    """Found the league, draft its teams and play two rounds of its season."""
    chance = random.Random("touchback")  # noqa: S311 (a demonstration is no secret)
    start = now - timedelta(days=30)
    league = found_league(
        actor=founder,
        name=_("The Old Bridge League"),
        about=_("A league to look around in. Close it whenever you have one of your own."),
        edition_key="bb2016",
        now=start,
    )
    season = current_season(league)
    for entrant in ENTRANTS:
        team = _drafted(league, founder, entrant, now=start)
        register_team(actor=founder, season=season, team=team, now=start)
    stage = season.stages.order_by("position")[0]
    start_stage(actor=founder, stage=stage, now=start)
    run_due(now=start)
    fixtures = stage.fixtures.order_by("number").select_related(
        "stage__season__league", "home__team", "away__team"
    )
    for number, (touchdowns, casualties, fame) in enumerate(RESULTS):
        played_at = start + timedelta(days=7 + 14 * (number // A_ROUND), hours=number)
        match = play_fixture(
            actor=founder,
            fixture=fixtures[number],
            score=Score(touchdowns, casualties),
            fame=dict(zip(SIDES, fame, strict=True)),
            played_on=played_at.date(),
            now=played_at,
        )
        _go_through(match, founder, chance, now=played_at)
        if (number + 1) % A_ROUND == 0:
            close_round(actor=founder, of=fixtures[number].round, now=played_at)
    return league


def _drafted(league: League, founder: User, entrant: Entrant, *, now: datetime) -> Team:
    season = current_season(league)
    about: dict[str, Any] = {"shirt": entrant.shirt, "trim": entrant.trim}
    if entrant.coach:
        about["coach"] = add_coach_by_name(
            actor=founder, league=league, name=entrant.coach, now=now
        )
    return draft_team(
        actor=founder,
        season=season,
        race=entrant.race,
        name=entrant.name,
        wish=plausible_wish(book_of(season.pin), entrant.race),
        now=now,
        **about,
    )


def plausible_wish(book: Book, race: str) -> dict[str, Any]:
    """Eleven players, the dear ones first, and with the rest re-rolls, a healer and fans."""
    listed = book.race(race)
    plain = next(key for key, each in listed.positions.items() if each.max >= SQUAD)
    players = {plain: SQUAD}
    left = book.house["draft.treasury"] - SQUAD * listed.positions[plain].cost
    left -= 2 * listed.reroll_cost
    for key, position in sorted(listed.positions.items(), key=lambda each: -each[1].cost):
        dearer = position.cost - listed.positions[plain].cost
        count = min(position.max, left // dearer, players[plain] - 3) if dearer > 0 else 0
        if count > 0:
            players |= {key: count, plain: players[plain] - count}
            left -= count * dearer
    healer = book.figure("draft", "apothecary-cost")
    staff = {"apothecary": 1} if listed.apothecary and left >= healer else {}
    left -= healer * len(staff)
    rerolls = 2 + left // listed.reroll_cost
    fans = (left % listed.reroll_cost) // book.figure("draft", "fan-factor-cost")
    return {"players": players, "rerolls": rerolls, "staff": staff, "fan_factor": min(fans, 9)}


def _go_through(match: Match, actor: User, chance: random.Random, *, now: datetime) -> None:
    """Answer whatever is asked: dice as they fall, and nothing that costs."""
    while run := StepRun.objects.filter(match=match, finished_at=None).order_by("place").first():
        answer_step(
            actor=actor,
            match=match,
            side=side_of(run.side) if run.side else None,
            step=run.step,
            revision=run.revision,
            answers=[Given(ask.key, _answer(ask, chance)) for ask in _open_asks(match, run)],
            now=now,
        )


def _open_asks(match: Match, run: StepRun) -> Iterator[Ask]:
    play = running.load(running.matches().get(pk=match.pk))
    place, step = play.steps[run.step]
    at = running.chair(running.Past(play), side_of(run.side) if run.side else None, place)
    driven, _given = running.put(step, at, play.given(run))
    if isinstance(driven.outcome, Asks):
        yield from driven.outcome.open


def _answer(ask: Ask, chance: random.Random) -> Any:
    match ask:
        case Roll():
            return chance.choice([*dice(ask.dice).results()])
        case Choose():
            return ask.options[0]
        case Pick():
            return chance.sample(ask.candidates, ask.at_least)
        case Confirm():
            return False
        case Shop(key="journeymen"):
            return {ask.offers[0].key: ask.offers[0].at_most}
        case Shop():
            return {}
        case _:
            raise LookupError(f"nobody has thought of an answer to {ask.key}")
