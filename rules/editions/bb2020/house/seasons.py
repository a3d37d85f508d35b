"""What comes of matches that nobody played, and how a team goes on into the next season."""

from rules.house.shared import shared
from rules.knobs import Flag, Gold, Knob, Whole, _


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
        Flag(
            key=f"{kind}.mvp",
            label=_("MVP for the side that is there"),
            sentence=_("Whether the side that turned up has a most valuable player."),
            default=kind != "void",
        ),
        Gold(
            key=f"{kind}.fine",
            label=_("Fine for the absent"),
            sentence=_("What the side that stayed away pays, as far as its treasury goes."),
            default=0,
        ),
        Flag(
            key=f"{kind}.serves",
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

RE_DRAFT: tuple[Knob, ...] = (
    Gold(
        key="re-draft.budget",
        label=_("Budget"),
        sentence=_("What every team has to begin with."),
        default=1_000_000,
    ),
    Flag(
        key="re-draft.treasury",
        label=_("Treasury is added"),
        sentence=_("What a team saved is added to its budget."),
        default=True,
    ),
    Gold(
        key="re-draft.match",
        label=_("For each match played"),
        sentence=_("Added to the budget."),
        default=20_000,
    ),
    Gold(
        key="re-draft.win",
        label=_("For each win"),
        sentence=_("Added to the budget."),
        default=20_000,
    ),
    Gold(
        key="re-draft.draw",
        label=_("For each draw"),
        sentence=_("Added to the budget."),
        default=10_000,
    ),
    Gold(
        key="re-draft.cap",
        label=_("Most that a budget can be"),
        sentence=_("0 means that there is no limit."),
        default=1_300_000,
    ),
    Gold(
        key="re-draft.agent",
        label=_("Agent's fee"),
        sentence=_(
            "A returning player costs so much more for each season already played, the one that is "
            "just over included."
        ),
        default=20_000,
    ),
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
