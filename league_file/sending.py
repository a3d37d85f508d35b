"""A league's file as an answer, to be kept."""

import tempfile
from datetime import datetime

from django.http import FileResponse
from django.utils import timezone
from django.utils.text import slugify

from accounts.models import User
from league.models import League
from league_file.writing import export_league

MEDIA_TYPE = "application/zip"


def sent_league(*, actor: User, league: League, now: datetime) -> FileResponse:
    """The download; raises what export_league raises."""
    # Open until the answer has been sent, which closes it.
    file = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        export_league(actor=actor, league=league, into=file, now=now)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    name = f"{slugify(league.name) or 'league'}-{timezone.localdate(now)}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type=MEDIA_TYPE)
