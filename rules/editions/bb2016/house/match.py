"""What happens in and around a match."""

from dataclasses import replace

from rules.house.buying import INDUCEMENTS_BARRED, STARS, STARS_BARRED
from rules.house.shared import shared
from rules.knobs import POST_MATCH, Choice, Flag, Gold, Knob, _

MATCH: tuple[Knob, ...] = (
    Choice(
        key="weather.table",
        label=_("Weather"),
        sentence=_("Which weather table the league plays under."),
        default="standard",
        options={
            "standard": _("standard"),
            "winter": _("winter"),
            "subterranean": _("under the ground"),
            "choice": _("the home side picks before each match"),
        },
    ),
    Choice(
        key="weather.dice",
        label=_("Weather dice"),
        sentence=_("Two dice favour the table's middle; one die gives its rows an even chance."),
        default="2D6",
        options={"2D6": _("two dice, as printed"), "D6": _("one die for an even spread")},
    ),
    Choice(
        key="kick-off.table",
        label=_("Kick-off table"),
        sentence=_("What happens at the kick-off."),
        default="standard",
        options={"standard": _("standard"), "blitzmania": _("Blitzmania")},
    ),
    Flag(
        key="stadiums",
        label=_("Stadiums"),
        sentence=_("Matches may be played in special stadiums, and teams can make one home."),
        default=False,
    ),
    Flag(
        key="referees",
        label=_("Famous referees"),
        sentence=_("A referee of renown may turn up."),
        default=False,
    ),
    Choice(
        key="referees.table",
        rests_on={"referees": (True,)},
        label=_("Which referees"),
        sentence=_("Who may turn up when famous referees are used."),
        default="league",
        options={
            "league": _("famous ones, and the goblin and the halfling"),
            "famous": _("famous ones only"),
            "picked": _("the winner of a roll-off picks the goblin or the halfling"),
        },
    ),
    Flag(
        key="match-events",
        label=_("Match events"),
        sentence=_("Each side has one surprise in a turn of its own."),
        default=False,
    ),
    Flag(
        key="special-balls",
        label=_("Special balls"),
        sentence=_("Coaches may agree on a ball with habits of its own."),
        default=False,
    ),
    Flag(
        key="rivals",
        label=_("White Dwarf and Black Gobbo"),
        sentence=_("They may turn up, one on each side, when fan dice show 10 or more."),
        default=False,
    ),
    Flag(
        key="piling-on",
        label=_("Piling On"),
        sentence=_("The skill may be learnt and used."),
        default=False,
    ),
    *shared("knock-out.drawn"),
)

PLAYS: tuple[Knob, ...] = (
    Flag(
        key="plays",
        label=_("Special plays"),
        sentence=_("Coaches draw cards before the match."),
        default=False,
    ),
    Choice(
        key="plays.variant",
        rests_on={"plays": (True,)},
        label=_("How they are drawn"),
        sentence=_("The book's way, or one of its four variants."),
        default="standard",
        options={
            "standard": _("draw some, keep fewer, by the higher Team Value"),
            "points": _("points to spend on decks"),
            "draft": _("a draft from a shared supply"),
            "one-deck": _("one deck only"),
            "round-robin": _("never two more from one deck than from another"),
        },
    ),
    Choice(
        key="plays.price",
        needs={"plays.lrb6": ("off", "inducement", "allowance")},
        rests_on={"plays": (True,)},
        label=_("Price of another card"),
        sentence=_("What a special play costs as an inducement."),
        default="deck",
        options={"deck": _("by deck, as printed"), "flat": _("100,000 whichever deck")},
    ),
    Flag(
        key="plays.physical",
        rests_on={"plays": (True,), "plays.lrb6": ("inducement", "instead", "allowance")},
        label=_("Cards on the table"),
        sentence=_("Cards come from a real deck; number, price and played names are kept."),
        default=False,
    ),
    Choice(
        key="plays.lrb6",
        label=_("Old decks"),
        sentence=_("The seven decks of the Living Rulebook, and how they come into a match."),
        default="off",
        options={
            "off": _("not used"),
            "inducement": _("sold beside the other inducements, five draws at most"),
            "instead": _("sold instead of all other inducements, five draws at most"),
            "allowance": _("each side has gold for cards alone"),
        },
    ),
    Gold(
        key="plays.lrb6-allowance",
        rests_on={"plays.lrb6": ("allowance",)},
        label=_("Gold for old cards"),
        sentence=_("With an allowance, what each side may spend on cards before a match."),
        default=100_000,
        at_least=50_000,
        at_most=200_000,
        step=50_000,
    ),
)

INDUCEMENTS: tuple[Knob, ...] = (
    STARS,
    replace(STARS_BARRED, rests_on={"stars": (True,), "stars.rostered": (True,)}),
    Flag(
        key="stars.injuries",
        needs=POST_MATCH,
        rests_on={"stars": (True,), "stars.rostered": (True,)},
        label=_("Stars can be hurt"),
        sentence=_(
            "A star who dies is never seen again in this league, and one who is injured cannot be "
            "hired in the next match of the team that had them."
        ),
        default=False,
    ),
    Flag(
        key="stars.rostered",
        label=_("Rostered stars"),
        sentence=_("A team may sign one star for as long as it pays the upkeep."),
        default=False,
    ),
    INDUCEMENTS_BARRED,
    Flag(
        key="inducements.wizard",
        label=_("Wizard"),
        sentence=_("A wizard may be hired for a match."),
        default=False,
    ),
    Flag(
        key="inducements.team-specific",
        label=_("Inducements of single races"),
        sentence=_("Runesmith, Warlock Engineer, Master of Ballistics and Waaagh! Drummer."),
        default=False,
    ),
    Flag(
        key="inducements.winter",
        label=_("Inducements of the Winterbowl"),
        sentence=_("Interference, Revitalising Tonic and Weather Mage are sold to every team."),
        default=False,
    ),
    Flag(
        key="inducements.staff",
        label=_("(In)famous coaching staff"),
        sentence=_("Staff of renown may be hired for a match."),
        default=True,
    ),
)

PLAYERS: tuple[Knob, ...] = (
    Choice(
        key="mvp",
        needs=POST_MATCH,
        label=_("Most valuable player"),
        sentence=_("How the award finds its player."),
        default="nominate-three",
        options={
            "nominate-three": _("the coach names three, a D3 decides"),
            "random": _("drawn from all who could have played"),
            "coach": _("the coach chooses"),
        },
    ),
    Flag(
        key="mvp.dead",
        needs=POST_MATCH,
        label=_("The dead may be most valuable"),
        sentence=_("A player who died in the match may still get the award."),
        default=True,
    ),
)
