"""Rules that rank a table: whoever stands in it does not change them once it has results."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason
from competition.models import Fixture, Stage
from competition.permissions import own_and_rivals
from competition.standings.scheme import COUNTING, RANKING
from league.amendments import round_under_way
from league.hooks import RulesAmended
from league.models import Season
from league.permissions import A_DEPUTY, membership_of

# How a prize is paid that several win.
SHARING = ("prizes.shared",)
# Who goes through where a tie is drawn.
DRAWN = ("knock-out.drawn",)


def why_not_ranked_otherwise(change: RulesAmended) -> list[Reason]:
    """What a table has against other rules for it: that whoever makes them plays in it, beside
    somebody else with an account. Four statements at most for each stage."""
    anew, at_once = _turned(change, RANKING), _turned(change, COUNTING)
    shared, drawn = _turned(change, SHARING), _turned(change, DRAWN)
    if change.from_round > round_under_way(change.season):
        at_once = drawn = []
    membership = membership_of(change.by, change.season.league)
    if membership is None or not (anew or at_once or shared or drawn):
        return []
    for stage in _knock_outs_under_way(change.season) if drawn else ():
        own, rivals = own_and_rivals(membership, stage, now=change.now)
        if own and rivals:
            return list(_reasons(stage, (), drawn, ()))
    for stage in _with_results(change.season) if shared else ():
        own, rivals = own_and_rivals(membership, stage, now=change.now)
        if own and rivals:
            return list(_reasons(stage, anew, at_once, shared))
    for stage in _still_ranked(change.season):
        own, rivals = own_and_rivals(membership, stage, now=change.now)
        if own and rivals:
            return list(_reasons(stage, anew, at_once, ()))
    return []


def _turned(change: RulesAmended, keys: Iterable[str]) -> list[str]:
    return [key for key in keys if change.before.get(key) != change.after.get(key)]


def _with_results(season: Season) -> Iterator[Stage]:
    """Whose results others may come to share a prize by, until the season ends."""
    results = Fixture.objects.filter(stage=OuterRef("pk"), result__isnull=False, is_friendly=False)
    for stage in season.stages.filter(Exists(results)).order_by("position", "id"):
        stage.season = season
        yield stage


def _still_ranked(season: Season) -> Iterator[Stage]:
    """Stages with results whose tables still decide something: who goes on until that has begun,
    and otherwise who is champion."""
    after = Stage.objects.filter(follows=OuterRef("pk"))
    results = Fixture.objects.filter(stage=OuterRef("pk"), result__isnull=False, is_friendly=False)
    begun = season.stages.exclude(format=Stage.Format.KNOCK_OUT).filter(Exists(results))
    settled = Exists(after) & ~Exists(after.filter(state=Stage.State.PLANNED))
    for stage in begun.exclude(settled).order_by("position", "id"):
        stage.season = season
        yield stage


def _knock_outs_under_way(season: Season) -> Iterator[Stage]:
    running = season.stages.filter(format=Stage.Format.KNOCK_OUT, state=Stage.State.RUNNING)
    for stage in running.order_by("position", "id"):
        stage.season = season
        yield stage


def _reasons(
    stage: Stage, anew: Iterable[str], at_once: Iterable[str], shared: Iterable[str]
) -> Iterator[Reason]:
    ranked = _(
        "You play in %(stage)s, and the results it has would be ranked anew. Somebody else who "
        "runs the league decides it, or it waits until what comes after %(stage)s has begun."
    )
    counted = _(
        "You play in %(stage)s, and it would count in a round that is being played. Let it hold "
        "from the next round on, or somebody else who runs the league decides it."
    )
    paid = _(
        "You play in %(stage)s, and who comes to share a prize shows already. Somebody else who "
        "runs the league decides it, or it waits for the next season."
    )
    for keys, sentence in ((anew, ranked), (at_once, counted), (shared, paid)):
        text = f"{sentence % {'stage': stage}} {A_DEPUTY}"
        yield from (Reason("your_own_table", text, key) for key in keys)


def why_not_filled_otherwise(actor: User, stage: Stage, *, now: datetime) -> list[Reason]:
    """What the table before a planned stage has against another plan for it: that whoever makes it
    stands in it, beside somebody else with an account, and has nothing left to play there. Four
    statements at most."""
    table = stage.follows
    membership = membership_of(actor, stage.season.league)
    if table is None or membership is None or table.state == Stage.State.PLANNED:
        return []
    table.season = stage.season
    own, rivals = own_and_rivals(membership, table, now=now)
    if not (own and rivals):
        return []
    to_come = table.fixtures.filter(state__in=(Fixture.State.OPEN, Fixture.State.PROPOSED))
    if to_come.filter(Q(home__in=own) | Q(away__in=own)).exists():
        return []
    sentence = _(
        "You play in %(stage)s and have played all your matches there: who goes on from it stands. "
        "Somebody else who runs the league plans it otherwise."
    )
    text = f"{sentence % {'stage': table}} {A_DEPUTY}"
    return [Reason("your_own_table", text, "follows")]
