"""Closing a season: champion and awards, prizes into the ledgers, the next season prepared."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from acts.models import Act
from competition.commands.end_stage import close_stage
from competition.commands.request_season_end import lock_with_stages
from competition.endings import why_season_not_over
from competition.models import Award, Entry, Stage
from competition.records import CHAMPION, champions, is_of_team, last_contracts, worked_out
from league.models import Season
from league.pins import book_of
from league.rulebook import answers_of, must_allow
from rules.engine.circumstances import OfTeam
from rules.engine.season_awards import Prize, each_gets
from teams import chapters, ledger, projection
from teams.models import Chapter


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for, as a job keeps it: prizes by the kind of award, and awards besides."""

    prizes: Mapping[str, Mapping[str, Any]]
    own: Iterable[Mapping[str, Any]]


def close_season(*, season: Season, wish: Wish, act: Act, now: datetime) -> dict[str, Any]:
    """Write down who won what, pay the prizes and end what is left; the next season is prepared
    under the same rules. All of it or nothing.

    Twice is as good as once. Where something was opened again since it was asked, the season goes
    on, and the answer says why.
    """
    with transaction.atomic():
        season = lock_with_stages(season)
        if season.state == Season.State.OVER:
            return {"ended": True, "awards": season.awards.count()}
        if reasons := why_season_not_over(season):
            season.state = Season.State.RUNNING
            season.save(update_fields=["state"])
            return {"ended": False, "reasons": [reason.code for reason in reasons]}
        about: dict[str, Any] = {"season": season, "given_at": now, "act": act}
        given = [*_earned(season, wish, about), *_own(wish, about)]
        Award.objects.bulk_create(given)
        _pay(season, given, act=act, now=now)
        _take_away(season, act=act, now=now)
        _close(season, now=now)
    return {"ended": True, "awards": len(given)}


def _close(season: Season, *, now: datetime) -> None:
    for stage in season.stages.filter(state=Stage.State.RUNNING).order_by("pk"):
        stage.season = season
        close_stage(stage, now=now)
    named = list(season.entries.filter(team__isnull=False).select_related("team"))
    for entry in named:
        entry.name = str(entry.team)
    Entry.objects.bulk_update(named, ["name"])
    season.stages.filter(state=Stage.State.PLANNED).update(state=Stage.State.OVER, ended_at=now)
    season.state, season.closed_at = Season.State.OVER, now
    season.save(update_fields=["state", "closed_at"])
    Season.objects.create(
        league=season.league,
        number=season.number + 1,
        state=Season.State.PREPARING,
        pin=season.pin,
        opened_at=now,
    )


def _earned(season: Season, wish: Wish, about: dict[str, Any]) -> Iterator[Award]:
    entries = {str(entry.pk): entry for entry in season.entries.select_related("team")}
    house = book_of(season.pin).house
    for title in champions(season):
        told = Prize(**wish.prizes.get(CHAMPION, {}))
        prize = asdict(each_gets(house, told, sharing=len(title.winners)))
        for won in title.winners:
            yield Award(kind=CHAMPION, entry=entries[str(won)], title=title.of, **prize, **about)
    awards = worked_out(season)
    players = {int(key) for award in awards if not is_of_team(award.code) for key in award.winners}
    contracts = last_contracts(season, players)
    by_team = {entry.team_id: entry for entry in entries.values()}
    for award in awards:
        told = Prize(**wish.prizes.get(award.code, {}))
        prize = asdict(each_gets(house, told, sharing=len(award.winners)))
        for key in award.winners:
            player, entry = None, entries.get(key)
            if not is_of_team(award.code):
                contract = contracts[int(key)]
                player, entry = contract.player, by_team[contract.team_id]
            assert entry is not None  # noqa: S101
            won_by = {"entry": entry, "player": player, "value": str(award.value)}
            yield Award(kind=award.code, **won_by, **prize, **about)


def _take_away(season: Season, *, act: Act, now: datetime) -> None:
    """What teams had for this season alone, where an edition has such."""
    book = book_of(season.pin)
    question = answers_of(book).season_over
    if question is None:
        return
    teams = season.entries.filter(team__isnull=False).values_list("team", flat=True)
    for team in ledger.lock_all(teams).values():
        ruling = must_allow(book, question, OfTeam(projection.read(team).state))
        if ruling.effects:
            entry = ledger.LedgerEntry("season-over", ruling.effects)
            chapter = chapters.open_chapter(team, Chapter.Kind.SEASON_END, season=season, now=now)
            ledger.record(team, [entry], act=act, chapter=chapter, pin=season.pin, now=now)


def _own(wish: Wish, about: dict[str, Any]) -> Iterator[Award]:
    told = [dict(each) for each in wish.own]
    entries = Entry.objects.select_related("team").in_bulk([each["entry"] for each in told])
    for each in told:
        entry, player = entries[each.pop("entry")], each.pop("player")
        yield Award(entry=entry, player_id=player, **each, **about)


def _pay(season: Season, given: list[Award], *, act: Act, now: datetime) -> None:
    """Write prizes into the ledgers of teams that have one, at the end of their season."""
    by_team: dict[int, list[ledger.LedgerEntry]] = {}
    for award in given:
        prize = Prize(award.gold, award.fan_factor, award.inducement)
        if award.entry.team_id and prize.effects:
            entry = ledger.LedgerEntry("prize", prize.effects, words=str(award))
            by_team.setdefault(award.entry.team_id, []).append(entry)
    for key, team in ledger.lock_all(by_team).items():
        chapter = chapters.open_chapter(team, Chapter.Kind.SEASON_END, season=season, now=now)
        ledger.record(team, by_team[key], act=act, chapter=chapter, pin=season.pin, now=now)
