"""What players are called and which shirts they wear; a coach may change both at any time."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Missing, Reason, Refused
from acts.recording import record_act
from league.queries import current_season
from teams import chapters, ledger
from teams.models import HIGHEST_NUMBER, Contract, Player, Team
from teams.newcomers import Person, faults
from teams.permissions import must_act
from teams.words import BECAME
from web.lines import tidied


def rename_players(
    *, actor: User, team: Team, people: Mapping[UUID, Person], now: datetime
) -> list[Contract]:
    """Give players of a team other names and numbers, all at once; what is left empty stays.

    Shirts may change hands in one go. Raises Missing for somebody who is not under contract here.
    """
    access = must_act(actor, team)
    with transaction.atomic():
        team = ledger.lock(team)
        contracts = {
            contract.player.uuid: contract
            for contract in team.contracts.filter(until=None).select_related("player")
        }
        if strangers := [uuid for uuid in people if uuid not in contracts]:
            raise Missing(*(_no_such_player(uuid) for uuid in strangers))
        wanted = {
            uuid: Person(
                tidied(person.name) or contracts[uuid].player.name,
                person.number or contracts[uuid].number,
            )
            for uuid, person in people.items()
        }
        if reasons := _faults(contracts, wanted):
            raise Refused(*reasons)
        entries = list(_entries(contracts, wanted))
        if entries:
            season = current_season(team.league)
            act = record_act(
                "teams.rename_players",
                actor=actor,
                now=now,
                on_behalf_of=access.on_behalf_of(team),
                team=str(team.uuid),
                players=[str(uuid) for uuid in wanted],
            )
            chapter = chapters.chapter_in_between(team, season=season, now=now)
            ledger.record(team, entries, act=act, chapter=chapter, pin=season.pin, now=now)
            _rename(contracts, wanted)
            _renumber(contracts, wanted)
    return list(contracts.values())


def _faults(contracts: Mapping[UUID, Contract], wanted: Mapping[UUID, Person]) -> list[Reason]:
    worn = {
        contract.number: contract.player.name
        for uuid, contract in contracts.items()
        if uuid not in wanted
    }
    return faults({str(uuid): person for uuid, person in wanted.items()}, worn)


def _entries(
    contracts: Mapping[UUID, Contract], wanted: Mapping[UUID, Person]
) -> Iterable[ledger.LedgerEntry]:
    for uuid, person in wanted.items():
        contract = contracts[uuid]
        player = contract.player
        if person.name != player.name:
            words = BECAME.format(player.name, person.name)
            yield ledger.LedgerEntry("player-renamed", player=player, words=words)
        if person.number != contract.number:
            words = BECAME.format(contract.number, person.number)
            yield ledger.LedgerEntry("player-renumbered", player=player, words=words)


def _rename(contracts: Mapping[UUID, Contract], wanted: Mapping[UUID, Person]) -> None:
    players = []
    for uuid, person in wanted.items():
        player = contracts[uuid].player
        if player.name != person.name:
            player.name = person.name
            players.append(player)
    Player.objects.bulk_update(players, ["name"])


def _renumber(contracts: Mapping[UUID, Contract], wanted: Mapping[UUID, Person]) -> None:
    """By way of shirts that hang in the cupboard: no two may wear one, not even in between."""
    changing = [uuid for uuid, person in wanted.items() if person.number != contracts[uuid].number]
    used = {contract.number for contract in contracts.values()}
    used |= {person.number for person in wanted.values()}
    hanging = (number for number in range(HIGHEST_NUMBER, 0, -1) if number not in used)
    for numbers in (hanging, (wanted[uuid].number for uuid in changing)):
        for uuid, number in zip(changing, numbers, strict=False):
            contracts[uuid].number = number
        Contract.objects.bulk_update([contracts[uuid] for uuid in changing], ["number"])


def _no_such_player(uuid: UUID) -> Reason:
    return Reason("no_such_player", _("Nobody like that is under contract here."), str(uuid))
