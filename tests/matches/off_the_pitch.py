"""Whether anybody did something in a match after the dice had taken them off the pitch."""

from matches import reading
from matches.models import Match
from matches.pitch.lineups import standing
from rules.engine import effects as e
from teams import ledger

DEEDS = ("touchdown", "completion", "interception", "casualty")


def doers(league):
    """Every entry by somebody who was dead or out by then, of the matches that are over."""
    over = reading.matches().filter(league=league, state=Match.State.OVER)
    return [found for match in over for found in _late_deeds(reading.load(match))]


def _late_deeds(play):
    gone = {}
    for side, events in play.events.items():
        became = [
            effect.value["outcome"]
            for event in events
            for effect in ledger.effects_of(event)
            if isinstance(effect, e.Fact) and effect.what == "casualty"
        ]
        told = [hurt for hurt in play.told.get("casualties", ()) if hurt["side"] == side]
        assert len(told) == len(became)
        gone |= {
            hurt["tap"]: (side, hurt["player"])
            for hurt, outcome in zip(told, became, strict=True)
            if outcome != "reserves"
        }
    out = set()
    for tap in standing(play.match.taps.all()):
        other = "away" if tap.side == "home" else "home"
        if tap.kind in DEEDS:
            did = (tap.side, tap.data.get("player")), (other, tap.data.get("by"))
            yield from ((play.match, tap.number, who) for who in did if who in out)
        if str(tap.uuid) in gone:
            out.add(gone[str(tap.uuid)])
