"""What of a team's life rests on the rules of a season."""

from league.models import Season
from league.resting import rests
from teams.models import Chapter


@rests
def a_chapter_was_opened(season: Season) -> bool:
    """A draft, an adoption, a match, a re-draft: ruled by what held then. One statement."""
    return Chapter.objects.filter(season=season).exists()
