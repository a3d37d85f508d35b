"""What keeps a match from being told otherwise: a re-draft, the kick-off, and matches since."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import formats
from django.utils.translation import gettext as _

from acts.failures import Reason
from league.pins import edition_of
from matches import reading, running
from matches.models import Match, MatchSide
from matches.record import MatchRecord
from matches.replay.history_items import life_of
from matches.replay.replaying import Edits, Replay
from matches.replay.team_histories import HypotheticalHistory
from rules.engine.match import SIDES, Side
from teams.links import broken_links
from teams.models import Chapter


def out_of_reach(replay: Replay, side: Side) -> list[Reason]:
    """Why a side's past is past: it was re-drafted since, or somebody was traded as they were."""
    team, here = replay.record.team(side), replay.record.sides[side].chapter.position
    then, otherwise = replay.lives[team.pk], replay.past.lives[team.pk]
    later = (held.event.chapter for held in then if held.event and held.position > here)
    if any(chapter.kind == Chapter.Kind.REDRAFT for chapter in later):
        sentence = _(
            "%(team)s was re-drafted since this match, and no correction reaches back beyond a "
            "re-draft. Adjust by hand what is wrong today."
        )
        return [Reason("before_the_redraft", sentence % {"team": team}, side)]
    return broken_links(
        team, *([x for held in life for x in held.effects] for life in (then, otherwise))
    )


def fielded_otherwise(replay: Replay) -> list[Reason]:
    """The kick-off is a wall: what stood and was bought at it is not told otherwise."""
    record = replay.record
    kick_off = record.sequence.kick_off
    if record.match.by_score or not any(run.place < kick_off for run in record.runs.values()):
        return []
    as_written = HypotheticalHistory(record, replay.lives)
    reasons = []
    edition = edition_of(record.match.pin)
    contexts = [running.context(past, None, kick_off).match for past in (as_written, replay.past)]
    for side in SIDES:
        was, now = (
            (
                match.teams[side],
                edition.pitch.lineup(record.book, match, side),
                dict(edition.pitch.treatments(record.book, match, side)),
                edition.pitch.joining(record.book, match, side),
            )
            for match in contexts
        )
        if was != now:
            sentence = _(
                "%(team)s kicked off otherwise than it would have: who was fielded and what was "
                "bought stands. Adjust by hand what is wrong today."
            )
            about = {"team": record.team(side)}
            reasons.append(Reason("kicked_off_so", sentence % about, side))
    return reasons


def next_matches(record: MatchRecord) -> list[MatchSide]:
    """What either team has begun since; an invitation begins when it is agreed to. One
    statement."""
    since = Q()
    for side in SIDES:
        row = record.sides[side]
        since |= Q(team=row.team, chapter__position__gt=row.chapter.position)
    begun = MatchSide.objects.filter(since).exclude(match__sides__agreed_at=None)
    rows = begun.exclude(match__state=Match.State.CALLED_OFF)
    return list(rows.select_related("match", "team").order_by("match_id", "id"))


def walls(replay: Replay, later: Sequence[MatchSide]) -> list[Reason]:
    """What keeps a match from being told otherwise once a team has gone on."""
    changed = {replay.record.team(rewriting.side).pk for rewriting in replay.rewritings}
    told = replay.edits.report is not None
    for row in later:
        about = {"team": row.team, "day": formats.date_format(row.match.played_on)}
        if row.match.kicked_off_at and told:
            sentence = _(
                "%(team)s has kicked off again since, on %(day)s. What happened on the pitch is "
                "told otherwise only until then."
            )
            return [Reason("kicked_off_since", sentence % about, str(row.match.uuid))]
        if row.match.kicked_off_at is None and row.team_id in changed:
            sentence = _(
                "%(team)s is in its next pre-match as it stands today. Call that match off, "
                "correct this one, and begin it again."
            )
            return [Reason("in_a_pre_match", sentence % about, str(row.match.uuid))]
    return []


def later_matches(replay: Replay) -> list[Reason]:
    """Matches whose rulings would come out otherwise. Some statements for each later match."""
    reasons = []
    for match_id in sorted({row.match_id for row in next_matches(replay.record)}):
        match = reading.matches().get(pk=match_id)
        other = reading.load(match)
        lives = {
            row.team_id: replay.lives.get(row.team_id) or life_of(row.team)
            for row in other.sides.values()
        }
        again = Replay(other, Edits(), lives)
        again.past.lives = {team: replay.past.lives.get(team, life) for team, life in lives.items()}
        again.run()
        if again.rewritings or again.conflicts:
            about = {
                "home": other.team("home"),
                "away": other.team("away"),
                "day": formats.date_format(match.played_on),
            }
            sentence = _(
                "%(home)s against %(away)s, %(day)s: what was ruled after it would come out "
                "otherwise."
            )
            reasons.append(Reason("later_match", sentence % about, str(match.uuid)))
    return reasons
