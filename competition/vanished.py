"""A team whose coach is not heard of any more: from when whoever plays against it takes it out."""

from datetime import datetime, timedelta

from django.db.models import F, Max, Min, Q
from django.utils.translation import gettext as _

from acts.models import Act
from competition.clock import open_and_dated
from competition.models import Entry, Fixture, Stage
from competition.people import people_behind
from league.wall_time import said_in
from matches.permissions import tenures_of

A_WEEK = timedelta(days=7)


def vanished_from(entry: Entry, *, now: datetime) -> datetime | None:
    """A week after the deadline of a match of which its coaches were reminded, and after the last
    that was done from their accounts, or since they came, or the league was reopened; None where
    nobody was reminded, or nobody is there to be. Four statements."""
    own = Fixture.objects.filter(Q(home=entry) | Q(away=entry), stage__state=Stage.State.RUNNING)
    told = open_and_dated(own).filter(reminded_of=F("due"), match=None)
    first: datetime | None = told.aggregate(first=Min("due"))["first"]
    tenures = tenures_of([entry.team_id] if entry.team_id else [])
    coaching = [each for each in tenures if each.holds_now(now)]
    people = people_behind(entry, at=now)
    if first is None or not people:
        return None
    acted: datetime | None = Act.objects.filter(actor__in=people).aggregate(last=Max("at"))["last"]
    came = [each.made_at or each.since for each in coaching]
    # While the league was closed nobody could be heard of in it.
    waited = entry.season.league.waits_since(first)
    return max(waited, acted or first, *came) + A_WEEK


def way_out_by_time(entry: Entry, since: datetime | None) -> str:
    """How somebody who would win by it takes a team out nevertheless."""
    if since is None:
        return _(
            "Or its coaches are heard of no more: a week after the deadline of a match of which "
            "they were reminded you take it out yourself, if nothing was done from their accounts."
        )
    sentence = _(
        "Or its coaches are heard of no more: if nothing is done from their accounts until "
        "%(at)s, you take it out yourself."
    )
    return sentence % {"at": said_in(entry.season.league, since)}
