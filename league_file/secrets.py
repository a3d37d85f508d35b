"""What an open match keeps from people: it leaves in no file, whoever takes the league along.

A match that was called off keeps what its two teams will have, or have, in their next one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db.models import Model, QuerySet

from league.models import League
from matches.dice.called_off import still_secret
from matches.models import Answer, Match, Proposal, StepRun, Witness
from teams.models import TeamEvent

Row = dict[str, Any]
NOTHING: Row = {"effects": [], "because": []}


class Secrets:
    """Hands of cards, decks and events that wait, in matches that somebody still plays."""

    def __init__(self, league: League) -> None:
        self.league = league

    def told(self, model: type[Model], row: Row) -> Row | None:
        """A row as it may leave; None where it may not."""
        without: dict[type[Model], Callable[[Row], Row | None]] = {
            Answer: lambda row: None if row["id"] in self._answers else row,
            Witness: lambda row: None if row["answer_id"] in self._answers else row,
            TeamEvent: lambda row: row | NOTHING if row["id"] in self._events else row,
            StepRun: self._run,
            Proposal: self._proposal,
        }
        return without[model](row) if model in without else row

    def _run(self, row: Row) -> Row:
        if row["match_id"] not in self._open:
            return row
        hidden = self._keys[row["match_id"], row["side"], row["step"]]
        return row | {
            "asked": [key for key in row["asked"] if key not in hidden],
            "facts": _public(row["facts"]),
            "because": _public(row["because"]),
        }

    def _proposal(self, row: Row) -> Row:
        if row["match_id"] not in self._open:
            return row
        answers = []
        for side, step, given in row["wish"]["answers"]:
            hidden = self._keys[row["match_id"], side, step]
            values = {key: value for key, value in given.items() if key not in hidden}
            answers.append([side, step, values])
        return row | {"wish": row["wish"] | {"answers": answers}}

    @cached_property
    def _open(self) -> set[int]:
        done = (Match.State.OVER, Match.State.CALLED_OFF)
        open_ = self.league.matches.exclude(state__in=done).values_list("pk", flat=True)
        return set(open_) | still_secret(self.league)

    @cached_property
    def _hidden(self) -> list[Answer]:
        secret: QuerySet[Answer] = Answer.objects.filter(run__match__in=self._open)
        return list(secret.exclude(visible="public").select_related("run").order_by("pk"))

    @cached_property
    def _answers(self) -> set[int]:
        return {answer.pk for answer in self._hidden}

    @cached_property
    def _keys(self) -> Mapping[tuple[int, str, str], set[str]]:
        """The secret asks by match, side and step."""
        found: dict[tuple[int, str, str], set[str]] = defaultdict(set)
        for answer in self._hidden:
            found[answer.run.match_id, answer.run.side, answer.run.step].add(answer.key)
        return found

    @cached_property
    def _events(self) -> set[int]:
        secret = TeamEvent.objects.filter(chapter__side__match__in=self._open)
        return set(secret.exclude(visible="public").values_list("pk", flat=True))


def _public(data: Iterable[Row]) -> list[Row]:
    """Facts and lines that everybody may see."""
    return [each for each in data if _visible(each) == "public"]


def _visible(data: Row) -> str:
    """What is addressed to a side says it within."""
    inner = data.get("effect")
    return _visible(inner) if isinstance(inner, dict) else str(data.get("visible", "public"))
