"""Divisions of a season: filled by hand, by draw or by seed."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason, Refused
from acts.recording import record_act
from competition.commands.entries import lock_season
from competition.models import Division, Entry, Stage, Standing
from competition.schedules import numbers_in
from competition.scheduling import divisions as plain
from competition.scheduling.complaints import Unworkable
from competition.scheduling.draw import Draw
from competition.standings_words import complaints_said
from league.models import LONGEST_NAME, Season
from league.permissions import must_run
from league.registration import why_ended
from matches.dice.rolling import chance
from teams.models import Team
from web.lines import tidied, what_is_wrong_with

MOST_DIVISIONS = 20
MOST_MOVERS = 50
HAND, DRAW, SEED = "hand", "draw", "seed"


def divide(
    *,
    actor: User,
    season: Season,
    names: Sequence[str],
    now: datetime,
    how: str = DRAW,
    by_hand: Mapping[int, int] | None = None,
) -> list[Division]:
    """Split whoever is in into divisions of these names, the highest first; no names, none.

    `by_hand` says for each entry the number of its division, counted from 0. Seeds are the order
    of the commissioner's, else of strength, else of lots. A draw is recorded, so that it can be
    shown again.
    """
    must_run(actor, season.league)
    names = [tidied(name) for name in names]
    with transaction.atomic():
        season = lock_season(season)
        entries = list(
            season.entries.filter(state=Entry.State.ACCEPTED).select_related("team").order_by("id")
        )
        if reasons := [*why_not_divided(season), *_why_not_called(names)]:
            raise Refused(*reasons)
        lots = Draw.fresh(chance(), numbers_in(season))
        split = _split(entries, len(names), how, by_hand or {}, lots) if names else ()
        season.entries.update(division=None)
        season.divisions.all().delete()
        made = [
            Division.objects.create(season=season, position=position, name=name)
            for position, name in enumerate(names, start=1)
        ]
        for division, members in zip(made, split, strict=True):
            season.entries.filter(pk__in=members).update(division=division)
        record_act(
            "competition.divide",
            actor=actor,
            now=now,
            season=str(season.uuid),
            divisions=dict(zip(names, map(list, split), strict=True)),
            how=how,
            draw=lots.seed if how != HAND else None,
        )
    return made


def why_not_divided(season: Season) -> list[Reason]:
    if reasons := why_ended(season):
        return reasons
    begun = season.stages.filter(format=Stage.Format.ROUND_ROBIN).exclude(state=Stage.State.PLANNED)
    if begun.exists():
        return [Reason("divisions_play", _("The divisions are playing: they stay as they are."))]
    return []


def _why_not_called(names: Sequence[str]) -> list[Reason]:
    reasons = [
        fault.at(f"name_{number}")
        for number, name in enumerate(names)
        for fault in what_is_wrong_with(name, subject="name", at_most=LONGEST_NAME)
    ]
    if len({name.casefold() for name in names}) < len(names):
        reasons.append(Reason("name_twice", _("Two divisions have the same name."), "names"))
    if len(names) == 1:
        reasons.append(Reason("one_division", _("One division is none: name two."), "names"))
    if len(names) > MOST_DIVISIONS:
        many = _("%(most)d divisions at most.") % {"most": MOST_DIVISIONS}
        reasons.append(Reason("too_many_divisions", many, "names"))
    return reasons


def _split(
    entries: Sequence[Entry], count: int, how: str, by_hand: Mapping[int, int], lots: Draw
) -> tuple[plain.Division, ...]:
    """Raises Refused with everything that is wrong with the division."""
    keys = [entry.pk for entry in entries]
    try:
        match how:
            case "hand":
                return plain.by_hand(
                    [
                        [key for key in keys if by_hand.get(key) == number]
                        for number in range(count)
                    ],
                    teams=keys,
                )
            case "seed":
                return plain.by_seed(_by_standing(entries, lots), count)
            case "draw":
                return plain.by_draw(keys, count, draw=lots)
    except Unworkable as unworkable:
        names = {entry.pk: str(entry) for entry in entries}
        raise Refused(*complaints_said(unworkable.reasons, names)) from None
    raise Refused(Reason("no_such_way", _("By hand, by draw or by seed."), "how"))


def _by_standing(entries: Iterable[Entry], lots: Draw) -> list[int]:
    """Those with a seed by it, the others after them by strength; lots among equals."""

    def standing(entry: Entry) -> tuple[int, int, str]:
        value = entry.team.value if entry.team else 0
        seed = entry.seed if entry.seed is not None else 10_000
        return (seed, -value, lots.lot(entry.pk, purpose="level"))

    return [entry.pk for entry in sorted(entries, key=standing)]


def set_seeds(
    *, actor: User, season: Season, seeds: Mapping[int, int | None], now: datetime
) -> None:
    """Say who is seeded how, for stages that are still to begin; nobody shares a seed."""
    must_run(actor, season.league)
    with transaction.atomic():
        season = lock_season(season)
        given = [seed for seed in seeds.values() if seed is not None]
        reasons = why_ended(season)
        others = season.entries.exclude(pk__in=seeds).filter(seed__in=given)
        if len(set(given)) < len(given) or others.exists():
            reasons.append(Reason("seed_twice", _("Two entries have the same seed."), "seeds"))
        if any(not 1 <= seed <= 1000 for seed in given):
            reasons.append(Reason("out_of_range", _("Seeds count from 1."), "seeds"))
        if reasons:
            raise Refused(*reasons)
        for key, seed in seeds.items():
            season.entries.filter(pk=key).update(seed=seed)
        record_act(
            "competition.set_seeds",
            actor=actor,
            now=now,
            season=str(season.uuid),
            seeds={str(key): seed for key, seed in seeds.items()},
        )


def promote_and_relegate(
    *, actor: User, season: Season, up: int, down: int | None = None, now: datetime
) -> list[list[Team]]:
    """Give the next season the divisions of the last one, with so many up and so many down.

    Whoever does not come back is left out; whoever is new begins in the lowest division. Where the
    line runs through teams that shared a place, lots are drawn: gives those groups, the best
    first. The table of a season that is over stays as it is, so the act keeps the draw.
    """
    must_run(actor, season.league)
    with transaction.atomic():
        season = lock_season(season)
        if reasons := why_not_divided(season):
            raise Refused(*reasons)
        lots = Draw.fresh(chance())
        names, tables = _final_tables(season, lots)
        ranked = [[row.entry.team_id or 0 for row in table] for table in tables]
        try:
            moved = plain.promote_and_relegate(ranked, up=up, down=down)
        except Unworkable as unworkable:
            raise Refused(*complaints_said(unworkable.reasons, {})) from None
        entries = list(season.entries.filter(state=Entry.State.ACCEPTED).order_by("id"))
        home = {team: number for number, teams in enumerate(moved.divisions) for team in teams}
        lowest = len(names) - 1
        divide(
            actor=actor,
            season=season,
            names=names,
            how=HAND,
            by_hand={entry.pk: home.get(entry.team_id or 0, lowest) for entry in entries},
            now=now,
        )
        by_lots = _level_on_the_line(tables, up, up if down is None else down)
        if by_lots:
            record_act(
                "competition.draw_movers",
                actor=actor,
                now=now,
                season=str(season.uuid),
                draw=lots.seed,
                level=[[str(team) for team in group] for group in by_lots],
            )
        return by_lots


def _level_on_the_line(
    tables: Sequence[Sequence[Standing]], up: int, down: int
) -> list[list[Team]]:
    """Groups that shared a place, of whom only some go up or down."""
    last = len(tables) - 1
    found = []
    for index, rows in enumerate(tables):
        lines = [up if index else 0, len(rows) - down if index < last else 0]
        shared = {
            rows[line].rank
            for line in lines
            if 0 < line < len(rows) and rows[line - 1].rank == rows[line].rank
        }
        found += [
            [row.entry.team for row in rows if row.rank == rank and row.entry.team]
            for rank in sorted(shared)
        ]
    return found


def divisions_before(season: Season) -> list[Division]:
    """The divisions of the season before, the highest first. One statement."""
    before = Division.objects.filter(
        season__league=season.league_id, season__number=season.number - 1
    )
    return list(before.order_by("position"))


def _final_tables(season: Season, lots: Draw) -> tuple[list[str], list[list[Standing]]]:
    """The names of the last season's divisions and their rows in order, without those who left, by
    the last stage that was played in them; who shares a place is put in order by lot. Raises
    Refused."""
    divisions = divisions_before(season)
    played = Stage.objects.filter(standings__division__in=divisions).order_by("position").last()
    if len(divisions) < 2 or played is None:
        sentence = _("The season before had no divisions to go up and down between.")
        raise Refused(Reason("no_divisions_before", sentence))
    stayed = played.standings.filter(entry__team__isnull=False).exclude(
        entry__state=Entry.State.LEFT
    )
    return [division.name for division in divisions], [
        sorted(
            stayed.filter(division=division).select_related("entry__team"),
            key=lambda row: (row.rank, lots.lot(row.position, purpose=f"level {row.rank}")),
        )
        for division in divisions
    ]
