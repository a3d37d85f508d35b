"""What happens in and around a match."""

from rules.house.buying import INDUCEMENTS_BARRED, MISTAKES, STARS, STARS_BARRED
from rules.house.shared import shared
from rules.knobs import Choice, Flag, Knob, _

MATCH: tuple[Knob, ...] = (
    Choice(
        key="weather.table",
        label=_("Weather"),
        sentence=_("Which weather table the league plays under."),
        default="standard",
        options={
            "standard": _("standard"),
            "spring": _("spring"),
            "summer": _("summer"),
            "autumn": _("autumn"),
            "winter": _("winter"),
            "subterranean": _("under the ground"),
            "primordial": _("the primordial forest"),
            "graveyard": _("a graveyard"),
            "desolate": _("a wasteland"),
            "mountainous": _("the mountains"),
            "coastal": _("the coast"),
            "desert": _("the desert"),
            "choice": _("the home side picks before each match"),
        },
    ),
    *shared("knock-out.drawn"),
)

INDUCEMENTS: tuple[Knob, ...] = (
    STARS,
    STARS_BARRED,
    INDUCEMENTS_BARRED,
    Flag(
        key="inducements.optional",
        label=_("Inducements from beside the book"),
        sentence=_("Wizards, referees, staff and goods that were printed elsewhere are sold too."),
        default=False,
    ),
)

PLAYERS: tuple[Knob, ...] = (
    Choice(
        key="mvp",
        label=_("Most valuable player"),
        sentence=_("How the award finds its player."),
        default="nominate-six",
        options={
            "nominate-six": _("the coach names six, a D6 decides"),
            "random": _("drawn from all who could have played"),
            "coach": _("the coach chooses"),
        },
    ),
    Choice(
        key="advancement.instead",
        label=_("Instead of a characteristic"),
        sentence=_("Which skill may be taken by who does not want what the D16 shows."),
        default="secondary",
        options={"secondary": _("a secondary skill"), "any": _("a primary or a secondary skill")},
    ),
    MISTAKES,
)
