"""What a season owes to nobody's presence: fixtures made while a page shows how far they are."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.commands.fixtures import finish_making, make_rounds, rounds_to_make
from competition.commands.starting import MAKE_FIXTURES
from competition.models import Stage
from jobs.registry import job
from jobs.runner import Run

# So many rounds are written at a time: few enough for a bar that moves.
ROUNDS_A_STEP = 16


@job(MAKE_FIXTURES, title=gettext_lazy("Making the fixtures"), atomic=False)
def make_fixtures(run: Run, *, stage: int) -> None:
    """Some rounds at a time, each time in a transaction of its own; what stands there already is
    left alone."""
    begun = Stage.objects.select_related("season__pin__catalogue").get(pk=stage)
    rounds = list(rounds_to_make(begun, list(begun.places.select_related("entry"))).items())
    for done in range(run.cursor or 0, len(rounds), ROUNDS_A_STEP):
        some = dict(rounds[done : done + ROUNDS_A_STEP])
        now_done = done + len(some)
        said = _("Round %(number)d of %(all)d") % {"number": now_done, "all": len(rounds)}
        with run.step(cursor=now_done, percent=99 * now_done // len(rounds), words=said):
            make_rounds(begun, some)
    finish_making(begun, now=timezone.now())
