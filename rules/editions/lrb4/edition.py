"""The edition put together: importing its modules is what registers their questions."""

from rules.answers import EditionAnswers
from rules.editions import Edition
from rules.editions.lrb4.adjustment import adjustment
from rules.editions.lrb4.adoption import adoption
from rules.editions.lrb4.beforehand import PRE_MATCH
from rules.editions.lrb4.draft import draft
from rules.editions.lrb4.drafting import draft_bill, draft_offers
from rules.editions.lrb4.endings import overtime, penalties
from rules.editions.lrb4.entrance import entrance
from rules.editions.lrb4.examples import EXAMPLES
from rules.editions.lrb4.glossary import GLOSSARY
from rules.editions.lrb4.growth import player_profile, player_value, spp_level
from rules.editions.lrb4.hire import hire_and_fire
from rules.editions.lrb4.house import KNOBS
from rules.editions.lrb4.lineup import FIELD
from rules.editions.lrb4.plausible import plausible_wish
from rules.editions.lrb4.postmatch import POST_MATCH
from rules.editions.lrb4.questions import question
from rules.editions.lrb4.rating import rating
from rules.editions.lrb4.team_sheet import SHEET
from rules.editions.lrb4.trade import trade

ANSWERS = EditionAnswers(
    draft_offers=draft_offers,
    draft_bill=draft_bill,
    draft=draft,
    entrance=entrance,
    strength=rating,
    player_value=player_value,
    profile=player_profile,
    experience=spp_level,
    hire=hire_and_fire,
    adopt=adoption,
    adjust=adjustment,
    redrafting=None,
    trade=trade,
    give_up_home=None,
    inducement_budget=None,
    overtime=overtime,
    penalties=penalties,
    walkover=None,
    forfeit=None,
    void=None,
    bye=None,
    late_entry=None,
)

EDITION = Edition(
    "lrb4",
    question,
    SHEET,
    ANSWERS,
    KNOBS,
    PRE_MATCH,
    POST_MATCH,
    pitch=FIELD,
    examples=EXAMPLES,
    glossary=GLOSSARY,
    plausible_wish=plausible_wish,
)
