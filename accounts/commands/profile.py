"""What a person says about themselves."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.time_zones import time_zones
from acts.failures import Reason, Refused
from acts.recording import record_act
from web.lines import tidied, what_is_wrong_with


def change_profile(
    *,
    actor: User,
    now: datetime,
    name: str | None = None,
    time_zone: str | None = None,
    reach_me: str | None = None,
) -> User:
    """Change one's own name, time zone or way to be reached; what is None stays as it is."""
    wishes = {"name": name, "time_zone": time_zone, "reach_me": reach_me}
    given = {field: tidied(value) for field, value in wishes.items() if value is not None}
    if reasons := what_is_wrong(given, kept=actor):
        raise Refused(*reasons)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=actor.pk)
        changed = [field for field, value in given.items() if getattr(user, field) != value]
        if changed:
            for field in changed:
                setattr(user, field, given[field])
            user.save(update_fields=changed)
            # Acts stay when an account is scrubbed, so this one says what changed and not to what.
            record_act("accounts.change_profile", actor=user, now=now, changed=changed)
    return user


def what_is_wrong(given: dict[str, str], *, kept: User) -> list[Reason]:
    reasons = []
    for field in ("name", "reach_me"):
        if field in given:
            most = getattr(User._meta.get_field(field), "max_length", 0)
            empty = field == "reach_me"
            reasons += what_is_wrong_with(
                given[field], subject=field, at_most=most, may_be_empty=empty
            )
    # A zone that the list has lost meanwhile may stay.
    if given.get("time_zone", kept.time_zone) not in time_zones() | {kept.time_zone}:
        unknown = _("No such time zone. They are named like Europe/Vienna.")
        reasons.append(Reason("unknown_time_zone", unknown, "time_zone"))
    return reasons
