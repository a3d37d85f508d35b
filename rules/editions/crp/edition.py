"""The edition put together: importing its modules is what registers their questions."""

from rules.editions import Edition
from rules.editions.bb2016.lineup import FIELD
from rules.editions.crp import petty_cash  # noqa: F401
from rules.editions.crp.questions import question
from rules.editions.crp.sequences import POST_MATCH, PRE_MATCH

EDITION = Edition("crp", question, PRE_MATCH, POST_MATCH, pitch=FIELD)
