"""What a draft offers and what it comes to, while it is still in the making."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.bb2016.draft import Draft
from rules.editions.bb2016.training import Skilled
from rules.engine.circumstances import OfRace, OfTeam
from rules.engine.drafting import MOST_COUNTED
from rules.engine.effects import Fact, Joined
from rules.engine.fold import fold
from rules.engine.rulings import Allowed, Refused, total
from rules.engine.state import Team
from rules.loading import load
from tests.rules.answering import ask, reasons

RACES = sorted(load("bb2016").races)


def facts(ruling):
    return {effect.what: effect.value for effect in ruling.effects if isinstance(effect, Fact)}


def offers(race, **house):
    ruling = ask("draft-offers", OfRace(race), **house)
    return {line.params["subject"]: line.params for line in ruling.because if line.code == "offer"}


class TestTheBill:
    def test_is_made_out_for_a_wish_that_breaks_rules(self):
        wish = Draft("human", {"lineman": 3, "ogre": 2}, rerolls=9, staff={"apothecary": 2})
        assert isinstance(ask("draft", wish), Refused)
        ruling = ask("draft-bill", wish)
        assert [(line.code, line.amount) for line in ruling.because] == [
            ("budget", 1_000_000),
            ("hire", -150_000),
            ("hire", -280_000),
            ("rerolls", -450_000),
            ("apothecary", -100_000),
        ]
        assert facts(ruling) == {"left": 20_000, "team-value": 980_000}

    def test_may_be_more_than_the_budget(self):
        ruling = ask("draft-bill", Draft("human", {"lineman": 16}, rerolls=8))
        assert facts(ruling)["left"] == -200_000

    def test_of_nothing_leaves_everything(self):
        assert facts(ask("draft-bill", Draft("human"))) == {"left": 1_000_000, "team-value": 0}

    def test_numbers_everybody_as_the_draft_will(self):
        wish = Draft(
            "human",
            {"lineman": 8, "blitzer": 3},
            skilled=(Skilled("blitzer", ()), Skilled("blitzer", ("guard",))),
        )
        house = {"resurrection": True, "resurrection.skills": 1}
        begun = [each for each in ask("draft", wish, **house).effects if isinstance(each, Joined)]
        shown = [
            each for each in ask("draft-bill", wish, **house).effects if isinstance(each, Joined)
        ]
        assert shown == begun
        assert [each.player.id for each in shown if each.player.skills] == ["draft/10"]

    def test_counts_no_fan_factor_that_is_given(self):
        wish = Draft("human", {"lineman": 11})
        assert facts(ask("draft-bill", wish, **{"fan-factor.free": True}))["team-value"] == 550_000

    @pytest.mark.parametrize(
        ("wish", "reason"),
        [
            (Draft("gnome"), ("no-such-race", "race")),
            (Draft("human", {"goblin": 1}), ("no-such-position", "players.goblin")),
            (Draft("human", {"lineman": -1}), ("negative", "players.lineman")),
            (Draft("human", {"lineman": MOST_COUNTED + 1}), ("too-many-players", "players")),
            (Draft("human", {"lineman": 10**9}), ("too-many-players", "players")),
        ],
    )
    def test_is_refused_only_for_what_cannot_be_counted(self, wish, reason):
        assert reasons(ask("draft-bill", wish)) == [reason]


class TestTheOffers:
    def test_are_what_the_list_says(self):
        human = offers("human")
        assert human["players.lineman"] == {
            "subject": "players.lineman",
            "what": "lineman",
            "each": 50_000,
            "at_most": 16,
        }
        assert (human["rerolls"]["each"], human["rerolls"]["later"]) == (50_000, 100_000)
        assert human["staff.apothecary"]["at_most"] == 1
        assert "at_most" not in human["staff.cheerleader"]
        assert not any(subject.startswith("inducements") for subject in human)

    def test_leave_out_what_a_race_has_no_use_for(self):
        assert "staff.apothecary" not in offers("undead")

    def test_leave_out_fan_factor_that_is_given(self):
        assert "fan_factor" in offers("human")
        assert "fan_factor" not in offers("human", **{"fan-factor.free": True})

    def test_hold_inducements_where_they_are_sold_for_good(self):
        sold = offers("human", **{"draft.permanent-inducements": ["bribe", "star-player"]})
        assert sold["inducements.bribe"]["each"] == 100_000
        assert sold["inducements.star/griff-oberwald"]["each"] == 320_000

    def test_name_the_skills_of_a_resurrection_league_by_price(self):
        house = {
            "resurrection": True,
            "resurrection.skills": 3,
            "resurrection.double-price": 35_000,
        }
        ruling = ask("draft-offers", OfRace("human"), **house)
        sold = {
            (line.params["position"], line.params["kind"]): line.params
            for line in ruling.because
            if line.code == "skill-offer"
        }
        assert "guard" in sold["blitzer", "skill"]["skills"]
        assert "block" not in sold["blitzer", "skill"]["skills"]
        assert "dodge" in sold["blitzer", "double-skill"]["skills"]
        assert sold["blitzer", "double-skill"]["each"] == 35_000

    def test_are_refused_for_a_race_that_there_is_not(self):
        assert reasons(ask("draft-offers", OfRace("gnome"))) == [("no-such-race", "race")]


@st.composite
def baskets(draw):
    """A wish of what is offered, each as often as it is."""
    race = draw(st.sampled_from(RACES))
    sold = offers(race)
    counts = {
        subject: draw(st.integers(0, min(params.get("at_most", 4), 8)))
        for subject, params in sold.items()
    }
    below = {
        field: {
            subject.partition(".")[2]: count
            for subject, count in counts.items()
            if subject.startswith(f"{field}.")
        }
        for field in ("players", "staff")
    }
    return Draft(race, rerolls=counts["rerolls"], fan_factor=counts["fan_factor"], **below)


@given(baskets())
def test_prices_on_offer_are_those_on_the_bill_and_the_draft_agrees(wish):
    bill = ask("draft-bill", wish)
    sold = {params["what"]: params["each"] for params in offers(wish.race).values()}
    spent = -total([line for line in bill.because if line.code != "budget"])
    wanted = {**wish.players, **wish.staff, "rerolls": wish.rerolls, "fan_factor": wish.fan_factor}
    assert spent == sum(sold[what] * count for what, count in wanted.items())
    ruling = ask("draft", wish)
    if isinstance(ruling, Allowed):
        team = fold(Team(wish.race), ruling.effects)
        assert (team.treasury, ruling.because) == (facts(bill)["left"], bill.because)
        value = ask("team-value", OfTeam(team))
        assert total(value.because) == facts(bill)["team-value"]
    else:
        assert {reason.code for reason in ruling.reasons} <= {
            *("too-few-players", "too-many-players", "over-budget")
        }
