"""What comes of matches that nobody played, in every game with gold and a most valuable player."""

from rules.knobs import Flag, Gold, Knob, _


def mvp_of(kind: str) -> Knob:
    return Flag(
        key=f"{kind}.mvp",
        label=_("MVP for the side that is there"),
        sentence=_("Whether the side that turned up has a most valuable player."),
        default=kind != "void",
    )


def fine_of(kind: str) -> Knob:
    return Gold(
        key=f"{kind}.fine",
        label=_("Fine for the absent"),
        sentence=_("What the side that stayed away pays, as far as its treasury goes."),
        default=0,
    )


def served_by(kind: str) -> Knob:
    return Flag(
        key=f"{kind}.serves",
        label=_("Missed matches are served"),
        sentence=_("Whether players who had to miss the match have missed it."),
        default=kind != "void",
    )


# For a side that had nobody to play, or was not there yet.
BYES: tuple[Knob, ...] = (
    Gold(
        key="bye.gold",
        label=_("Gold for a bye"),
        sentence=_("Paid to a side that had nobody to play."),
        default=0,
    ),
    Gold(
        key="late.gold",
        label=_("Gold for a late team"),
        sentence=_("Paid to a team that comes in later, for each round that it missed."),
        default=0,
    ),
    Flag(
        key="bye.serves",
        label=_("A bye serves missed matches"),
        sentence=_("Whether players who had to miss the next match have missed it."),
        default=False,
    ),
)
