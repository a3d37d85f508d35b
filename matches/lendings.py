"""Who enters for a side besides its coach: by whose word, since when, until when, and why not."""

from collections.abc import Iterable

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from acts.failures import Reason
from matches.models import Lending
from matches.permissions import MatchAccess
from matches.reading import side_of
from matches.record import MatchRecord
from rules.engine.match import Side, other
from teams.models import Tenure
from teams.office import office_faults


def lending_sentences(record: MatchRecord) -> list[str]:
    """Of both sides. One statement at most."""
    return [_sentence(record, lending) for lending in record.lendings]


def lent_now(record: MatchRecord, side: Side) -> str:
    """By whose word the other coach enters for a side."""
    return " ".join(_sentence(record, each) for each in _of(record, side) if not each.taken_back_at)


def lent_before(record: MatchRecord, side: Side) -> list[str]:
    return [_sentence(record, each) for each in _of(record, side) if each.taken_back_at]


def _of(record: MatchRecord, side: Side) -> list[Lending]:
    return [each for each in record.lendings if each.side.side == side]


def lending_faults(
    record: MatchRecord, access: MatchAccess, *sides: Side, tenures: Iterable[Tenure]
) -> list[Reason]:
    """Why sides are not lent, each reason with its side: nobody is there to lend it to, or whoever
    runs the league would do it for a team that they play against another time. One statement where
    they coach nothing or these sides, six for each other."""
    now, reasons = timezone.now(), []
    with_account = {each.team_id for each in tenures if each.coach.user_id and each.holds_now(now)}
    from_office = _playing_officer(access) if set(sides) - access.coaches else None
    for side in sides:
        team = record.team(other(side))
        if team.pk not in with_account:
            sentence = _("Nobody with an account coaches %(team)s, so nobody could enter for you.")
            reasons.append(Reason("nobody_to_lend_to", sentence % {"team": team}, side))
        elif from_office and side not in access.coaches:
            faults = office_faults(from_office, record.team(side))
            reasons += [Reason(each.code, each.message, side) for each in faults]
    return reasons


def _playing_officer(access: MatchAccess) -> User | None:
    """Nobody where they never coached in the league. Two statements at most."""
    place = access.membership
    if place is None or not Tenure.objects.filter(coach=place).exists():
        return None
    return place.user


def _sentence(record: MatchRecord, lending: Lending) -> str:
    about = {
        "team": record.team(side_of(lending.side.side)),
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
    return date_format(localtime(at), "D j M, H:i")  # type: ignore[arg-type]
