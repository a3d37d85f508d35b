"""Ruling on a fixture that was not played: forfeit, walkover, draw or void."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from competition.commands.consequences import Consequence, Kept, as_told, bring_about, consequences
from competition.commands.outcomes import Score, settle, write_result
from competition.commands.results import fixture_faults, lock_fixture
from competition.fixture_rules import pin_of
from competition.models import Entry, Fixture, Result, Stage
from competition.permissions import RULED_BY, decides_on, plays, speaks_for
from league.models import RulesPin
from league.permissions import must_run
from league.pins import book_of
from league.rulebook import answers_of
from matches.deciding import ANOTHER_DECIDES, you_play_in_it
from rules.engine.circumstances import Absent, Unplayed
from rules.house import House
from teams.on_record import reason_faults
from web.lines import tidied

Ending = Result.Ending
Side = Result.Side

ENDINGS = (Ending.FORFEIT, Ending.WALKOVER, Ending.RULED, Ending.VOID)
SOMEBODY_AWAY = (Ending.FORFEIT, Ending.WALKOVER)
# Who was there, by who was not.
THERE: Mapping[str, str] = {Side.HOME: Side.AWAY, Side.AWAY: Side.HOME}
# Who was not there, as each side sees it.
ABSENT: Mapping[str, tuple[Absent, Absent]] = {
    Side.HOME: ("us", "them"),
    Side.AWAY: ("them", "us"),
    Side.BOTH: ("both", "both"),
    "": ("neither", "neither"),
}


def rule_fixture(
    *,
    actor: User | None,
    fixture: Fixture,
    ending: str,
    reason: str,
    now: datetime,
    at_fault: str = "",
) -> Result:
    """Decide a fixture by word: the table counts it at once, the teams bear what the house rules
    say, and the reason stays on record. `at_fault` is who stayed away or has left; a fixture may
    be struck out without. Without an actor it follows from somebody's leaving.
    """
    if actor is not None:
        _must_rule(actor, fixture, ending, at_fault, now=now)
    reason = tidied(reason)
    with transaction.atomic():
        stage, fixture = lock_fixture(fixture)
        if actor is not None:
            # Whoever gives up for their side may have changed it with the other meanwhile.
            _must_rule(actor, fixture, ending, at_fault, now=now)
        if hasattr(fixture, "result"):
            sentence = _("This fixture has a result. Take it back before you rule otherwise.")
            raise Conflict.because("has_result", sentence)
        reasons = [
            *fixture_faults(stage, fixture),
            *ruling_faults(stage, ending, at_fault),
            *reason_faults(reason),
        ]
        if reasons:
            raise Refused(*reasons)
        pin = pin_of(fixture)
        fallen = fallen_before(fixture)
        found = _found(fixture, ending, at_fault, pin, fallen)
        act = record_act(
            "competition.rule_fixture",
            actor=actor,
            now=now,
            reason=reason,
            fixture=str(fixture.uuid),
            ending=str(ending),
            at_fault=str(at_fault),
            answers=as_told(found),
        )
        score = score_by_the_house(book_of(pin).house, ending, at_fault)
        result = write_result(fixture, score, pin=pin, act=act, now=now)
        bring_about(found, season=stage.season, pin=pin, act=act, now=now)
        keep(fixture, fallen)
        settle(stage, now=now)
    return result


def _must_rule(actor: User, fixture: Fixture, ending: str, at_fault: str, *, now: datetime) -> None:
    """For whoever runs the league and does not play in it; whoever does may say that they
    themselves stayed away or left, unless the other side is theirs too and wins by it."""
    membership = must_run(actor, fixture.stage.season.league)
    sides: Mapping[str, Entry | None] = {Side.HOME: fixture.home, Side.AWAY: fixture.away}
    wins_by_it = plays(membership, sides.get(THERE.get(at_fault, "")))
    gives_up = ending in SOMEBODY_AWAY and speaks_for(
        membership, sides.get(at_fault), against=sides.values(), now=now
    )
    if not ((gives_up and not wins_by_it) or decides_on(membership, fixture, now=now)):
        raise you_play_in_it(ANOTHER_DECIDES if wins_by_it else RULED_BY)


def score_by_the_house(house: House, ending: str, at_fault: str) -> Score:
    """What goes into the table when nobody played."""
    if ending == Ending.RULED:
        return Score((0, 0), ending=ending)
    entered = house[f"{ending}.score"]
    home, away = (
        0 if at_fault in (side, Side.BOTH) else entered for side in (Side.HOME, Side.AWAY)
    )
    winner = THERE.get(at_fault, "") if ending in SOMEBODY_AWAY else ""
    return Score((home, away), ending=ending, winner=winner, at_fault=at_fault)


def ruling_faults(stage: Stage, ending: str, at_fault: str) -> list[Reason]:
    """Everything that cannot be ruled here."""
    if ending not in ENDINGS:
        return [Reason("no_such_ruling", _("Nobody rules like that."), "ending")]
    if ending in SOMEBODY_AWAY and at_fault not in Side.values:
        sentence = (
            _("Say who did not turn up.") if ending == Ending.FORFEIT else _("Say who has left.")
        )
        return [Reason("at_fault_missing", sentence, "at_fault")]
    if ending == Ending.RULED and at_fault:
        sentence = _("A draw is nobody’s fault.")
        return [Reason("at_fault_not_wanted", sentence, "at_fault")]
    nobody_wins = ending not in SOMEBODY_AWAY or at_fault == Side.BOTH
    if nobody_wins and stage.format == Stage.Format.KNOCK_OUT:
        sentence = _("Somebody has to go on: in a knock-out one side wins.")
        return [Reason("cannot_be_drawn", sentence, "ending")]
    return []


def _found(
    fixture: Fixture, ending: str, at_fault: str, pin: RulesPin, fallen: dict[str, Kept]
) -> list[Consequence]:
    """What it means for rosters. A draw by word is a result and nothing else."""
    if ending == Ending.RULED:
        return []
    answers = answers_of(book_of(pin))
    unplayed = {
        Ending.WALKOVER: answers.walkover,
        Ending.FORFEIT: answers.forfeit,
        Ending.VOID: answers.void,
    }
    sides = {
        entry: partial(Unplayed, absent=absent)
        for entry, absent in zip((fixture.home, fixture.away), ABSENT[at_fault], strict=True)
        if entry
    }
    theirs = {entry: fallen.setdefault(str(entry.uuid), {}) for entry in sides}
    return consequences(unplayed[Ending(ending)], sides, pin=pin, fallen=theirs)


def fallen_before(fixture: Fixture) -> dict[str, Kept]:
    """By entry, what the server threw for earlier rulings: nobody takes one back for other dice,
    whichever side they are on now."""
    fallen: dict[str, Kept] = {}
    for name, values in fixture.reserved_dice.items():
        entry, _slash, key = name.partition("/")
        fallen.setdefault(entry, {})[key] = [*values]
    return fallen


def keep(fixture: Fixture, fallen: Mapping[str, Kept]) -> None:
    """The stage is held."""
    fixture.reserved_dice = {
        f"{entry}/{key}": values for entry, kept in fallen.items() for key, values in kept.items()
    }
    fixture.save(update_fields=["reserved_dice"])
