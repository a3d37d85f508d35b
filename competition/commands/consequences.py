"""What a fixture that nobody played does to the teams of it, as the house rules have it.

The rulebook says it, the server throws the dice, and the ledgers keep it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from acts.failures import Refused
from acts.models import Act
from competition.models import Entry, Fixture, Round
from competition.schedules import rounds_before
from league.models import RulesPin, Season
from league.pins import book_of, pin_for
from league.rulebook import answers_of, said
from matches.dice.rolling import chance, throw
from matches.entries import written
from rules.answers import Ruled
from rules.book import Book, Question
from rules.engine import rulings, state
from rules.engine.asks import Ask, Choose, Confirm, Pick, Roll
from rules.engine.circumstances import OfTeam
from rules.engine.dice import AGAIN, KEEP, kept_or_thrown_again
from rules.engine.drive import Asks
from rules.engine.effects import Fact
from rules.engine.rulings import Allowed
from teams import chapters, ledger, projection
from teams.models import Team, TeamEvent

At = TypeVar("At")
Kept = dict[str, list[Any]]  # what fell, by ask


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the rulebook ruled for a team, and how the server answered what it asked."""

    team: Team
    question: str
    ruling: Allowed
    answers: Mapping[str, Any]


def consequences(
    question: Question[At, Ruled] | None,
    concerned: Mapping[Entry, Callable[[state.Team], At]],
    *,
    pin: RulesPin,
    fallen: Mapping[Entry, Kept] | None = None,
) -> list[Consequence]:
    """Ask for every team with a roster that is kept. Teams are held, in the order of their ids.

    `concerned` are the entries, each with what the question is asked about for its team. Inside a
    transaction; nothing is written yet. Nothing comes of what the edition does not know. Dice that
    have `fallen` for an entry come back, and those that are thrown now are added to them.
    """
    if question is None:
        return []
    found = []
    with_rosters = [entry for entry in concerned if entry.team_id]
    for entry in sorted(with_rosters, key=lambda each: each.team_id or 0):
        assert entry.team is not None  # noqa: S101
        # Held, so that nothing is bought between the dice and the ledger.
        team = ledger.lock(entry.team)
        if team.state != Team.State.ACTIVE:
            continue
        at = concerned[entry](projection.read(team).state)
        kept = fallen[entry] if fallen else {}
        ruling, answers = _ruled(book_of(pin), question, at, kept)
        found.append(Consequence(team, question.name, ruling, answers))
    return found


def bring_about(
    found: Iterable[Consequence], *, season: Season, pin: RulesPin, act: Act, now: datetime
) -> list[TeamEvent]:
    """Write what was ruled into the ledgers, between the matches of each team."""
    events: list[TeamEvent] = []
    for each in found:
        parts = written(each.ruling, step=each.question, side="home", place=0).entries["home"]
        entries = [
            part for part in parts if any(not isinstance(effect, Fact) for effect in part.effects)
        ]
        if entries:
            chapter = chapters.chapter_in_between(each.team, season=season, now=now)
            events += ledger.record(each.team, entries, act=act, chapter=chapter, pin=pin, now=now)
    return events


def undo(cause: Act, *, pin: RulesPin, act: Act, now: datetime) -> None:
    """Take everything back that came of an act. Raises Refused where later events rest on it."""
    standing = TeamEvent.objects.filter(act=cause, reverses=None, reversed_by=None)
    by_team: dict[int, list[TeamEvent]] = {}
    for event in standing.select_related("team", "chapter").order_by("team", "seq"):
        by_team.setdefault(event.team_id, []).append(event)
    for events in by_team.values():
        # Held in the order of their ids, like whenever two teams are written at once.
        team = ledger.lock(events[0].team)
        ledger.reverse(team, events, act=act, now=now, pin=pin)
        ledger.refold(team, pin=pin, now=now)


def as_told(found: Iterable[Consequence]) -> dict[str, Any]:
    """Dice and choices by team, for the act."""
    return {str(each.team.uuid): dict(each.answers) for each in found if each.answers}


def give_byes(round_: Round, *, act: Act, now: datetime) -> list[TeamEvent]:
    """What the house rules give whoever had nobody to play, once a round is over.

    To be called once, in the transaction that closes the round, with its stage held.
    """
    season = round_.stage.season
    byes = round_.fixtures.filter(state=Fixture.State.BYE, home__state=Entry.State.ACCEPTED)
    resting = {bye.home: OfTeam for bye in byes.select_related("home__team") if bye.home}
    pin = pin_for(season, rounds_before(round_.stage) + round_.number)
    found = consequences(answers_of(book_of(pin)).bye, resting, pin=pin)
    return bring_about(found, season=season, pin=pin, act=act, now=now)


def _ruled(
    book: Book, question: Question[At, Ruled], at: At, kept: Kept
) -> tuple[Allowed, dict[str, Any]]:
    """The ruling, with everything that it asks answered by the server."""
    answers: dict[str, Any] = {}
    while True:
        match question.ask(book, at, answers):
            case Asks(open=asks):
                answers |= {ask.key: _answer(ask, answers, kept) for ask in asks}
            case rulings.Refused(reasons=reasons):
                raise Refused(*said(reasons, book.catalogue))
            case Allowed() as ruling:
                return ruling, answers


def _answer(ask: Ask, before: Mapping[str, Any], kept: Kept) -> Any:
    """Dice fall, names are drawn; winnings are thrown again where that is likely to pay."""
    match ask:
        case Choose(key=key, options=options) if {KEEP, AGAIN} <= set(options):
            return kept_or_thrown_again(before[key.rpartition("/")[0]])
        case Roll() | Pick() | Choose():
            known = kept.setdefault(ask.key, [])
            if (fell := next((each for each in known if not ask.faults(each)), None)) is None:
                fell = _by_chance(ask)
                known.append(fell)
            return fell
        case Confirm():
            return False
        case _:
            return {}


def _by_chance(ask: Roll | Pick | Choose) -> Any:
    match ask:
        case Roll(dice=dice):
            return throw(dice)
        case Pick(candidates=candidates, at_most=at_most):
            return chance().sample(candidates, min(at_most, len(candidates)))
        case Choose(options=options):
            return chance().choice(options)
