"""What matches earn and cost."""

from rules.house.buying import MISTAKES
from rules.house.shared import in_league_play
from rules.knobs import POST_MATCH, Choice, Flag, Gold, Knob, _

MONEY: tuple[Knob, ...] = (
    Choice(
        key="winnings.short-league",
        needs=POST_MATCH,
        label=_("Extra cash for short leagues"),
        sentence=_("More winnings for leagues that start over after a few matches."),
        default="none",
        options={
            "none": _("none"),
            "bonus": _("10,000 for a loss, 20,000 for a win or draw"),
            "double-fame": _("FAME counts twice in the winnings"),
            "both": _("both of these"),
        },
    ),
    Flag(
        key="expenses.spiralling",
        needs=POST_MATCH,
        label=_("Spiralling expenses"),
        sentence=_("Teams of high value pay part of their winnings back."),
        default=False,
    ),
    Gold(
        key="expenses.breakpoint",
        rests_on={"expenses.spiralling": (True,)},
        label=_("Expenses begin at"),
        sentence=_("The Team Value from which expenses are paid."),
        default=1_750_000,
    ),
    Gold(
        key="expenses.step",
        rests_on={"expenses.spiralling": (True,)},
        label=_("Expenses grow every"),
        sentence=_("Another 10,000 for each such step of Team Value."),
        default=150_000,
        at_least=10_000,
    ),
    *in_league_play(MISTAKES),
    Flag(
        key="sponsors",
        label=_("Sponsors"),
        sentence=_("Teams may look for sponsors after a match."),
        default=False,
    ),
    Gold(
        key="sponsors.one-time",
        needs=POST_MATCH,
        rests_on={"sponsors": (True,)},
        label=_("What a one-time sponsor pays"),
        sentence=_("So much gold for each point of a D6; 10,000 keeps it in proportion."),
        default=60_000,
    ),
)
