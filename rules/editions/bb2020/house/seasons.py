"""What comes of matches that nobody played, and how a team goes on into the next season."""

from dataclasses import replace

from rules.house.redraft import AGENT, BUDGET, CAP
from rules.house.shared import shared
from rules.house.unplayed import BYES, fine_of, mvp_of, served_by
from rules.knobs import Gold, Knob, Whole, _


def _unplayed(kind: str) -> tuple[Knob, ...]:
    """A match that nobody played leaves the same questions, answered apart for each way."""
    return (
        *shared(f"{kind}.score"),
        Gold(
            key=f"{kind}.gold",
            label=_("Gold for the side that is there"),
            sentence=_("What the side that turned up earns."),
            default=0,
        ),
        mvp_of(kind),
        fine_of(kind),
        served_by(kind),
    )


UNPLAYED: tuple[Knob, ...] = (
    *_unplayed("walkover"),
    *_unplayed("forfeit"),
    *_unplayed("void"),
    *shared("bye.score"),
    *BYES,
)

RE_DRAFT: tuple[Knob, ...] = (
    *BUDGET,
    replace(CAP, default=1_300_000),
    AGENT,
    Whole(
        key="re-draft.heals",
        label=_("An injury heals on"),
        sentence=_(
            "Rolled with a D6 for each niggling injury, and for each lost point of whoever is "
            "retired; an apothecary adds 1, and 8 means never."
        ),
        default=4,
        at_least=2,
        at_most=8,
    ),
)
