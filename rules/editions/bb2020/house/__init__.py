"""What this edition leaves to its leagues, chapter by chapter, and presets to begin with."""

from rules.editions.bb2020.house.match import INDUCEMENTS, MATCH, PLAYERS
from rules.editions.bb2020.house.seasons import RE_DRAFT, UNPLAYED
from rules.house import KnobChapter, Knobs, Preset
from rules.house.drafting import DRAFT
from rules.house.playing import DICE, REPORTS
from rules.house.shared import shared
from rules.house.standings import STANDINGS
from rules.knobs import _

KNOBS = Knobs(
    "bb2020",
    chapters=(
        KnobChapter("draft", _("Draft"), DRAFT),
        KnobChapter("match", _("Match"), MATCH),
        KnobChapter("inducements", _("Inducements"), INDUCEMENTS),
        KnobChapter("players", _("Players"), PLAYERS),
        KnobChapter("standings", _("Standings"), STANDINGS),
        KnobChapter("unplayed", _("Matches that nobody played"), UNPLAYED),
        KnobChapter("reports", _("Reports"), REPORTS),
        KnobChapter("dice", _("Dice"), DICE),
        KnobChapter("re-draft", _("Re-draft"), RE_DRAFT),
        KnobChapter("words", _("In words"), shared("words")),
    ),
    presets=(
        Preset("core", _("Blood Bowl 2020 league"), _("League play as in the book.")),
        Preset(
            "bonus",
            _("With bonus points"),
            _("A point more for three touchdowns, for three casualties, and for a clean sheet."),
            {"points.bonuses": {"td-3": 1, "cas-3": 1, "clean-sheet": 1}},
        ),
        Preset(
            "everything",
            _("With all inducements"),
            _("Wizards, referees and whatever else was printed beside the book."),
            {"inducements.optional": True},
        ),
    ),
)
