"""The present as rows: a team's state read from them, and written back once per transaction."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from operator import attrgetter

from django.db.models import F

from rules.engine import state
from teams.models import Contract, Player, Team
from teams.newcomers import Person, named

__all__ = ["Person", "Roster", "read", "write"]

VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class Roster:
    """A team's row, whoever is under contract by the rulebook's key, and all of it as a state."""

    team: Team
    contracts: Mapping[str, Contract]
    state: "state.Team"


@dataclass(frozen=True, slots=True)
class Departed:
    """How a player left their team, and what they were then."""

    how: str
    player: "state.Player"


def read(team: Team) -> Roster:
    """The present of a team. One statement."""
    return read_all([team])[0]


def read_all(teams: Iterable[Team]) -> list[Roster]:
    """The same of several teams, in their order. One statement."""
    by_id = {team.pk: team for team in teams}
    under_contract = Contract.objects.filter(team__in=list(by_id), until=None).select_related(
        "player"
    )
    contracts: dict[int, list[Contract]] = {pk: [] for pk in by_id}
    for contract in sorted(under_contract.order_by(), key=attrgetter("pk")):
        contract.team = by_id[contract.team_id]
        contracts[contract.team_id].append(contract)
    return [roster_of(team, contracts[pk]) for pk, team in by_id.items()]


def roster_of(team: Team, under_contract: Iterable[Contract]) -> Roster:
    """The same out of open contracts with their players, in the order in which they began."""
    contracts = {contract.key: contract for contract in under_contract}
    return Roster(team, contracts, _state(team, contracts))


def _state(team: Team, contracts: Mapping[str, Contract]) -> state.Team:
    return state.Team(
        race=team.race,
        treasury=team.treasury,
        rerolls=team.rerolls,
        fan_factor=team.fan_factor,
        staff=team.staff,
        players={key: player_of(contract) for key, contract in contracts.items()},
        star=team.star,
        sponsor=team.sponsor,
        ongoing_sponsors=team.ongoing_sponsors,
        blacklisted_by=frozenset(team.blacklisted_by),
        home=state.Home(**team.home) if team.home else None,
        fund=team.fund,
        record=team.record,
        inducements=team.inducements,
        marks=team.marks,
    )


def player_of(contract: Contract) -> state.Player:
    row = contract.player
    return state.Player(
        id=contract.key,
        position=row.position,
        cost=row.cost,
        skills=tuple(row.skills),
        lent=tuple(row.lent),
        raised=row.raised,
        lowered=row.lowered,
        niggles=row.niggles,
        misses_next=row.misses_next,
        awards=row.awards,
        extra=row.extra,
        spent=row.spent,
        improvements=row.improvements,
        owed=row.owed,
        value_added=row.value - row.cost,
        journeyman=contract.is_journeyman,
        seasons=row.seasons,
        retired=row.retired,
    )


TEAM_COLUMNS = (
    *("treasury", "rerolls", "fan_factor", "staff", "star", "sponsor", "ongoing_sponsors"),
    *("blacklisted_by", "home", "fund", "record", "inducements", "marks"),
)
PLAYER_COLUMNS = (
    *("position", "cost", "value", "skills", "lent", "raised", "lowered", "niggles", "spent"),
    *("misses_next", "awards", "extra", "improvements", "owed", "seasons", "retired"),
)


def team_columns(present: state.Team) -> dict[str, object]:
    texts = {name: getattr(present, name) for name in TEAM_COLUMNS}
    return texts | {
        "staff": dict(present.staff),
        "record": dict(present.record),
        "inducements": dict(present.inducements),
        "marks": dict(present.marks),
        "blacklisted_by": sorted(present.blacklisted_by),
        "home": asdict(present.home) if present.home else None,
        "home_name": present.home.name if present.home else "",
    }


def player_columns(present: state.Player) -> dict[str, object]:
    texts = {name: getattr(present, name) for name in PLAYER_COLUMNS}
    return texts | {"skills": list(present.skills), "lent": list(present.lent)}


def write(
    before: Roster,
    present: state.Team,
    *,
    value: int,
    now: datetime,
    people: Mapping[str, Person] | None = None,
    moving: Mapping[str, Contract] | None = None,
) -> Roster:
    """Make the team's row say what holds now and take on whoever is new, and give the roster.

    What became of the others is written before (`Changes`). `moving` has, by their new keys, those
    who come from another team with the contracts that ended there.
    """
    columns = _changed(before.team, {**team_columns(present), "value": value})
    before.team.save(update_fields=[*columns, "revision"])
    newcomers = [player for key, player in present.players.items() if key not in before.contracts]
    joined = _take_on(before, newcomers, people or {}, moving or {}, now=now) if newcomers else []
    staying = [each for key, each in before.contracts.items() if key in present.players]
    contracts = {each.key: each for each in sorted([*staying, *joined], key=lambda each: each.pk)}
    players = {key: present.players[key] for key in contracts}
    return Roster(before.team, contracts, replace(present, players=players))


def _changed(row: Team | Player, columns: Mapping[str, object]) -> list[str]:
    """Have a row say this; gives the names of the columns that said something else."""
    changed = [name for name, said in columns.items() if getattr(row, name) != said]
    for name in changed:
        setattr(row, name, columns[name])
    return changed


@dataclass
class Changes:
    """Rows that say something else than they did, of one team or several, to be written at once."""

    contracts: list[Contract] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    columns: set[str] = field(default_factory=set)

    def note(
        self,
        before: Roster,
        present: state.Team,
        departed: Mapping[str, Departed],
        *,
        now: datetime,
    ) -> None:
        """Everybody who was there: those who are gone, and those who have changed."""
        self.note_departed(_gone(before, present, now=now), departed)
        for key, contract in before.contracts.items():
            player = present.players.get(key)
            if player is None or player == before.state.players[key]:
                continue
            self._note_player(contract.player, player)
            if contract.is_journeyman != player.journeyman:
                contract.is_journeyman = player.journeyman
                self.contracts.append(contract)

    def note_departed(self, gone: Iterable[Contract], departed: Mapping[str, Departed]) -> None:
        for contract in gone:
            told = departed.get(contract.key)
            contract.ended = told.how if told else VOIDED
            if told:
                contract.is_journeyman = told.player.journeyman
                self._note_player(contract.player, told.player)
            self.contracts.append(contract)

    def _note_player(self, row: Player, player: state.Player) -> None:
        if columns := _changed(row, player_columns(player)):
            self.columns |= set(columns)
            self.players.append(row)

    def write(self) -> None:
        """Two statements at most."""
        Contract.objects.bulk_update(self.contracts, ["until", "ended", "is_journeyman"])
        if self.columns:
            Player.objects.bulk_update(self.players, sorted(self.columns))


def _gone(before: Roster, present: state.Team, *, now: datetime) -> list[Contract]:
    gone = [
        contract
        for key, contract in before.contracts.items()
        if key not in present.players and contract.until is None
    ]
    for contract in gone:
        contract.until = now
    return gone


def rewrite_departed(team: Team, present: state.Team, departed: Mapping[str, Departed]) -> None:
    """Make the rows of those who have left before say what is told of them now."""
    gone = [
        contract
        for contract in departed_contracts(team, present)
        if not _departed_so(contract, departed.get(contract.key))
    ]
    changes = Changes()
    changes.note_departed(gone, departed)
    changes.write()


def departed_contracts(team: Team, present: state.Team) -> list[Contract]:
    """Contracts that are over, but for those whose player is back or has another one since:
    their row goes along. One statement."""
    over = team.contracts.exclude(until=None).exclude(player__contracts__pk__gt=F("pk"))
    over = over.select_related("player").order_by("id")
    return [contract for contract in over if contract.key not in present.players]


def _departed_so(contract: Contract, departed: Departed | None) -> bool:
    """Whoever never came has no state to compare."""
    if departed is None:
        return contract.ended == VOIDED
    return (contract.ended, player_of(contract)) == (departed.how, departed.player)


def _take_on(
    before: Roster,
    newcomers: Collection[state.Player],
    people: Mapping[str, Person],
    moving: Mapping[str, Contract],
    *,
    now: datetime,
) -> list[Contract]:
    """Contracts for whoever joins. Those whose leaving was taken back get their old one again;
    those from another team stay who they are, in their old shirt if nobody wears it."""
    team = before.team
    by_key = {player.id: player for player in newcomers}
    before_now = team.contracts.filter(key__in=list(by_key)).select_related("player")
    old = {contract.key: contract for contract in before_now}
    moving = {key: each for key, each in moving.items() if key in by_key and key not in old}
    staying = [contract for contract in before.contracts.values() if contract.until is None]
    numbers = {contract.number for contract in staying}
    joining = named(
        by_key,
        {
            **_as_they_were(moving, numbers),
            **_as_they_were(old, numbers),
            **people,
        },
        race=team.race,
        seed=str(team.uuid),
        names={contract.player.name for contract in staying},
        numbers=numbers,
    )
    for contract in old.values():
        _reopen(contract, by_key[contract.key], joining[contract.key].number)
    for key, contract in moving.items():
        _bring_up_to_date(contract.player, by_key[key])
    rows = {key: contract.player for key, contract in moving.items()}
    rows |= _players(
        {key: player for key, player in by_key.items() if key not in {*old, *moving}},
        joining,
        race=team.race,
    )
    made = Contract.objects.bulk_create(
        Contract(
            player=rows[key],
            team=team,
            key=key,
            number=joining[key].number,
            is_journeyman=player.journeyman,
            since=now,
        )
        for key, player in by_key.items()
        if key in rows
    )
    return [*old.values(), *made]


def _players(
    fresh: Mapping[str, state.Player], people: Mapping[str, Person], *, race: str
) -> dict[str, Player]:
    """Rows for those who have none yet. One statement."""
    rows = Player.objects.bulk_create(
        Player(name=people[key].name, race=race, **player_columns(player))
        for key, player in fresh.items()
    )
    return dict(zip(fresh, rows, strict=True))


def _as_they_were(back: Mapping[str, Contract], worn: Collection[int]) -> dict[str, Person]:
    """Those who had a contract have their name, and their old shirt if nobody wears it by now."""
    worn = set(worn)
    people = {}
    for key, contract in back.items():
        number = 0 if contract.number in worn else contract.number
        worn.add(number)
        people[key] = Person(contract.player.name, number)
    return people


def _bring_up_to_date(row: Player, player: state.Player) -> None:
    for name, said in player_columns(player).items():
        setattr(row, name, said)
    row.save(update_fields=PLAYER_COLUMNS)


def _reopen(contract: Contract, player: state.Player, number: int) -> None:
    _bring_up_to_date(contract.player, player)
    contract.number, contract.until, contract.ended = number, None, ""
    contract.is_journeyman = player.journeyman
    contract.save(update_fields=["number", "until", "ended", "is_journeyman"])
