"""Writing a league that was read into the database: all at once, in as little time as can be.

Everything that takes long was done before: here rows only get their numbers.
"""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Refused
from acts.models import Act
from acts.recording import record_act
from competition.models import Stage
from competition.tables import rebuild
from league.commands.leagues import hold_person, why_no_more_leagues
from league.models import KeptCatalogue, League
from league_file.lines import WRONG, refused
from league_file.reading import Incoming, Table
from matches.commands.beginning import deal_anew
from matches.models import Match
from rules.reading import BadRules
from teams.commands.pictures import hang

Numbers = Sequence[int]


def write(incoming: Incoming, *, actor: User, now: datetime) -> League:
    """Have the league here, whole or not at all; whoever brings it takes the commissioner's place.

    Raises Refused if it is here already, or its rows contradict each other.
    """
    try:
        with transaction.atomic():
            return _written(incoming, actor=actor, now=now)
    except (IntegrityError, DataError) as error:
        # Somebody else may have been quicker with the same file.
        must_be_new(incoming)
        raise refused(_("Two rows of it cannot both be true, or one by itself.")) from error


def must_be_new(incoming: Incoming) -> None:
    if League.objects.filter(uuid=incoming.uuid).exists():
        raise refused(_("This league is here already."))


def _written(incoming: Incoming, *, actor: User, now: datetime) -> League:
    hold_person(actor)
    must_be_new(incoming)
    if reasons := why_no_more_leagues(actor):
        raise Refused(*reasons)
    for digest, (edition, data) in incoming.catalogues.items():
        KeptCatalogue.objects.get_or_create(
            digest=digest, defaults={"edition": edition, "data": data}
        )
    numbers: dict[type[Model], Numbers] = {User: _people(incoming, actor=actor, now=now)}
    for model, table in incoming.tables.items():
        numbers[model] = _reserved(model, len(table.rows))
        _insert(table, numbers)
    league = League.objects.get(uuid=incoming.uuid)
    act = record_act("league_file.import_league", actor=actor, now=now, league=str(league.uuid))
    _deal(league, act=act, now=now)
    for stage in Stage.objects.filter(season__league=league).exclude(state=Stage.State.PLANNED):
        rebuild(stage)
    for team in league.teams.filter(uuid__in=list(incoming.pictures)):
        hang(team, incoming.pictures[team.uuid], now=now)
    return league


def _deal(league: League, *, act: Act, now: datetime) -> None:
    """Decks of matches before their kick-off stayed where the league comes from."""
    for match in league.matches.filter(state=Match.State.PRE_MATCH).order_by("id"):
        try:
            deal_anew(match, act=act, now=now)
        except (BadRules, *WRONG) as error:
            raise refused(_("A match in it cannot be gone on with.")) from error


def _people(incoming: Incoming, *, actor: User, now: datetime) -> Numbers:
    """Everybody else is there by name and cannot sign in."""
    named = {index: name for index, name in enumerate(incoming.people) if name is not None}
    made = User.objects.bulk_create(
        User(name=name, joined_at=now, is_active=False, password=make_password(None))
        for name in named.values()
    )
    found = dict.fromkeys(range(len(incoming.people)), actor.pk)
    found |= {index: person.pk for index, person in zip(named, made, strict=True)}
    return [found[index] for index in range(len(incoming.people))]


def _reserved(model: type[Model], count: int) -> Numbers:
    """Numbers that no row of the table has, nor will get."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sequence = (
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
            )
            cursor.execute(sequence, [table, count])
            return [number for (number,) in cursor.fetchall()]
        # Nobody else writes before this transaction ends, and rows with numbers move the last one.
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        (last,) = cursor.fetchone() or (0,)
    return range(last + 1, last + 1 + count)


def _insert(table: Table, numbers: dict[type[Model], Numbers]) -> None:
    at = {table.at["id"]: numbers[table.model]}
    at |= {table.at[name]: numbers[target] for name, target in table.links.items()}
    for row in table.rows:
        for index, given in at.items():
            if row[index] is not None:
                row[index] = given[row[index]]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(each.column)) for each in table.fields)
    values = ", ".join(["%s"] * len(table.fields))
    name = quote(table.model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {name} ({columns}) VALUES ({values})", table.rows)  # noqa: S608
