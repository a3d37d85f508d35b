"""Ending a season: all that speaks against it is said at once, the rest is owed to a job."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Conflict, Reason, Refused
from acts.recording import record_act
from competition.commands.entries import lock_season
from competition.endings import being_ended, key_of, why_season_not_over
from competition.models import Entry
from competition.records import CHAMPION, champions, worked_out
from competition.standings_words import award_title
from jobs.models import Job
from jobs.outbox import enqueue
from league.models import LONGEST_NAME, Season
from league.permissions import must_run
from league.pins import book_of
from league.registration import why_ended
from league.rulebook import team_sheet_of
from rules.book import Book
from rules.engine.season_awards import Prize
from rules.team_sheet import PrizePart
from teams.models import Player
from web.lines import tidied, what_is_wrong_with

END_SEASON = "competition.end_season"
MOST_OWN_AWARDS = 30
NOTHING = Prize()


def inducements_to_win(book: Book) -> dict[str, str]:
    """What a prize may be, with its name: whatever has a price of its own. Who is hired for a match
    alone cannot be had for all of a season."""
    known = book.catalogue.inducements.items()
    return {key: each.name for key, each in known if each.priced_by == "fixed"}


@dataclass(frozen=True, slots=True)
class OwnAward:
    """An award of the commissioner's own making."""

    title: str
    entry: Entry
    player: Player | None = None
    prize: Prize = NOTHING

    @property
    def as_told(self) -> dict[str, Any]:
        """As a job keeps it."""
        return {
            "title": tidied(self.title),
            "entry": self.entry.pk,
            "player": self.player.pk if self.player else None,
            **asdict(self.prize),
        }


def end_season(
    *,
    actor: User,
    season: Season,
    now: datetime,
    own: Iterable[OwnAward] = (),
    prizes: Mapping[str, Prize] | None = None,
) -> Job:
    """Have a season closed for good: from here on nothing in it changes, and a job writes down who
    won what. Gives the job. Raises Refused with every reason, Conflict where a job is at it.

    `prizes` go by the kind of award: the champion, the top scorer …
    """
    must_run(actor, season.league)
    own, prizes = list(own), prizes or {}
    with transaction.atomic():
        season = lock_with_stages(season)
        if being_ended(season) or season.state == Season.State.OVER:
            raise Conflict(*why_ended(season))
        if reasons := [
            *why_season_not_over(season),
            *_faults_of(season, own),
            *_strangers_among(prizes),
            *_won_by_nobody(season, prizes),
            *(
                fault
                for kind, prize in prizes.items()
                for fault in _prize_faults(season, kind, prize)
            ),
        ]:
            raise Refused(*reasons)
        act = record_act("competition.end_season", actor=actor, now=now, season=str(season.uuid))
        season.state = Season.State.ENDING
        season.save(update_fields=["state"])
        return enqueue(
            END_SEASON,
            now=now,
            owner=actor,
            key=f"{key_of(season)}{act.pk}",
            season=season.pk,
            act=act.pk,
            prizes={kind: asdict(prize) for kind, prize in prizes.items()},
            own=[award.as_told for award in own],
        )


def go_on(*, season: int, **_wish: Any) -> None:
    """What becomes of a season whose end was given up: it runs, and can be ended again."""
    ending = Season.objects.filter(pk=season, state=Season.State.ENDING)
    ending.update(state=Season.State.RUNNING)


def lock_with_stages(season: Season) -> Season:
    """The season read again, locked with its stages: no result comes in meanwhile."""
    season = lock_season(season)
    list(season.stages.select_for_update(no_key=True).order_by("pk").values("pk"))
    return season


def _faults_of(season: Season, own: list[OwnAward]) -> list[Reason]:
    reasons = []
    if len(own) > MOST_OWN_AWARDS:
        many = _("%(most)d awards of your own at most.") % {"most": MOST_OWN_AWARDS}
        reasons.append(Reason("too_many_awards", many, "own"))
    for number, award in enumerate(own):
        title = tidied(award.title)
        reasons += [
            fault.at(f"own_{number}_title")
            for fault in what_is_wrong_with(title, subject="title", at_most=LONGEST_NAME)
        ]
        if award.entry.season_id != season.pk:
            stranger = _("%(team)s was not in this season.") % {"team": award.entry}
            reasons.append(Reason("not_entered", stranger, f"own_{number}_entry"))
        reasons += _prize_faults(season, f"own_{number}", award.prize)
    return reasons


def _strangers_among(kinds: Iterable[str]) -> list[Reason]:
    """Prizes for what nobody can win."""
    sentence = _("There is no award of this kind.")
    return [Reason("no_such_award", sentence, kind) for kind in kinds if not _is_known(kind)]


def _won_by_nobody(season: Season, prizes: Mapping[str, Prize]) -> list[Reason]:
    """Prizes that would vanish: the records give the award to nobody."""
    promised = [kind for kind, prize in prizes.items() if prize != NOTHING and _is_known(kind)]
    if not promised:
        return []
    won = {award.code for award in worked_out(season)}
    won |= {CHAMPION} if champions(season) else set()
    sentence = _(
        "Nobody wins this as the season stands. Leave the prize out, or give it as an award of "
        "your own."
    )
    return [Reason("nobody_wins", sentence, kind) for kind in promised if kind not in won]


def _is_known(kind: str) -> bool:
    return kind == CHAMPION or award_title(kind) != ""


def _is_within(part: PrizePart, amount: int) -> bool:
    return 0 <= amount <= part.at_most and not amount % part.step


def _prize_faults(season: Season, subject: str, prize: Prize) -> list[Reason]:
    reasons, book = [], book_of(season.pin)
    parts = {part.key: part for part in team_sheet_of(book).prizes}
    for key, amount in prize.amounts.items():
        if key not in parts and amount:
            sentence = _("This edition has no such prize.")
            reasons.append(Reason("no_such_prize", sentence, f"{subject}_{key}"))
        elif key in parts and not _is_within(parts[key], amount):
            limits = {"step": parts[key].step, "most": parts[key].at_most}
            sentence = (
                _("A whole number from 0 to %(most)d.")
                if parts[key].step == 1
                else _("In steps of %(step)d, up to %(most)d.")
            )
            reasons.append(Reason(f"{key}_out_of_range", sentence % limits, f"{subject}_{key}"))
    if prize.inducement and prize.inducement not in inducements_to_win(book):
        sentence = _("There is no such inducement.")
        reasons.append(Reason("no_such_inducement", sentence, f"{subject}_inducement"))
    return reasons
