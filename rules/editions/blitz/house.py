"""What this edition leaves to its leagues: little, for its league takes a few days."""

from dataclasses import replace

from rules.house import KnobChapter, Knobs, Preset
from rules.house.shared import SHARED, offering, shared
from rules.house.standings import TIE_BREAKERS
from rules.knobs import Flag, _

BREAKERS = {
    **{key: TIE_BREAKERS[key] for key in ("points", "wins")},
    "score-difference": _("point difference"),
    "score-for": _("points scored"),
    "challenge-for": _("Challenge cards claimed"),
    "injury-for": _("injuries caused"),
    **{key: TIE_BREAKERS[key] for key in ("head-to-head", "opponents", "lots")},
}
LEAGUE = (
    Flag(
        key="repeat.everybody-first",
        label=_("Everybody before anybody again"),
        sentence=_(
            "Two coaches meet again only when each of them has played everybody else since they "
            "last met."
        ),
        default=True,
    ),
    offering(
        "unscheduled",
        {
            "none": _("nothing"),
            "friendlies": _("friendlies; matches that count are arranged in open play"),
        },
    ),
    *shared("unscheduled.friendlies", "unscheduled.lapses-after"),
    *shared("unscheduled.invitations"),
    replace(SHARED["repeat.in-a-row"], default=99),
    replace(SHARED["repeat.rival"], default=99),
)
STANDINGS = (
    *shared("points.win", "points.draw", "points.loss", "points.concession", "points.forfeit"),
    *shared("points.bye", "points.overtime-win", "points.overtime-loss"),
    offering("tie-breakers", BREAKERS, ["points", "lots"]),
)
UNPLAYED = tuple(
    replace(
        SHARED[f"{kind}.score"],
        label=label,
        default=0,
    )
    for kind, label in {
        "walkover": _("Walkover: points entered"),
        "forfeit": _("Forfeit: points entered"),
        "void": _("Void: points entered"),
        "bye": _("Bye: points entered"),
    }.items()
)
FINALS = (
    offering(
        "knock-out.drawn",
        {
            "overtime": _("played on by the cards, until somebody leads at the end of a round"),
            "higher-seed": _("the higher seed goes on"),
        },
    ),
)
REPORTS = shared(
    "report.confirms-after", "overdue.fair-chance", "overdue.begun", "overdue.more-time"
)
DICE = (replace(SHARED["dice.improvements"], label=_("Dice for coach traits"), needs={}),)

KNOBS = Knobs(
    "blitz",
    chapters=(
        KnobChapter("league", _("The league"), LEAGUE),
        KnobChapter("standings", _("Standings"), STANDINGS),
        KnobChapter("finals", _("Finals"), FINALS),
        KnobChapter("unplayed", _("Matches that nobody played"), UNPLAYED),
        KnobChapter("reports", _("Reports"), REPORTS),
        KnobChapter("dice", _("Dice"), DICE),
        KnobChapter("words", _("In words"), shared("words")),
    ),
    presets=(
        Preset(
            "core",
            _("Blitz Bowl league"),
            _("Ten matches of each coach, and a final, as the book has it."),
        ),
    ),
)
