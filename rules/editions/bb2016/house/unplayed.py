"""What comes of matches that nobody played."""

from rules.house.shared import shared
from rules.knobs import POST_MATCH, Choice, Flag, Gold, Knob, _


def _unplayed(kind: str) -> tuple[Knob, ...]:
    """A match that nobody played leaves the same questions, answered apart for each way."""
    return (
        *shared(f"{kind}.score"),
        Choice(
            key=f"{kind}.winnings",
            needs=POST_MATCH,
            label=_("Winnings of the side that is there"),
            sentence=_("What the side that turned up earns."),
            default="none" if kind == "void" else "roll",
            options={"roll": _("rolls as for a win"), "none": _("nothing")},
        ),
        Flag(
            key=f"{kind}.mvp",
            needs=POST_MATCH,
            label=_("MVP for the side that is there"),
            sentence=_("Whether the side that turned up has a most valuable player."),
            default=kind != "void",
        ),
        Flag(
            key=f"{kind}.fan-factor",
            needs=POST_MATCH,
            label=_("Fan factor rolls"),
            sentence=_("Whether the side that turned up rolls for its fan factor as a winner."),
            default=False,
        ),
        Flag(
            key=f"{kind}.penalty",
            needs=POST_MATCH,
            label=_("Penalty for the absent"),
            sentence=_("Whether the side that stayed away loses a point of fan factor."),
            default=kind == "forfeit",
        ),
        Gold(
            key=f"{kind}.fine",
            needs=POST_MATCH,
            label=_("Fine for the absent"),
            sentence=_("What the side that stayed away pays, as far as its treasury goes."),
            default=0,
        ),
        Flag(
            key=f"{kind}.leavers",
            needs=POST_MATCH,
            label=_("The proud may leave the absent"),
            sentence=_(
                "Whether players of 51 points or more may leave the side that stayed away, as "
                "they do after a concession."
            ),
            default=False,
        ),
        Flag(
            key=f"{kind}.serves",
            needs=POST_MATCH,
            label=_("Missed matches are served"),
            sentence=_("Whether players who had to miss the match have missed it."),
            default=kind != "void",
        ),
    )


UNPLAYED: tuple[Knob, ...] = (
    *_unplayed("walkover"),
    *_unplayed("forfeit"),
    *_unplayed("void"),
    *shared("bye.score"),
    Gold(
        key="bye.gold",
        needs=POST_MATCH,
        label=_("Gold for a bye"),
        sentence=_("Paid to a side that had nobody to play."),
        default=0,
    ),
    Gold(
        key="late.gold",
        needs=POST_MATCH,
        label=_("Gold for a late team"),
        sentence=_("Paid to a team that comes in later, for each round that it missed."),
        default=0,
    ),
    Flag(
        key="bye.serves",
        needs=POST_MATCH,
        label=_("A bye serves missed matches"),
        sentence=_("Whether players who had to miss the next match have missed it."),
        default=False,
    ),
)
