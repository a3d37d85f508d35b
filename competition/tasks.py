"""What a season owes to nobody's presence: fixtures made while a page shows how far they are."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competition.commands.fixtures import finish_making, make_round, rounds_to_make
from competition.commands.starting import MAKE_FIXTURES
from competition.models import Stage
from jobs.registry import job
from jobs.runner import Run


@job(MAKE_FIXTURES, title=gettext_lazy("Making the fixtures"), atomic=False)
def make_fixtures(run: Run, *, stage: int) -> None:
    """Round by round, each in a transaction of its own; what stands there already is left alone."""
    begun = Stage.objects.select_related("season__pin__catalogue").get(pk=stage)
    rounds = rounds_to_make(begun, list(begun.places.select_related("entry")))
    done = run.cursor or 0
    for count, (number, drawn) in enumerate(rounds.items(), start=1):
        if count <= done:
            continue
        said = _("Round %(number)d of %(all)d") % {"number": count, "all": len(rounds)}
        with run.step(cursor=count, percent=99 * count // len(rounds), words=said):
            make_round(begun, number, drawn)
    finish_making(begun, now=timezone.now())
