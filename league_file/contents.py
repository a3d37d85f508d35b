"""What a league's file is made of."""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db.models import ForeignKey, Model, QuerySet

from acts.models import Act
from competition.models import Standing
from league.models import Invitation, JoinRequest, KeptCatalogue, League, RulesPin
from league_file.rows import rows_of
from teams.models import Picture
from web.backups.rows import stored_fields

PRODUCT = "touchback-league"
FORMAT = 1
MANIFEST = "league.json"
PEOPLE = "people.json"
ROWS, PICTURES = "rows/", "pictures/"
# Links that let people in and requests of strangers stay where they are; pictures travel as files,
# and standings are worked out anew from the results.
LEFT_OUT: tuple[type[Model], ...] = (Invitation, JoinRequest, Picture, Standing)


def tables() -> list[type[Model]]:
    """Every table of the file, each after those that its rows point at."""
    own = [rows.model for rows in rows_of(League(pk=0))]
    kept = [model for model in reversed(own) if model not in LEFT_OUT]
    return [KeptCatalogue, Act, *kept]


def rows_in_file(league: League) -> dict[type[Model], QuerySet[Any]]:
    """What goes into each table's file; with the acts and catalogues that the rows name."""
    own = {rows.model: rows for rows in rows_of(league) if rows.model not in LEFT_OUT}
    acts: set[int] = set()
    for model, rows in own.items():
        for column, target in references(model).items():
            if target is Act:
                named = rows.order_by().exclude(**{column: None})
                acts.update(named.values_list(column, flat=True))
    pins = own[RulesPin].order_by().values("catalogue")
    return {
        **own,
        Act: Act.objects.filter(pk__in=sorted(acts)),
        KeptCatalogue: KeptCatalogue.objects.filter(pk__in=pins),
    }


def file_of(model: type[Model]) -> str:
    return f"{ROWS}{model._meta.label_lower}.jsonl"


def picture_of(team: object) -> str:
    """`team` is its public name."""
    return f"{PICTURES}{team}.webp"


def references(model: type[Model]) -> dict[str, type[Model]]:
    """The columns that point at rows, and of which table."""
    found: dict[str, type[Model]] = {}
    for field in stored_fields(model):
        if isinstance(field, ForeignKey):
            target = field.related_model
            found[field.attname] = apps.get_model(target) if isinstance(target, str) else target
    return found


def people_columns(model: type[Model]) -> list[str]:
    user = apps.get_model(settings.AUTH_USER_MODEL)
    return [column for column, target in references(model).items() if target is user]
