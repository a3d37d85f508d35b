"""How a team begins."""

from rules.house import drafting
from rules.knobs import Flag, Gold, Knob, Several, Whole, _

DRAFT: tuple[Knob, ...] = (
    *drafting.DRAFT,
    Flag(
        key="fan-factor.free",
        label=_("Free fan factor"),
        sentence=_("Fan factor is given, not bought, and never counts in Team Value."),
        default=False,
    ),
    Whole(
        key="fan-factor.free-start",
        rests_on={"fan-factor.free": (True,)},
        label=_("Free fan factor at the start"),
        sentence=_("With free fan factor, where every team begins."),
        default=5,
        at_least=0,
        at_most=18,
    ),
    Several(
        key="draft.permanent-inducements",
        label=_("Inducements bought for good"),
        sentence=_(
            "For one-off events: inducements drafted for all of a team's matches, stars among "
            "them if named; mercenaries and cards are always bought match by match."
        ),
        default=[],
        of="inducements",
    ),
)

RESURRECTION: tuple[Knob, ...] = (
    Flag(
        key="resurrection",
        label=_("Resurrection"),
        sentence=_("Rosters are as drafted in every match, and there is no post-match."),
        default=False,
    ),
    Whole(
        key="resurrection.skills",
        rests_on={"resurrection": (True,)},
        label=_("Skills at the draft"),
        sentence=_("How many skills a team may buy for its players."),
        default=0,
        at_least=0,
        at_most=30,
    ),
    Whole(
        key="resurrection.skills-per-player",
        rests_on={"resurrection.skills": tuple(range(1, 31))},
        label=_("Skills to a player"),
        sentence=_("How many of them one player may have."),
        default=1,
        at_least=1,
        at_most=6,
    ),
    Gold(
        key="resurrection.normal-price",
        rests_on={"resurrection.skills": tuple(range(1, 31))},
        label=_("Price of a normal skill"),
        sentence=_("Paid from the draft's budget for a skill from the player's own columns."),
        default=20_000,
    ),
    Gold(
        key="resurrection.double-price",
        rests_on={"resurrection.skills": tuple(range(1, 31))},
        label=_("Price of a double skill"),
        sentence=_("Paid for a skill that takes a double."),
        default=30_000,
    ),
)
