"""Ending a season: champion and awards, prizes into the ledgers, the archive closed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from competition.commands.entries import held
from competition.models import Award, Entry, Fixture, Stage
from competition.records import champions, worked_out
from jobs.acts import record_act
from jobs.failures import Conflict, Reason, Refused
from jobs.models import Act
from league.models import LONGEST_NAME, Season
from league.permissions import must_run
from league.pins import book_of
from matches.models import MatchSide
from rules.engine import effects as e
from teams import ledger
from teams.models import Chapter, Player
from web.lines import tidied, what_is_wrong_with

MOST_GOLD = 10_000_000
MOST_FANS = 20
MOST_OWN_AWARDS = 30
CHAMPION = "champion"
# Awards that go to teams; the others are players'.
TEAMS = ("best-defence", "most-brutal", "wooden-spoon")


@dataclass(frozen=True, slots=True)
class Prize:
    """What an award carries into the winner's next season."""

    gold: int = 0
    fan_factor: int = 0
    inducement: str = ""

    @property
    def effects(self) -> tuple[e.Effect, ...]:
        found: list[e.Effect] = []
        if self.gold:
            found.append(e.Gold(self.gold, "prize"))
        if self.fan_factor:
            found.append(e.FanFactor(self.fan_factor))
        if self.inducement:
            found.append(e.LastingInducement(self.inducement, 1))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class OwnAward:
    """An award of the commissioner's own making."""

    title: str
    entry: Entry
    player: Player | None = None
    prize: Prize = Prize()


def end_season(
    *,
    actor: User,
    season: Season,
    now: datetime,
    own: Iterable[OwnAward] = (),
    prizes: dict[str, Prize] | None = None,
) -> list[Award]:
    """Close a season for good: who won what is written down, prizes go into the ledgers, and
    nothing in it changes any more. The next season is prepared under the same rules.

    `prizes` go by the kind of award: the champion, the top scorer …
    """
    must_run(actor, season.league)
    own, prizes = list(own), prizes or {}
    with transaction.atomic():
        season = held(season)
        if season.state == Season.State.OVER:
            raise Conflict.because("season_over", _("This season is over."))
        reasons = [
            *_why_not_over(season),
            *_faults_of(season, own),
            *(
                fault
                for key, prize in prizes.items()
                for fault in _prize_faults(season, key, prize)
            ),
        ]
        if reasons:
            raise Refused(*reasons)
        act = record_act("competition.end_season", actor=actor, now=now, season=str(season.uuid))
        given = [*_earned(season, prizes, act=act, now=now), *_own(season, own, act=act, now=now)]
        Award.objects.bulk_create(given)
        _pay(season, given, act=act, now=now)
        season.stages.exclude(state=Stage.State.OVER).update(state=Stage.State.OVER, ended_at=now)
        season.state, season.closed_at = Season.State.OVER, now
        season.save(update_fields=["state", "closed_at"])
        Season.objects.create(
            league=season.league,
            number=season.number + 1,
            state=Season.State.PREPARING,
            pin=season.pin,
            opened_at=now,
        )
    return given


def _why_not_over(season: Season) -> list[Reason]:
    """Everything is played, and every post-match is through."""
    reasons = []
    if season.state != Season.State.RUNNING:
        reasons.append(Reason("season_not_running", _("This season has not begun.")))
    left = Fixture.objects.filter(
        stage__season=season, state__in=[Fixture.State.OPEN, Fixture.State.WAITING]
    ).exclude(stage__format=Stage.Format.OPEN)
    if count := left.count():
        sentence = _("Still to be played or struck out: %(n)d.") % {"n": count}
        reasons.append(Reason("fixtures_open", sentence))
    unfinished = MatchSide.objects.filter(match__season=season, through_at=None)
    names = ", ".join(str(side.team) for side in unfinished.select_related("team").order_by("id"))
    if names:
        sentence = _("Still in their post-match: %(names)s.") % {"names": names}
        reasons.append(Reason("post_match_open", sentence))
    return reasons


def _faults_of(season: Season, own: list[OwnAward]) -> list[Reason]:
    reasons = []
    if len(own) > MOST_OWN_AWARDS:
        many = _("%(most)d awards of your own at most.") % {"most": MOST_OWN_AWARDS}
        reasons.append(Reason("too_many_awards", many, "own"))
    for number, award in enumerate(own):
        title = tidied(award.title)
        reasons += [
            Reason(fault.code, str(fault.message), f"own_{number}_title")
            for fault in what_is_wrong_with(title, subject="title", at_most=LONGEST_NAME)
        ]
        if award.entry.season_id != season.pk:
            stranger = _("%(team)s was not in this season.") % {"team": award.entry}
            reasons.append(Reason("not_entered", stranger, f"own_{number}_entry"))
        reasons += _prize_faults(season, f"own_{number}", award.prize)
    return reasons


def _prize_faults(season: Season, subject: str, prize: Prize) -> list[Reason]:
    reasons = []
    if not 0 <= prize.gold <= MOST_GOLD or prize.gold % 1000:
        sentence = _("Whole thousands, up to %(most)d.") % {"most": MOST_GOLD}
        reasons.append(Reason("gold_out_of_range", sentence, f"{subject}_gold"))
    if not 0 <= prize.fan_factor <= MOST_FANS:
        sentence = _("A whole number from 0 to %(most)d.") % {"most": MOST_FANS}
        reasons.append(Reason("fans_out_of_range", sentence, f"{subject}_fan_factor"))
    if prize.inducement and prize.inducement not in book_of(season.pin).catalogue.inducements:
        sentence = _("There is no such inducement.")
        reasons.append(Reason("no_such_inducement", sentence, f"{subject}_inducement"))
    return reasons


def _earned(
    season: Season, prizes: dict[str, Prize], *, act: Act, now: datetime
) -> Iterable[Award]:
    entries = {str(entry.pk): entry for entry in season.entries.select_related("team")}
    about: dict[str, Any] = {"season": season, "given_at": now, "act": act}
    for stage, won in champions(season):
        title = "" if stage.position == 1 else stage.name
        yield _award(CHAMPION, entries[str(won)], prizes, title=title, **about)
    for award in worked_out(season):
        for key in award.winners:
            value = str(award.value)
            if key in entries and award.code in TEAMS:
                yield _award(award.code, entries[key], prizes, value=value, **about)
            elif award.code not in TEAMS:
                player = Player.objects.get(pk=int(key))
                entry = _entry_of(season, player)
                yield _award(award.code, entry, prizes, player=player, value=value, **about)


def _entry_of(season: Season, player: Player) -> Entry:
    """The entry whose team he played for last in the season."""
    contract = (
        player.contracts.filter(team__entries__season=season).order_by("-since", "-id").first()
    )
    if contract is None:
        raise LookupError(f"{player} played for nobody in {season}")
    return season.entries.get(team=contract.team_id)


def _award(kind: str, entry: Entry, prizes: dict[str, Prize], **about: Any) -> Award:
    prize = prizes.get(kind, Prize())
    return Award(
        kind=kind,
        entry=entry,
        gold=prize.gold,
        fan_factor=prize.fan_factor,
        inducement=prize.inducement,
        **about,
    )


def _own(season: Season, own: list[OwnAward], *, act: Act, now: datetime) -> Iterable[Award]:
    for each in own:
        yield Award(
            season=season,
            title=tidied(each.title),
            entry=each.entry,
            player=each.player,
            gold=each.prize.gold,
            fan_factor=each.prize.fan_factor,
            inducement=each.prize.inducement,
            given_at=now,
            act=act,
        )


def _pay(season: Season, given: list[Award], *, act: Act, now: datetime) -> None:
    """Write prizes into the ledgers of teams that have one, at the end of their season."""
    by_team: dict[int, list[Award]] = {}
    for award in given:
        prize = Prize(award.gold, award.fan_factor, award.inducement)
        if award.entry.team_id and prize.effects:
            by_team.setdefault(award.entry.team_id, []).append(award)
    # Held in the order of their ids, as everywhere.
    for key in sorted(by_team):
        awards = by_team[key]
        entry = awards[0].entry
        if entry.team is None:
            continue
        team = ledger.lock(entry.team)
        chapter = ledger.open_chapter(team, Chapter.Kind.SEASON_END, season=season, now=now)
        entries = [
            ledger.Entry(
                "prize",
                Prize(award.gold, award.fan_factor, award.inducement).effects,
                words=str(award),
            )
            for award in awards
        ]
        ledger.record(team, entries, act=act, chapter=chapter, pin=season.pin, now=now)
