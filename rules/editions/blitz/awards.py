"""The four awards that sponsors give at the end of a league (1905-1946)."""

from rules.editions.blitz.endings import CARDS, INJURIES
from rules.engine.season_awards import LeagueAward
from rules.knobs import _

AWARDS = (
    LeagueAward(
        key="master-of-the-crush",
        title=_("Cabalvision Master of the Crush"),
        counted=_("league points: %(much)s"),
    ),
    LeagueAward(
        key="king-of-carnage",
        title=_("Legbreaker's King of Carnage"),
        counted=_("injuries caused: %(much)s"),
        of=INJURIES,
    ),
    LeagueAward(
        key="xxxxxx-challenger",
        title=_("Bugman's XXXXXX Challenger"),
        counted=_("Challenge cards claimed: %(much)s"),
        of=CARDS,
    ),
    LeagueAward(
        key="lead-laurels",
        title=_("Spike! Magazine Lead Laurels"),
        counted=_("league points: %(much)s"),
        fewest=True,
    ),
)
