"""The edition put together: importing its modules is what registers their questions."""

from rules.editions import Edition
from rules.editions.bb2016 import (  # noqa: F401
    adjustment,
    adoption,
    availability,
    balls,
    draft,
    drafting,
    endings,
    entrance,
    fans,
    fortune,
    growth,
    hire,
    improvement,
    inducements,
    injury,
    insurance,
    mvp,
    plays,
    prematch,
    profile,
    raising,
    redraft,
    residency,
    sponsors,
    stadiums,
    trade,
    treasury,
    unplayed,
    value,
)
from rules.editions.bb2016.beforehand import PRE_MATCH
from rules.editions.bb2016.lineup import FIELD
from rules.editions.bb2016.postmatch import POST_MATCH
from rules.editions.bb2016.questions import question

EDITION = Edition("bb2016", question, PRE_MATCH, POST_MATCH, pitch=FIELD)
