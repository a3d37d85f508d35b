"""The edition put together: importing its modules is what registers their questions."""

from dataclasses import replace

from rules.editions import Edition
from rules.editions.bb2016.edition import EDITION as BASE
from rules.editions.bb2016.lineup import FIELD
from rules.editions.crp.house import KNOBS
from rules.editions.crp.petty_cash import petty_cash
from rules.editions.crp.questions import question
from rules.editions.crp.sequences import POST_MATCH, PRE_MATCH

ANSWERS = replace(BASE.answers, give_up_home=None, inducement_budget=petty_cash)

EDITION = Edition(
    "crp",
    question,
    BASE.sheet,
    ANSWERS,
    KNOBS,
    PRE_MATCH,
    POST_MATCH,
    pitch=FIELD,
    examples=BASE.examples,
    glossary=BASE.glossary,
    plausible_wish=BASE.plausible_wish,
)
