"""How results become standings, and what is entered for matches that nobody played."""

from rules.knobs import Choice, Knob, Several, Whole, Worths, _

CASUALTIES = {
    "spp": _("those that earn star player points"),
    "inflicted": _("all that the team inflicted, by foul, crowd or weapon too"),
    "suffered": _("all that the opponents suffered, however it came about"),
}

TIE_BREAKERS = {
    "points": _("points"),
    "wins": _("wins"),
    "win-rate": _("share of matches won"),
    "td-difference": _("touchdown difference"),
    "td-for": _("touchdowns scored"),
    "td-against": _("fewest touchdowns conceded"),
    "cas-difference": _("casualty difference"),
    "cas-for": _("casualties inflicted"),
    "both-differences": _("touchdown and casualty difference added up"),
    "head-to-head": _("a table of the matches among all who are level"),
    "opponents": _("strength of the opponents met"),
    "team-value": _("lower Team Value"),
    "lots": _("drawing lots, recorded"),
}

BONUSES = {
    "td-2": _("two or more touchdowns"),
    "td-3": _("three or more touchdowns"),
    "td-4": _("four or more touchdowns"),
    "td-5": _("five or more touchdowns"),
    "cas-2": _("two or more casualties"),
    "cas-3": _("three or more casualties"),
    "cas-4": _("four or more casualties"),
    "cas-5": _("five or more casualties"),
    "clean-sheet": _("no touchdown conceded"),
    "lost-by-one": _("a loss by one touchdown"),
}


STANDINGS: tuple[Knob, ...] = (
    Whole(
        key="points.win",
        label=_("Points for a win"),
        sentence=_("League points."),
        default=3,
        at_least=0,
        at_most=99,
    ),
    Whole(
        key="points.draw",
        label=_("Points for a draw"),
        sentence=_("League points."),
        default=1,
        at_least=0,
        at_most=99,
    ),
    Whole(
        key="points.loss",
        label=_("Points for a loss"),
        sentence=_("League points."),
        default=0,
        at_least=-99,
        at_most=99,
    ),
    Whole(
        key="points.overtime-win",
        label=_("Points for a win after a draw"),
        sentence=_("For winning in overtime or on penalties."),
        default=3,
        at_least=0,
        at_most=99,
    ),
    Whole(
        key="points.overtime-loss",
        label=_("Points for a loss after a draw"),
        sentence=_("For losing in overtime or on penalties."),
        default=0,
        at_least=-99,
        at_most=99,
    ),
    Whole(
        key="points.concession",
        label=_("Points for conceding"),
        sentence=_("For the side that gave up."),
        default=0,
        at_least=-99,
        at_most=99,
    ),
    Whole(
        key="points.forfeit",
        label=_("Points for a forfeit"),
        sentence=_("For the side that stayed away."),
        default=0,
        at_least=-99,
        at_most=99,
    ),
    Whole(
        key="points.bye",
        label=_("Points for a bye"),
        sentence=_("For the side that had nobody to play."),
        default=0,
        at_least=0,
        at_most=99,
    ),
    Worths(
        key="points.bonuses",
        label=_("Bonus points"),
        sentence=_("What brings points beside the result, and how many. They add up."),
        default={},
        options=BONUSES,
        at_least=1,
        at_most=99,
    ),
    Several(
        key="tie-breakers",
        label=_("Tie-breakers"),
        sentence=_("What decides between teams that are level, in this order."),
        default=["points", "td-difference", "cas-difference", "head-to-head", "lots"],
        options=TIE_BREAKERS,
        ordered=True,
    ),
    Choice(
        key="standings.casualties",
        label=_("Casualties that count"),
        sentence=_("Which casualties the tables count."),
        default="spp",
        options=CASUALTIES,
    ),
    Choice(
        key="prizes.shared",
        label=_("A prize that several share"),
        sentence=_("What each gets of an award's prize where several are level."),
        default="divided",
        options={
            "divided": _("gold is divided, in whole thousands; all else goes to each"),
            "each": _("each gets all of it"),
        },
    ),
    Choice(
        key="unscheduled",
        label=_("Matches off the schedule"),
        sentence=_("What two coaches may play beside the fixtures, if both agree."),
        default="friendlies",
        options={
            "none": _("nothing"),
            "friendlies": _("friendlies; matches that count are arranged in open play"),
            "all": _("friendlies, and matches that count"),
        },
    ),
    Whole(
        key="unscheduled.friendlies",
        label=_("Friendlies of a team in a season"),
        sentence=_(
            "In open play and off the schedule, more are refused: teams grow with each of them."
        ),
        default=3,
        at_least=0,
        at_most=99,
    ),
    Whole(
        key="unscheduled.lapses-after",
        label=_("Invitations to play lapse"),
        sentence=_("Hours after which an invitation that nobody answered is void."),
        default=168,
        at_least=1,
        at_most=1000,
    ),
    Whole(
        key="unscheduled.invitations",
        label=_("Invitations without a yes"),
        sentence=_(
            "How often one team may ask another to play, and not be answered with a yes, until the "
            "other has to ask."
        ),
        default=3,
        at_least=1,
        at_most=99,
    ),
    Whole(
        key="repeat.in-a-row",
        label=_("Matches in a row against one opponent"),
        sentence=_("In open play and off the schedule, more than so many in a row are refused."),
        default=2,
        at_least=1,
        at_most=99,
    ),
    Whole(
        key="repeat.rival",
        label=_("Matches against a division rival"),
        sentence=_(
            "In open play and off the schedule, any further match of the season is a friendly."
        ),
        default=2,
        at_least=1,
        at_most=99,
    ),
)


def _score(kind: str, label: str, sentence: str) -> Knob:
    return Whole(
        key=f"{kind}.score",
        label=label,
        sentence=sentence,
        default=0 if kind in ("void", "bye") else 2,
        at_least=0,
        at_most=9,
    )


# What is entered for a fixture that nobody played.
SCORES: tuple[Knob, ...] = (
    _score(
        "walkover",
        _("Walkover: touchdowns entered"),
        _("Entered for the side that is there when the opponent has left the league."),
    ),
    _score(
        "forfeit",
        _("Forfeit: touchdowns entered"),
        _("Entered for the side that is there when the opponent did not turn up."),
    ),
    _score(
        "void",
        _("Void: touchdowns entered"),
        _("Entered for whoever was there when a fixture is struck out."),
    ),
    _score(
        "bye",
        _("Bye: touchdowns entered"),
        _("Entered for a side that had nobody to play; the points are set apart."),
    ),
)
