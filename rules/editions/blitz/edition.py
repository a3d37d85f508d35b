"""The edition put together: importing its modules is what registers their questions."""

from rules.answers import EditionAnswers
from rules.editions import Edition
from rules.editions.blitz.awards import AWARDS
from rules.editions.blitz.draft import draft, draft_bill, draft_offers, entrance
from rules.editions.blitz.endings import overtime
from rules.editions.blitz.examples import EXAMPLES
from rules.editions.blitz.glossary import GLOSSARY
from rules.editions.blitz.house import KNOBS
from rules.editions.blitz.pitch import PITCH
from rules.editions.blitz.questions import question
from rules.editions.blitz.sequences import POST_MATCH, PRE_MATCH
from rules.editions.blitz.team_sheet import SHEET
from rules.editions.blitz.traits import league_over

ANSWERS = EditionAnswers(
    draft_offers=draft_offers,
    draft_bill=draft_bill,
    draft=draft,
    entrance=entrance,
    strength=None,
    player_value=None,
    profile=None,
    experience=None,
    hire=None,
    adopt=None,
    adjust=None,
    redrafting=None,
    trade=None,
    give_up_home=None,
    inducement_budget=None,
    overtime=overtime,
    penalties=None,
    walkover=None,
    forfeit=None,
    void=None,
    bye=None,
    late_entry=None,
    season_over=league_over,
)

EDITION = Edition(
    "blitz",
    question,
    SHEET,
    ANSWERS,
    KNOBS,
    PRE_MATCH,
    POST_MATCH,
    pitch=PITCH,
    examples=EXAMPLES,
    glossary=GLOSSARY,
    awards=AWARDS,
)
