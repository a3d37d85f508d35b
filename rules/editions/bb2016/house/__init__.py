"""What this edition leaves to its leagues, chapter by chapter, and presets to begin with."""

from rules.editions.bb2016.house.draft import DRAFT, RESURRECTION
from rules.editions.bb2016.house.match import INDUCEMENTS, MATCH, PLAYERS, PLAYS
from rules.editions.bb2016.house.money import MONEY
from rules.editions.bb2016.house.redraft import RE_DRAFT
from rules.editions.bb2016.house.unplayed import UNPLAYED
from rules.house import KnobChapter, Knobs, Preset
from rules.house.playing import DICE, REPORTS
from rules.house.shared import shared
from rules.house.standings import STANDINGS
from rules.knobs import _

KNOBS = Knobs(
    "bb2016",
    chapters=(
        KnobChapter("draft", _("Draft"), DRAFT),
        KnobChapter("resurrection", _("Resurrection"), RESURRECTION),
        KnobChapter("match", _("Match"), MATCH),
        KnobChapter("plays", _("Special plays"), PLAYS),
        KnobChapter("inducements", _("Inducements"), INDUCEMENTS),
        KnobChapter("players", _("Players"), PLAYERS),
        KnobChapter("money", _("Money"), MONEY),
        KnobChapter("standings", _("Standings"), STANDINGS),
        KnobChapter("unplayed", _("Matches that nobody played"), UNPLAYED),
        KnobChapter("reports", _("Reports"), REPORTS),
        KnobChapter("dice", _("Dice"), DICE),
        KnobChapter("re-draft", _("Re-draft"), RE_DRAFT),
        KnobChapter("words", _("In words"), shared("words")),
    ),
    presets=(
        Preset("core", _("The core"), _("The book without its optional chapters.")),
        Preset("plays", _("With cards"), _("The core and special plays."), {"plays": True}),
        Preset(
            "everything",
            _("Everything"),
            _(
                "Special plays, stadiums, referees, match events, special balls, rostered stars, "
                "sponsors, wizards."
            ),
            {
                "plays": True,
                "stadiums": True,
                "referees": True,
                "match-events": True,
                "special-balls": True,
                "piling-on": True,
                "stars.rostered": True,
                "sponsors": True,
                "inducements.wizard": True,
                "inducements.team-specific": True,
            },
        ),
    ),
)
