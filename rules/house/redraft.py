"""How a team goes on into the next season, in every game with a budget for it."""

from rules.knobs import Flag, Gold, Knob, _

BUDGET: tuple[Knob, ...] = (
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
)
CAP = Gold(
    key="re-draft.cap",
    label=_("Most that a budget can be"),
    sentence=_("0 means that there is no limit."),
    default=0,
)
AGENT = Gold(
    key="re-draft.agent",
    label=_("Agent's fee"),
    sentence=_(
        "A returning player costs so much more for each season already played, the one that is "
        "just over included."
    ),
    default=20_000,
)
