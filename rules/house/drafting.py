"""How a team begins, in every game whose teams are bought with gold."""

from rules.knobs import Gold, Knob, Several, Whole, _

DRAFT: tuple[Knob, ...] = (
    Gold(
        key="draft.treasury",
        label=_("Starting treasury"),
        sentence=_("What a new team may spend; what is left stays in its treasury."),
        default=1_000_000,
    ),
    Gold(
        key="draft.treasury-per-season",
        label=_("More for each season"),
        sentence=_("Added to the starting treasury for every season the league has finished."),
        default=0,
    ),
    Whole(
        key="draft.players-at-least",
        label=_("Fewest players"),
        sentence=_("A new team has at least so many players."),
        default=11,
        at_least=3,
        at_most=16,
    ),
    Whole(
        key="draft.players-at-most",
        label=_("Most players"),
        sentence=_("No team ever has more players under contract."),
        default=16,
        at_least=11,
        at_most=16,
    ),
    Several(
        key="draft.races",
        label=_("Races"),
        sentence=_("Which races may be drafted; none chosen means all of them."),
        default=[],
        of="races",
    ),
)
