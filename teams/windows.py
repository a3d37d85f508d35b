"""A team's windows of Hire & Fire: which is open, and which comes next."""

from datetime import datetime

from django.db.models import Max

from teams.models import Team, Window


def unfinished(team: Team) -> Window | None:
    """The window that nobody has closed, though its time may be over. One statement."""
    return team.windows.filter(closed_at=None).first()


def is_open(window: Window | None, *, now: datetime) -> bool:
    """Whether the coach may act in it."""
    return (
        window is not None
        and window.is_for_coach
        and window.closed_at is None
        and (window.closes_at is None or window.closes_at > now)
    )


def next_window(team: Team) -> Window:
    """As it would be opened, not saved. One statement."""
    last = team.windows.aggregate(number=Max("number"), revision=Max("revision"))
    return Window(team=team, is_for_coach=False, **following(last["number"], last["revision"]))


def following(number: int | None, revision: int | None) -> dict[str, int]:
    """Revisions go on from one window to the next: what saw an old basket knows none of the new."""
    if number is None or revision is None:
        return {"number": 1, "revision": 0}
    return {"number": number + 1, "revision": revision + 1}
