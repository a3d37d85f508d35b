"""What comes of matches that nobody played."""

from rules.house.shared import in_league_play, shared
from rules.house.unplayed import BYES, fine_of, mvp_of, served_by
from rules.knobs import Choice, Flag, Knob, _


def _unplayed(kind: str) -> tuple[Knob, ...]:
    """A match that nobody played leaves the same questions, answered apart for each way."""
    return (
        *shared(f"{kind}.score"),
        *in_league_play(
            Choice(
                key=f"{kind}.winnings",
                label=_("Winnings of the side that is there"),
                sentence=_("What the side that turned up earns."),
                default="none" if kind == "void" else "roll",
                options={"roll": _("rolls as for a win"), "none": _("nothing")},
            ),
            mvp_of(kind),
            Flag(
                key=f"{kind}.fan-factor",
                label=_("Fan factor rolls"),
                sentence=_("Whether the side that turned up rolls for its fan factor as a winner."),
                default=False,
            ),
            Flag(
                key=f"{kind}.penalty",
                label=_("Penalty for the absent"),
                sentence=_("Whether the side that stayed away loses a point of fan factor."),
                default=kind == "forfeit",
            ),
            fine_of(kind),
            Flag(
                key=f"{kind}.leavers",
                label=_("The proud may leave the absent"),
                sentence=_(
                    "Whether players of 51 points or more may leave the side that stayed away, as "
                    "they do after a concession."
                ),
                default=False,
            ),
            served_by(kind),
        ),
    )


UNPLAYED: tuple[Knob, ...] = (
    *_unplayed("walkover"),
    *_unplayed("forfeit"),
    *_unplayed("void"),
    *shared("bye.score"),
    *in_league_play(*BYES),
)
