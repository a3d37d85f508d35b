"""The edition put together: importing its modules is what registers their questions."""

from rules.answers import EditionAnswers, Redrafting
from rules.editions import Edition
from rules.editions.bb2016 import (  # noqa: F401
    availability,
    balls,
    fans,
    fortune,
    improvement,
    injury,
    insurance,
    mvp,
    plays,
    raising,
    residency,
    sponsors,
    stadiums,
    treasury,
)
from rules.editions.bb2016.adjustment import adjustment
from rules.editions.bb2016.adoption import adoption
from rules.editions.bb2016.beforehand import PRE_MATCH
from rules.editions.bb2016.draft import draft
from rules.editions.bb2016.drafting import draft_bill, draft_offers
from rules.editions.bb2016.endings import overtime, penalties
from rules.editions.bb2016.entrance import entrance
from rules.editions.bb2016.examples import EXAMPLES
from rules.editions.bb2016.glossary import GLOSSARY
from rules.editions.bb2016.growth import player_value, spp_level
from rules.editions.bb2016.hire import hire_and_fire
from rules.editions.bb2016.house import KNOBS
from rules.editions.bb2016.inducements import inducement_budget
from rules.editions.bb2016.lineup import FIELD
from rules.editions.bb2016.plausible import plausible_wish
from rules.editions.bb2016.postmatch import POST_MATCH
from rules.editions.bb2016.prematch import give_up_home
from rules.editions.bb2016.profile import player_profile
from rules.editions.bb2016.questions import question
from rules.editions.bb2016.redraft import (
    WISH,
    begins_with,
    redraft,
    redraft_budget,
    redraft_healing,
)
from rules.editions.bb2016.team_sheet import SHEET
from rules.editions.bb2016.trade import trade
from rules.editions.bb2016.unplayed import bye, forfeit, late_entry, void, walkover
from rules.editions.bb2016.value import worth

ANSWERS = EditionAnswers(
    draft_offers=draft_offers,
    draft_bill=draft_bill,
    draft=draft,
    entrance=entrance,
    strength=worth,
    player_value=player_value,
    profile=player_profile,
    experience=spp_level,
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
    give_up_home=give_up_home,
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
    "bb2016",
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
