"""Limits over several positions and skills that need others, where a list of bb2016 had them."""

from copy import deepcopy

import pytest

from rules.book import Book
from rules.editions import edition
from rules.editions.bb2016.adoption import Adoption, adoption
from rules.editions.bb2016.availability import journeymen
from rules.editions.bb2016.draft import Draft, draft
from rules.editions.bb2016.drafting import draft_offers
from rules.editions.bb2016.entrance import entrance
from rules.editions.bb2016.hire import hire_and_fire
from rules.editions.bb2016.improvement import ImprovementChoice, improvement_choice
from rules.editions.bb2016.inducements import Buying, inducements
from rules.editions.bb2016.trade import trade
from rules.engine.arriving import Adoptee
from rules.engine.availability import Journeymen
from rules.engine.circumstances import HireAndFire, OfRace, OfTeam, Trade
from rules.engine.rulings import Allowed
from rules.engine.state import Player, Team
from rules.house import House
from rules.loading import made_from, raw_of

pytestmark = pytest.mark.pure


def changed():
    """Humans with at most four of their blitzers and catchers; Guard for who has Block."""
    raw = deepcopy(raw_of("bb2016"))
    human = next(each for each in raw["team"] if each["key"] == "human")
    named = {"key": "fast", "name": "Fast ones", "positions": ["Blitzer", "Catcher"], "max": 4}
    lined = {"key": "plain", "name": "Plain ones", "positions": ["Lineman", "Thrower"], "max": 13}
    human["limit"] = [named, lined]
    next(each for each in raw["skill"] if each["key"] == "guard")["needs"] = ["block"]
    return made_from(raw)


BOOK = Book(changed(), House(edition("bb2016").knobs))
TOGETHER = {
    "limit": "Fast ones",
    "positions": ["blitzer", "catcher"],
    "count": 5,
    "at_most": 4,
}


def squad(prefix="p", **counts):
    every = [position for position, count in counts.items() for _ in range(count)]
    found = {f"{prefix}{n}": Player(f"{prefix}{n}", key, 0) for n, key in enumerate(every, 1)}
    return Team("human", treasury=1_000_000, players=found)


def told(ruling):
    return [(each.code, each.subject, dict(each.params)) for each in ruling.reasons]


def test_a_draft_is_told_the_limit_and_so_is_who_looks_at_the_offers():
    wish = Draft("human", {"lineman": 6, "blitzer": 3, "catcher": 2})
    assert told(draft.ask(BOOK, wish, {})) == [("too-many-together", "players.catcher", TOGETHER)]
    offers = {
        each.params["what"]: each.params for each in draft_offers(BOOK, OfRace("human")).because
    }
    assert offers["blitzer"]["together"] == [
        {"limit": "Fast ones", "positions": ["blitzer", "catcher"], "at_most": 4}
    ]
    assert offers["lineman"]["at_most"] == 13


def test_hire_and_fire_offers_what_still_fits():
    at = HireAndFire(squad(lineman=7, blitzer=3), "w")
    (ask,) = hire_and_fire.ask(BOOK, at, {}).open
    offers = {each.key: each for each in ask.offers}
    assert (offers["hire/catcher"].at_most, offers["hire/catcher"].ceiling) == (1, 4)
    full = HireAndFire(squad(lineman=7, blitzer=3, catcher=1), "w")
    (ask,) = hire_and_fire.ask(BOOK, full, {}).open
    assert ask.withheld["hire/catcher"].code == "too-many-together"
    wanted = {"hire-and-fire": {"hire/catcher": 1}}
    swapped = {"hire-and-fire": {"hire/catcher": 1, "fire/p8": 1}}
    assert told(hire_and_fire.ask(BOOK, full, wanted)) == [
        ("too-many-together", "hire/catcher", TOGETHER)
    ]
    assert isinstance(hire_and_fire.ask(BOOK, full, swapped), Allowed)


def test_who_comes_over_trades_or_enters_keeps_to_it():
    players = [*["lineman"] * 6, *["catcher"] * 3, *["blitzer"] * 2]
    arrives = Adoption("human", tuple(Adoptee(each) for each in players))
    assert told(adoption.ask(BOOK, arrives, {})) == [
        ("too-many-together", "players.10.position", TOGETHER)
    ]
    over = squad(lineman=6, blitzer=3, catcher=2)
    assert told(entrance.ask(BOOK, OfTeam(over), {})) == [
        ("too-many-together", "players.catcher", TOGETHER)
    ]
    swap = Trade(squad(blitzer=3, catcher=1), squad("q", catcher=1), "t", gets=("q1",))
    assert told(trade.ask(BOOK, swap, {})) == [
        ("too-many-together", "offering.players.catcher", TOGETHER)
    ]


def test_journeymen_come_as_far_as_they_fit():
    hurt = squad(lineman=1, thrower=2, blitzer=2)
    (ask,) = journeymen.ask(BOOK, Journeymen(hurt, "m"), {}).open
    assert [(each.key, each.at_most) for each in ask.offers] == [("lineman", 6)]


def test_mercenaries_fill_what_is_left_of_it():
    (ask,) = inducements.ask(BOOK, Buying(squad(lineman=7, blitzer=3)), {}).open
    offers = {each.key: each.at_most for each in ask.offers}
    assert (offers["mercenary/blitzer"], offers["mercenary/catcher"]) == (1, 1)
    full = Buying(squad(lineman=7, blitzer=3, catcher=1))
    (ask,) = inducements.ask(BOOK, full, {}).open
    assert ask.withheld["mercenary/catcher"].code == "too-many-together"
    both = {ask.key: {"mercenary/blitzer": 1, "mercenary/catcher": 1}}
    refused = inducements.ask(BOOK, Buying(squad(lineman=7, blitzer=3), given=999_999), both)
    assert ("too-many-together", "mercenary/catcher", TOGETHER) in told(refused)


def test_a_skill_choice_says_what_the_skill_needs():
    def choice(position):
        player = Player(
            "p1", position, 0, awards={"touchdown": 2}, improvements=1, owed={"1": [3, 3]}
        )
        team = Team("human", players={"p1": player})
        (ask,) = improvement_choice.ask(BOOK, ImprovementChoice(team, "p1", "1"), {}).open
        return ask

    assert "guard" in choice("blitzer").options
    asked = choice("lineman")
    assert "guard" not in asked.options
    assert asked.withheld["guard"].params["needs"] == ["block"]
    learnt = Adoptee("lineman", skills=("guard",), awards={"touchdown": 2})
    ruled = adoption.ask(BOOK, Adoption("human", (learnt,)), {})
    assert ("needs-another", "players.0.skills", {"skill": "guard", "needs": ["block"]}) in told(
        ruled
    )
