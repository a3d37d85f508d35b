"""Teams with a past: matches put through the ledger, with rulings of the rulebook."""

from datetime import timedelta
from uuid import UUID, uuid5

from django.db import transaction

from acts.recording import record_act
from league.commands.leagues import create_league
from league.pins import book_of
from league.queries import current_season
from league.rulebook import rule
from rules.editions import edition
from rules.engine import effects as e
from rules.engine.fold import fold
from rules.engine.rulings import Line
from teams import chapters, ledger, projection
from teams.commands.drafting import begin_draft, change_draft, finish_draft
from teams.models import Chapter
from tests.conftest import A_TEAM, NOW

MATCHES = UUID("5a3f6f0e-0000-4000-8000-000000000000")
# Eleven alike: whoever joins first is one of them, in whatever order a database keeps the wish.
LINEMEN = {"players": {"lineman": 11}, "rerolls": 3, "staff": {"apothecary": 1}, "fan_factor": 1}
CYCLE = ("won", "drawn", "lost", "won")


def ask(season, question, answers=None, **about):
    """A ruling of the season's book, everything that it asks being answered."""
    book = book_of(season.pin)
    asked = edition(book.house.edition).questions[question]
    return rule(book, asked, asked.circumstances(**about), answers or {})


def put(team, *entries, season, actor=None, chapter=None, now=NOW, **act):
    """Write these entries into a chapter between matches, or into the one given."""
    with transaction.atomic():
        locked = ledger.lock(team)
        done = record_act("tests.put", actor=actor, now=now, **act)
        here = chapter or chapters.chapter_in_between(locked, season=season, now=now)
        events = ledger.record(locked, entries, act=done, chapter=here, pin=season.pin, now=now)
    team.refresh_from_db()
    return events


def take_back(team, *events, season, actor=None, reason=""):
    with transaction.atomic():
        locked = ledger.lock(team)
        act = record_act("tests.take_back", actor=actor, now=NOW, reason=reason)
        undone = ledger.reverse(locked, events, act=act, now=NOW)
        ledger.refold(locked, pin=season.pin, now=NOW)
    team.refresh_from_db()
    return undone


def play(team, *, season, number=1, opponent=None, actor=None, result=None, extra=()):
    """One match: deeds, an improvement where one is due, winnings, fans; and whatever else."""
    now = NOW + timedelta(days=number)
    with transaction.atomic():
        locked = ledger.lock(team)
        chapter = chapters.open_chapter(
            locked,
            Chapter.Kind.MATCH,
            season=season,
            now=now,
            match=uuid5(MATCHES, f"{team.uuid} {number}"),
            opponent=opponent,
        )
        entries = [*evening(locked, season, number, result or CYCLE[number % 4]), *extra]
        act = record_act("tests.play", actor=actor, now=now)
        events = ledger.record(locked, entries, act=act, chapter=chapter, pin=season.pin, now=now)
    team.refresh_from_db()
    return events


def evening(team, season, number, result):
    """What a match leaves behind, each ruling asked of the team as the one before left it."""
    present = projection.read(team).state
    keys = list(present.players)
    scorer, thrower, hitter = (keys[(number * step) % len(keys)] for step in (1, 3, 5))
    deeds = (
        e.Earned(scorer, "touchdown", 1 + number % 2),
        e.Earned(thrower, "completion", 1),
        e.Earned(hitter, "casualty", 1),
        e.Earned(keys[number % 3], "mvp", 1),
        e.Recorded({"played": 1, result: 1, "touchdowns": 1, "casualties": 1}),
    )
    yield ledger.LedgerEntry("report", deeds)
    present = fold(present, deeds)
    yield from skill_ups(present, season, scorer)
    winnings = ask(
        season,
        "winnings",
        {"winnings": 1 + number % 6, "winnings/again": "keep"},
        team=present,
        result=result,
        fame=number % 2,
    )
    yield ledger.LedgerEntry.of("winnings", winnings)
    faces = [1 + number % 6, 1 + (number * 5) % 6, 1 + (number * 7) % 6]
    fans = ask(
        season,
        "fan-factor",
        {"fan-factor": faces if result == "won" else faces[:2]},
        team=present,
        result=result,
    )
    yield ledger.LedgerEntry.of("fan-factor", fans)


def skill_ups(present, season, player):
    """An improvement roll and what it becomes, if the player has earned one."""
    number = present.players[player].improvements + 1
    answers = {f"improvement/{player}/{number}": [2, 3]}
    rolled = ask(season, "improvement", answers, team=present, player=player)
    if not hasattr(rolled, "effects"):
        return
    yield ledger.LedgerEntry.of("improvement", rolled)
    present = fold(present, rolled.effects)
    level = str(number)
    wish = f"improvement-choice/{player}/{level}"
    for skill in ("block", "tackle", "fend", "dauntless", "pro", "wrestle", "strip-ball", "kick"):
        answers = {wish: skill}
        try:
            chosen = ask(
                season, "improvement-choice", answers, team=present, player=player, level=level
            )
        except LookupError:
            continue
        if hasattr(chosen, "effects"):
            yield ledger.LedgerEntry.of("improvement-choice", chosen)
            return


def team_with_a_past(coach):
    """A public league's team with a match, an injury, a death and something taken back."""
    league = create_league(actor=coach, name="The Old Bridge", edition_key="bb2016", now=NOW)
    season = current_season(league)
    draft = begin_draft(actor=coach, season=season, race="human", now=NOW)
    draft = change_draft(actor=coach, draft=draft, name="The Reivers", wish=A_TEAM, now=NOW)
    team = finish_draft(actor=coach, draft=draft, now=NOW)
    first, second, third = (contract.key for contract in team.contracts.all()[:3])
    play(team, season=season, number=1, actor=coach)
    harm = (e.MissesNext(first), e.Niggled(first), e.Lowered(first, "ag"), e.Left(third, "dead"))
    lesson = (
        e.ImprovementOwed(second, "9", [6, 6]),
        e.Improved(second, "9", 50_000, characteristic="st"),
    )
    put(team, ledger.LedgerEntry("casualty", (*harm, *lesson)), season=season, actor=coach)
    prize = ledger.LedgerEntry("gold", (e.Gold(20_000, "prize"),), (Line("paid", 20_000),))
    (paid,) = put(team, prize, season=season, actor=coach)
    take_back(team, paid, season=season, actor=coach, reason="It was another team's.")
    return team
