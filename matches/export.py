"""What matches keep about one person."""

from typing import Any

from accounts.models import User
from matches.models import Answer, Dispute, Lending, Proposal, Tap, Witness


def answers_of(user: User) -> list[dict[str, Any]]:
    """What a person answered in matches, every version of it. One statement."""
    answers = Answer.objects.filter(actor=user).select_related("run__match__league")
    return [
        {
            "match": answer.run.match.uuid,
            "league": answer.run.match.league.name,
            "step": answer.run.step,
            "side": answer.run.side,
            "asked": answer.key,
            "answer": answer.value,
            "dice": answer.dice,
            "thrown": answer.source,
            "at": answer.at,
        }
        for answer in answers.order_by("id")
    ]


def taps_of(user: User) -> list[dict[str, Any]]:
    """What a person entered of what happened on pitches, and took back. One statement."""
    taps = Tap.objects.filter(actor=user).select_related("match__league", "words")
    return [
        {
            "match": tap.match.uuid,
            "league": tap.match.league.name,
            "tap": tap.uuid,
            "kind": tap.kind,
            "side": tap.side,
            "told": tap.data,
            "note": tap.words.text if tap.words else "",
            "at": tap.at,
        }
        for tap in taps.order_by("id")
    ]


def disputes_of(user: User) -> list[dict[str, Any]]:
    """The reports that a person disputed, and why. One statement."""
    disputes = Dispute.objects.filter(by=user).select_related("match__league", "words")
    return [
        {
            "match": dispute.match.uuid,
            "league": dispute.match.league.name,
            "side": dispute.side,
            "reason": dispute.words.text,
            "at": dispute.at,
            "settled_at": dispute.settled_at,
        }
        for dispute in disputes.order_by("id")
    ]


def reopenings_of(user: User) -> list[dict[str, Any]]:
    """What a person proposed to tell otherwise of matches, and why. One statement."""
    proposals = Proposal.objects.filter(by=user).select_related("match__league", "words")
    return [
        {
            "match": proposal.match.uuid,
            "league": proposal.match.league.name,
            "side": proposal.side,
            "wish": proposal.wish,
            "reason": proposal.words.text,
            "at": proposal.at,
            "outcome": proposal.outcome,
        }
        for proposal in proposals.order_by("id")
    ]


def lendings_of(user: User) -> list[dict[str, Any]]:
    """The sides that the other coach entered for by a person's word. One statement."""
    lent = Lending.objects.filter(lent_by=user).select_related("side__match__league")
    return [
        {
            "match": lending.side.match.uuid,
            "league": lending.side.match.league.name,
            "side": lending.side.side,
            "by_password": lending.by_password,
            "lent_at": lending.lent_at,
            "taken_back_at": lending.taken_back_at,
        }
        for lending in lent.order_by("id")
    ]


def witnessed_by(user: User) -> list[dict[str, Any]]:
    """The dice that a person saw fall. One statement."""
    seen = Witness.objects.filter(by=user).select_related("answer__run__match__league")
    return [
        {
            "match": witness.answer.run.match.uuid,
            "league": witness.answer.run.match.league.name,
            "asked": witness.answer.key,
            "at": witness.at,
        }
        for witness in seen.order_by("id")
    ]
