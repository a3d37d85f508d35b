"""Who entered for a side besides its coach, in words: by whose word, since when, until when."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from matches.models import Lending
from matches.play import Play
from matches.reading import side_of
from rules.engine.match import Side


def lending_sentences(play: Play, side: Side | None = None) -> list[str]:
    """Of one side, or of both. One statement at most."""
    return [
        _sentence(play, lending)
        for lending in play.lendings
        if side is None or lending.side.side == side
    ]


def _sentence(play: Play, lending: Lending) -> str:
    about = {
        "team": play.team(side_of(lending.side.side)),
        "who": lending.lent_by,
        "at": _moment(lending.lent_at),
    }
    if lending.by_password:
        sentence = _(
            "%(who)s typed the password on the other coach's phone, %(at)s: the other coach enters "
            "for %(team)s."
        )
    else:
        sentence = _("%(who)s let the other coach enter for %(team)s, %(at)s.")
    if lending.taken_back_at is None:
        return sentence % about
    back = _("Taken back by %(who)s, %(at)s.")
    ended = {"who": lending.taken_back_by, "at": _moment(lending.taken_back_at)}
    return f"{sentence % about} {back % ended}"


def _moment(at: object) -> str:
    return date_format(localtime(at), "j M, H:i")  # type: ignore[arg-type]
