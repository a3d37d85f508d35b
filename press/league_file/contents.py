"""What a league's file is made of."""

from django.apps import apps
from django.conf import settings
from django.db.models import ForeignKey, Model

from jobs.models import Act
from league.models import Invitation, JoinRequest, KeptCatalogue, League
from press.league_rows import rows_of
from teams.models import Picture
from web.backups.rows import stored_fields

PRODUCT = "touchback-league"
FORMAT = 1
MANIFEST = "league.json"
PEOPLE = "people.json"
ROWS, PICTURES = "rows/", "pictures/"
# Links that let people in and requests of strangers stay where they are; pictures travel as files.
LEFT_OUT: tuple[type[Model], ...] = (Invitation, JoinRequest, Picture)


def tables() -> list[type[Model]]:
    """Every table of the file, each after those that its rows point at."""
    own = [rows.model for rows in rows_of(League(pk=0))]
    kept = [model for model in reversed(own) if model not in LEFT_OUT]
    return [KeptCatalogue, Act, *kept]


def file_of(model: type[Model]) -> str:
    return f"{ROWS}{model._meta.label_lower}.jsonl"


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
