"""Fixtures in words: what a slot waits for, what a round is called, how it ended, what a ruling
brings."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competition.models import Fixture, Result, Stage
from rules.house import House

Ending = Result.Ending
Side = Result.Side

ENDED: Mapping[Result.Ending, str | Promise] = {
    Ending.OVERTIME: gettext_lazy("%(winner)s won in overtime"),
    Ending.PENALTIES: gettext_lazy("%(winner)s won on penalties"),
    Ending.CONCEDED: gettext_lazy("%(absent)s conceded"),
    Ending.FORFEIT: gettext_lazy("Forfeit: %(absent)s did not turn up"),
    Ending.WALKOVER: gettext_lazy("Walkover: %(absent)s has left"),
    Ending.RULED: gettext_lazy("Ruled a draw"),
    Ending.VOID: gettext_lazy("Void: it counts for nobody"),
}
NOBODY_CAME: Mapping[Result.Ending, str | Promise] = {
    Ending.FORFEIT: gettext_lazy("Forfeit: neither side turned up"),
    Ending.WALKOVER: gettext_lazy("Walkover: both sides have left"),
    Ending.VOID: gettext_lazy("Void: neither side turned up, and it counts for nobody"),
}
# Nobody is punished for giving up with too few left to set up.
ORDINARY_CONCESSION = gettext_lazy("%(absent)s conceded with too few left to set up")
VOID_WITHOUT = gettext_lazy("Void: %(absent)s did not turn up, and it counts for nobody")


NOT_OPEN: Mapping[str, str | Promise] = {
    Fixture.State.WAITING: gettext_lazy("The teams of this match are not known yet."),
    Fixture.State.PROPOSED: gettext_lazy("The other side has not agreed to this match yet."),
    Fixture.State.OPEN: gettext_lazy("This match is still to be played."),
    Fixture.State.PLAYED: gettext_lazy("This match is played already."),
    Fixture.State.BYE: gettext_lazy("This is a bye: nobody plays here."),
    Fixture.State.CANCELLED: gettext_lazy("This match is cancelled."),
}


def slot_said(slot: str) -> str:
    """Who will come into a slot: `W3` is the winner of match 3."""
    kind, rest = slot[:1], slot[1:]
    if kind == "W":
        return _("Winner of match %(number)s") % {"number": rest}
    if kind == "L":
        return _("Loser of match %(number)s") % {"number": rest}
    after, _dot, rank = rest.partition(".")
    return _("Seed %(rank)s of those left after round %(after)s") % {"rank": rank, "after": after}


def round_said(stage: Stage, number: int, *, rounds: int, name: str = "") -> str:
    """What coaches call a round; `rounds` is how many there are."""
    if name:
        return name
    if stage.format == Stage.Format.OPEN:
        return _("Matches")
    if stage.format == Stage.Format.KNOCK_OUT:
        to_go = rounds - number
        called = (_("Final"), _("Semi-finals"), _("Quarter-finals"))
        if to_go < len(called):
            return called[to_go]
        return _("Last %(teams)d") % {"teams": 2 ** (to_go + 1)}
    return _("Round %(number)d") % {"number": number}


def across_said(planned: int, *, fewer: Sequence[str], more: Sequence[str]) -> list[str]:
    """Who has not as many games across divisions as all were to have; nothing if all have."""
    found = []
    if fewer:
        text = ngettext(
            "%(planned)d game across divisions is planned for each; fewer have: %(names)s.",
            "%(planned)d games across divisions are planned for each; fewer have: %(names)s.",
            planned,
        )
        found.append(text % {"planned": planned, "names": ", ".join(fewer)})
    if more:
        text = ngettext(
            "%(planned)d game across divisions is planned for each; more have: %(names)s.",
            "%(planned)d games across divisions are planned for each; more have: %(names)s.",
            planned,
        )
        found.append(text % {"planned": planned, "names": ", ".join(more)})
    return found


def ended_said(result: Result, *, home: str, away: str) -> str:
    """How it ended, where it was not simply played to the end."""
    names = {Side.HOME: home, Side.AWAY: away}
    winner, absent = (
        names[Side(side)] if side in (Side.HOME, Side.AWAY) else ""
        for side in (result.winner, result.at_fault)
    )
    nobody_came = result.at_fault == Side.BOTH
    said = (NOBODY_CAME if nobody_came else ENDED).get(Ending(result.ending))
    if result.ending == Ending.VOID and absent:
        said = VOID_WITHOUT
    if said is None and absent:
        said = ORDINARY_CONCESSION
    elif said is None and winner:
        said = gettext_lazy("%(winner)s goes on")
    return str(said or "") % {"winner": winner, "absent": absent}


def consequences_said(house: House, ending: str) -> list[str]:
    """What the house rules give a ruling, sentence by sentence."""
    return list(_consequences(house, ending))


def _consequences(house: House, ending: str) -> Iterator[str]:
    if ending == Ending.RULED:
        points = house["points.draw"]
        each = ngettext("0–0, and %(n)d point each.", "0–0, and %(n)d points each.", points)
        yield each % {"n": points}
        yield _("Nothing happens to the rosters.")
        return
    if ending == Ending.VOID:
        yield _("Nobody has played it, and nobody has points for it.")
        if td := house["void.score"]:
            yield _("Touchdowns entered for each side that was there: %(td)d.") % {"td": td}
    else:
        yield _(
            "%(td)d–0 and %(win)d points for the side that was there, %(loss)d for the other."
        ) % {
            "td": house[f"{ending}.score"],
            "win": house["points.win"],
            "loss": house["points.forfeit"],
        }
    if house.get("resurrection"):
        yield _("Nothing happens to the rosters.")
        return
    yield from _for_who_was_there(house, ending)
    yield from _for_who_was_not(house, ending)
    if (serves := house.get(f"{ending}.serves")) is None:
        return
    if serves:
        yield _("Players who had to miss it have missed it.")
    else:
        yield _("Players who had to miss it still miss the next one.")


def _for_who_was_there(house: House, kind: str) -> Iterator[str]:
    """To whoever did not stay away; after a void fixture that may be both."""
    if house.get(f"{kind}.winnings") == "roll":
        yield _("Winnings are rolled for by the server.")
    if house.get(f"{kind}.mvp"):
        yield _("An MVP is drawn by lot.")
    if house.get(f"{kind}.fan-factor"):
        yield _("Fan factor is rolled for as after a win.")


def _for_who_was_not(house: House, kind: str) -> Iterator[str]:
    if house.get(f"{kind}.penalty"):
        yield _("The absent lose a point of fan factor.")
    if house.get(f"{kind}.fine"):
        yield _("The absent pay a fine of %(gold)s.") % {"gold": f"{house[f'{kind}.fine']:,}"}
    if house.get(f"{kind}.leavers"):
        yield _("Proud players may leave the absent.")
