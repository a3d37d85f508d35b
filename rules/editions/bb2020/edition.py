"""The edition put together: importing its modules is what registers their questions."""

from rules.answers import EditionAnswers, Redrafting
from rules.editions import Edition
from rules.editions.bb2020.adjustment import adjustment
from rules.editions.bb2020.adoption import adoption
from rules.editions.bb2020.beforehand import PRE_MATCH
from rules.editions.bb2020.draft import draft, draft_bill, draft_offers
from rules.editions.bb2020.endings import overtime, penalties
from rules.editions.bb2020.entrance import entrance
from rules.editions.bb2020.examples import EXAMPLES
from rules.editions.bb2020.glossary import GLOSSARY
from rules.editions.bb2020.hire import hire_and_fire
from rules.editions.bb2020.house import KNOBS
from rules.editions.bb2020.inducements import inducement_budget
from rules.editions.bb2020.lineup import FIELD
from rules.editions.bb2020.plausible import plausible_wish
from rules.editions.bb2020.players import experience, player_profile, player_value
from rules.editions.bb2020.postmatch import POST_MATCH
from rules.editions.bb2020.questions import question
from rules.editions.bb2020.redraft import (
    WISH,
    begins_with,
    redraft,
    redraft_budget,
    redraft_healing,
)
from rules.editions.bb2020.team_sheet import SHEET
from rules.editions.bb2020.trade import trade
from rules.editions.bb2020.unplayed import bye, forfeit, late_entry, void, walkover
from rules.editions.bb2020.value import worth

ANSWERS = EditionAnswers(
    draft_offers=draft_offers,
    draft_bill=draft_bill,
    draft=draft,
    entrance=entrance,
    strength=worth,
    player_value=player_value,
    profile=player_profile,
    experience=experience,
    hire=hire_and_fire,
    adopt=adoption,
    adjust=adjustment,
    redrafting=Redrafting(
        budget=redraft_budget,
        healing=redraft_healing,
        redraft=redraft,
        begins_with=begins_with,
        wish=WISH,
        carried=("fan_factor",),
    ),
    trade=trade,
    give_up_home=None,
    inducement_budget=inducement_budget,
    overtime=overtime,
    penalties=penalties,
    walkover=walkover,
    forfeit=forfeit,
    void=void,
    bye=bye,
    late_entry=late_entry,
)

EDITION = Edition(
    "bb2020",
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
