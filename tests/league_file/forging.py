"""Files of leagues in which something is another value, and everything that a league is read by."""

import json
import random
import re
from io import BytesIO
from itertools import islice, product

from django.db.models import JSONField
from django.urls import get_resolver

from competition.models import Division, Entry, Fixture, Round, Stage, Trade
from league.models import Membership, Season
from league_file.contents import tables
from matches.models import Match, StepRun
from teams.models import Adoption, Draft, Player, Team, Tenure, Window
from tests.league_file.league_files import rows, with_rows
from web.backups.rows import stored_fields

STRANGE = (
    *(None, True, False, 0, -1, 1, 2**40, 1.5, "", "x", "draft/1", "home", "block", "\ud83c", "\0"),
    *([], {}, [[]], [None], {"": None}, {"kind": "gold"}, ["a", 1], {"a": {"b": []}}, "9" * 400),
)
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
JSON_COLUMNS = [
    (model._meta.label_lower, field.attname)
    for model in tables()
    for field in stored_fields(model)
    if isinstance(field, JSONField)
]
COLUMNS = [
    (model._meta.label_lower, field.attname) for model in tables() for field in stored_fields(model)
]


def forge(good, seed):
    """A file with one value that is another, and where that is."""
    chance = random.Random(seed)
    found = rows(BytesIO(good))
    columns = JSON_COLUMNS if chance.random() < 0.8 else COLUMNS
    table, column = chance.choice([each for each in columns if found[each[0]]])
    index = chance.randrange(len(found[table]))
    row = found[table][index]
    row[column] = other_than(row[column], chance)
    place = f"seed {seed}: {table} {index + 1} {column} is {json.dumps(row[column])[:300]}"
    return with_rows(BytesIO(good), table, lambda _found: found[table]), place


def other_than(value, chance):
    """The value with something in it changed, taken out, put in or put in another's place."""
    if isinstance(value, dict | list) and value and chance.random() < 0.85:
        return (_other_object if isinstance(value, dict) else _other_list)(value, chance)
    if type(value) is int and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 7, 1000))
    return chance.choice(STRANGE)


def _other_object(value, chance):
    key, what = chance.choice(sorted(value)), chance.random()
    if what < 0.15:
        return {name: below for name, below in value.items() if name != key}
    if what < 0.25:
        return value | {"stranger": chance.choice(STRANGE)}
    return value | {key: other_than(value[key], chance)}


def _other_list(value, chance):
    at, what = chance.randrange(len(value)), chance.random()
    if what < 0.1:
        return value[:at] + value[at + 1 :]
    if what < 0.2:
        return [*value, value[at]]
    return [*value[:at], other_than(value[at], chance), *value[at + 1 :]]


def addresses(league):
    """Everything of a league that can be asked for, pages and API."""
    known = _known(league)
    for pattern in _patterns(get_resolver()):
        room = pattern.removeprefix("api/v1/").partition("/")[0]
        if room not in ROOMS or "(?P" in pattern:
            continue
        names = [name for _kind, name in PARAMETER.findall(pattern)]
        values = [
            known[ROOMS[room]] if name == "uuid" else known.get(name, ("1",)) for name in names
        ]
        for chosen in islice(product(*values), 6):
            filled = iter(chosen)
            yield "/" + PARAMETER.sub(lambda _match, filled=filled: str(next(filled)), pattern)


ROOMS = {
    "leagues": "league", "teams": "team", "matches": "match", "stages": "stage",
    "fixtures": "fixture", "players": "player", "drafts": "draft", "tournaments": "stage",
    "adoptions": "adoption",
}  # fmt: skip


def _known(league):
    def uuids(rows):
        return [str(uuid) for uuid in rows.order_by("-pk").values_list("uuid", flat=True)[:3]]

    steps = StepRun.objects.filter(match__league=league).order_by("-pk")
    return {
        "league": [str(league.uuid)],
        "season": uuids(Season.objects.filter(league=league)),
        "team": uuids(Team.objects.filter(league=league)),
        "match": uuids(Match.objects.filter(league=league)),
        "stage": uuids(Stage.objects.filter(season__league=league)),
        "fixture": uuids(Fixture.objects.filter(stage__season__league=league)),
        "player": uuids(Player.objects.filter(contracts__team__league=league)),
        "draft": uuids(Draft.objects.filter(season__league=league)),
        "adoption": uuids(Adoption.objects.filter(season__league=league)),
        "entry": uuids(Entry.objects.filter(season__league=league)),
        "member": uuids(Membership.objects.filter(league=league)),
        "coach": uuids(Membership.objects.filter(league=league)),
        "tenure": uuids(Tenure.objects.filter(team__league=league)),
        "window": uuids(Window.objects.filter(team__league=league)),
        "division": uuids(Division.objects.filter(season__league=league)),
        "trade": uuids(Trade.objects.filter(league=league)),
        "side": ["home", "away"],
        "step": list(dict.fromkeys(steps.values_list("step", flat=True)[:20]))[:3],
        "number": [str(each.number) for each in Round.objects.filter(stage__season__league=league)][
            :2
        ],
    }


def _patterns(resolver, prefix=""):
    for each in resolver.url_patterns:
        path = prefix + str(each.pattern)
        if hasattr(each, "url_patterns"):
            yield from _patterns(each, path)
        else:
            yield path
