"""What this edition leaves to its leagues, chapter by chapter, and presets to begin with."""

from rules.editions.lrb4.house.match import MATCH
from rules.editions.lrb4.house.unplayed import UNPLAYED
from rules.house import KnobChapter, Knobs, Preset
from rules.house.drafting import DRAFT
from rules.house.playing import DICE, REPORTS
from rules.house.shared import shared
from rules.house.standings import STANDINGS
from rules.knobs import _

KNOBS = Knobs(
    "lrb4",
    chapters=(
        KnobChapter("draft", _("Draft"), DRAFT),
        KnobChapter("match", _("Match"), MATCH),
        KnobChapter("standings", _("Standings"), STANDINGS),
        KnobChapter("unplayed", _("Matches that nobody played"), UNPLAYED),
        KnobChapter("reports", _("Reports"), REPORTS),
        KnobChapter("dice", _("Dice"), DICE),
        KnobChapter("words", _("In words"), shared("words")),
    ),
    presets=(Preset("core", _("Living Rulebook 4"), _("The book as it is printed.")),),
)
