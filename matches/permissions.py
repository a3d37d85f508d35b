"""Who may see and do what in a match."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from acts.failures import Forbidden, Missing
from league.models import League, Membership
from league.permissions import may_coach, may_see, membership_of, must_see, runs
from matches.deciding import (
    Times,
    could_object,
    is_unopposed,
    lately,
    own_sides,
    plays_since,
    sides_played,
    was_over,
    you_play_in_it,
)
from matches.models import Answer, Match, MatchSide
from matches.reading import side_of
from matches.record import MatchRecord
from matches.season_players import players_beside
from matches.unscheduled import yet_to_agree
from rules.engine.asks import Ask
from rules.engine.match import SIDES, Side
from rules.engine.visibility import decider, may_see_ask
from teams.models import Team, Tenure

THEY_ANSWER = _(
    "The other side answers for itself: its coach does, or lends you the side, or somebody else "
    "who runs the league enters it."
)


@dataclass(frozen=True, slots=True)
class MatchAccess:
    """Where a person sits at a match: which sides they coach, and whether they run the league.

    `enters_for` are the sides that they may speak for: their own, one whose coach leaves it to
    them, and one whose coaches have no account: such a hand of cards is kept by the opponent or
    whoever runs the league. That of a team which nobody coaches any more is kept by whoever
    runs the league and does not play against it.
    """

    membership: Membership | None
    coaches: frozenset[Side] = frozenset()
    enters_for: frozenset[Side] = frozenset()
    # Sides whose coaches have no account: whoever runs the league answers for them.
    without_account: frozenset[Side] = frozenset()
    # Sides that they coached lately, or at any time since the match began.
    played: frozenset[Side] = frozenset()
    # Where they play: sides that somebody else with an account coached since then, gone or not.
    opposed: frozenset[Side] = frozenset()
    # Whether they run the league and play, and nobody is there whom they could ask; asked where it
    # matters, as it may take a statement.
    unopposed: Callable[[], bool] = bool
    # Whether a report waits for anybody else in its season, and they are; it takes statements.
    plays_beside: Callable[[], bool] = bool

    @property
    def has_both(self) -> bool:
        return self.own == frozenset(SIDES)

    @property
    def own(self) -> frozenset[Side]:
        """The sides that they report for: of two, none that has another voice."""
        alone = self.played if len(self.played) < len(SIDES) else self.played - self.opposed
        return self.coaches or alone

    @property
    def agrees_for(self) -> frozenset[Side]:
        """The sides whose word is theirs when two arrange a match: their own; all of them where
        whoever runs the league arranges it for others."""
        if not runs(self.membership):
            return self.coaches
        return self.coaches | self.without_account if self.played else frozenset(SIDES)

    @property
    def runs_from_outside(self) -> bool:
        """Whether they run the league and do not play in this match: what a coach could gain by is
        theirs to decide."""
        return runs(self.membership) and not self.played

    @property
    def decides(self) -> bool:
        """Whether the league's word is theirs in this match (`matches/deciding.py`)."""
        return self.runs_from_outside or self.unopposed()

    @property
    def is_office_at_play(self) -> bool:
        """Whether they run the league and have no more to say here than a coach."""
        return runs(self.membership) and not self.decides

    @property
    def may_record(self) -> bool:
        return runs(self.membership) or bool(self.coaches)

    def may_act_for(self, side: Side | None) -> bool:
        is_own = bool(self.coaches) if side is None else side in self.enters_for
        return is_own or self.decides

    def may_see(self, ask: Ask, side: Side | None) -> bool:
        """What only a side may see, its coaches may: whoever runs the league is told no more."""
        viewers: Iterable[Side | None] = self.enters_for or (None,)
        return any(may_see_ask(ask, side, viewer) for viewer in viewers)

    def may_answer(self, ask: Ask, side: Side | None) -> bool:
        """Dice of a joint step whoever holds the phone enters for both; what a side chooses is for
        who speaks for that side."""
        if not self.may_see(ask, side):
            return False
        if ask.is_chance or ask.who == "either":
            return self.may_act_for(side)
        return decider(ask, side) in self.enters_for or self.decides

    def sees(self, visible: str, side: Side | None) -> bool:
        """Whether they may read what is a side's."""
        return visible == "public" or (visible == "side" and side in self.enters_for)

    def sees_answer(self, answer: Answer) -> bool:
        return self.sees(answer.visible, side_of(answer.whose) if answer.whose else None)

    def may_witness(self, answer: Answer) -> bool:
        """Whoever sits at the match and did not type it themselves."""
        is_mine = self.membership is not None and self.membership.user_id == answer.actor_id
        return self.may_record and not is_mine


# Whoever has no part in it.
NOBODY = MatchAccess(None)


def tenures_of(teams: Iterable[Any], *, named: bool = False) -> list[Tenure]:
    """Whoever coaches one of these teams, or ever did, `named` with accounts. One statement."""
    people = "coach__user" if named else "coach"
    rows = Tenure.objects.filter(team__in=teams).select_related(people).order_by()
    return sorted(rows, key=attrgetter("kind", "pk"))


def access_at(
    membership: Membership | None,
    teams: Mapping[Side, Team],
    tenures: Iterable[Tenure],
    record: MatchRecord | None = None,
) -> MatchAccess:
    """`play` is a match that is there already: who sat on one side when it began does not come to
    the other by a change of coaches, and to its cards."""
    if membership is None or not may_coach(membership):
        return MatchAccess(membership)
    now = timezone.now()
    sides = record.sides if record else None
    begun_at = record.match.entered_at if record else now
    since = plays_since(record.match) if record else lately(now)
    keys = {side: team.pk for side, team in teams.items()}
    times = Times(since, now)
    played = sides_played(membership.user_id, keys, tenures, since=since, now=now)
    held = [each for each in tenures if each.holds_now(now) or _sees_through(each, sides)]
    own = [each for each in held if each.coach_id == membership.pk]
    early = [each for each in own if each.since <= begun_at]
    coached = {each.team_id for each in early or own}
    coaches = frozenset(side for side in SIDES if teams[side].pk in coached)
    lasting = [each for each in tenures if not (each.is_planned(now) or was_over(each, begun_at))]
    without = frozenset(side for side in SIDES if _no_account(teams[side], lasting))
    orphaned = frozenset(side for side in SIDES if _is_orphaned(teams[side], held))
    unopposed: Callable[[], bool] = bool
    opposed = frozenset(
        side
        for side in SIDES
        if played and could_object(membership.user_id, keys[side], tenures, times)
    )
    if played and runs(membership):
        own_side = own_sides(membership.user_id, keys, tenures, times, played=played)
        coaches -= played - own_side
        without -= opposed
        is_on = {side for side in SIDES if sides is None or sides[side].through_at is None}
        asked = partial(
            is_unopposed,
            membership,
            own_side,
            silent=without,
            gone=(orphaned & is_on) - opposed,
            tenures=tenures,
            since=since,
            now=now,
            others=partial(_has_others, record),
        )
        unopposed = cache(asked)
    if record is None or not (coaches or runs(membership)):
        beside = cache(partial(_plays_beside, membership, record))
        return MatchAccess(
            membership, coaches, coaches, without, played, opposed, unopposed, beside
        )
    left_to_them = {
        side
        for side, row in record.sides.items()
        if (coaches and row.in_other_hands)
        or (side in orphaned and (unopposed() or (not coaches and played <= {side})))
    }
    enters_for = coaches | left_to_them | without
    return MatchAccess(membership, coaches, enters_for, without, played, opposed, unopposed)


def _has_others(record: MatchRecord | None) -> bool:
    return record is not None and bool(players_beside(record.match))


def _plays_beside(membership: Membership, record: MatchRecord | None) -> bool:
    return (
        record is not None
        and record.match.awaits == Match.Awaits.OTHERS
        and membership.user_id in players_beside(record.match)
    )


def _sees_through(tenure: Tenure, sides: Mapping[Side, MatchSide] | None) -> bool:
    """A stand-in stands in for a match: whoever came to it plays it to its end, also if the time
    that they were given runs out meanwhile. One whose time somebody ended is gone."""
    if tenure.kind != Tenure.Kind.STAND_IN or tenure.ended_at is not None:
        return False
    return any(
        row.team_id == tenure.team_id
        and row.through_at is None
        and tenure.holds(row.match.entered_at)
        for row in (sides or {}).values()
    )


def _is_orphaned(team: Team, tenures: Iterable[Tenure]) -> bool:
    return not any(each.team_id == team.pk for each in tenures)


def _no_account(team: Team, tenures: Iterable[Tenure]) -> bool:
    """Whether nobody coaches a side, or did since the match began, who could enter anything."""
    coaching = [each.coach.user_id for each in tenures if each.team_id == team.pk]
    return bool(coaching) and not any(coaching)


def access_of(
    person: Any,
    league: League,
    teams: Mapping[Side, Team],
    record: MatchRecord | None = None,
    *,
    missing: Missing | None = None,
) -> MatchAccess:
    """Raises Missing where the person may not even see the league. Two statements at most."""
    tenures = tenures_of(teams.values())
    membership = _coach_among(tenures, person, league) or must_see(person, league, missing=missing)
    return access_at(membership, teams, tenures, record)


def _coach_among(tenures: Iterable[Tenure], person: Any, league: League) -> Membership | None:
    """The place in the league of somebody who coaches, or ever did."""
    if person is None or not person.is_authenticated:
        return None
    coaches = (each.coach for each in tenures)
    mine = (each for each in coaches if (each.user_id, each.league_id) == (person.pk, league.pk))
    return next((each for each in mine if each.until is None), None)


def access_in(person: Any, record: MatchRecord, *, missing: Missing | None = None) -> MatchAccess:
    """A person's access to a match that is there."""
    teams = {side: row.team for side, row in record.sides.items()}
    return access_of(person, record.match.league, teams, record, missing=missing)


def must_see_match(person: Any, match: Match | None) -> tuple[Match, Membership | None]:
    """The match, and the person's place in its league. Raises Missing. One statement."""
    if match is not None:
        membership = membership_of(person, match.league)
        if may_see(person, match.league, membership):
            return match, membership
    raise no_such_match()


def no_such_match() -> Missing:
    """The same for a match that is not there and for one that is not to be seen."""
    return Missing.because("no_such_match", _("There is no such match."))


def must_act(access: MatchAccess, side: Side | None) -> None:
    if not access.may_act_for(side):
        if access.is_office_at_play:
            raise you_play_in_it(THEY_ANSWER)
        raise Forbidden.because(
            "not_your_team", _("This is for the team's coaches and the commissioner.")
        )


def must_sit_at(access: MatchAccess) -> None:
    """For whoever plays the match or runs its league."""
    if not access.may_record:
        raise Forbidden.because(
            "not_your_match", _("This is for the two coaches and the commissioner.")
        )


def may_agree_for(record: MatchRecord, access: MatchAccess) -> list[Side]:
    """Of the sides that were asked those whose word is this person's."""
    if record.match.state != Match.State.PRE_MATCH:
        return []
    return [side for side in yet_to_agree(record.sides) if side in access.agrees_for]


def may_call_off(record: MatchRecord, access: MatchAccess) -> bool:
    """Before the kick-off coaches may, until the server has thrown or dealt something: else one of
    them begins again until it suits. Whoever runs the league and plays may where the other side was
    lent to them. And as long as one side has not agreed to it: nothing has
    happened yet, whether it is declined or withdrawn."""
    if access.decides or (access.is_office_at_play and access.enters_for == set(SIDES)):
        return True
    own = access.membership is not None and record.match.reporter_id == access.membership.user_id
    if record.match.by_score and own and access.coaches and not record.match.confirmed_at:
        # Nothing is thrown before it is confirmed: they take back what they told.
        return True
    untouched = record.match.kicked_off_at is None and not _server_has_thrown(record)
    return bool(access.coaches) and (untouched or bool(yet_to_agree(record.sides)))


def _server_has_thrown(record: MatchRecord) -> bool:
    return any(
        answer.source == Answer.Source.SERVER
        for answers in record.answers.values()
        for answer in answers.values()
    )
