"""Trades on pages and for programs."""

from html import unescape

import pytest

from competition.commands.trades import Goods, accept_trade, offer_trade
from competition.models import Trade
from league.models import League
from tests.competition.conftest import present
from tests.competition.test_trades import blitzer, wearer
from tests.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def offered(rovers, scurriers, league, ines, browser):
    """Ines offers a blitzer and 20,000 for a blitzer, on the page."""
    address = f"/leagues/{league.uuid}/trades/offer/?team={rovers.uuid}&to={scurriers.uuid}"
    wish = {
        "gives.players": [blitzer(rovers).uuid],
        "gives.gold": "20000",
        "gets.players": [blitzer(scurriers).uuid],
    }
    assert browser(ines).get(address).status_code == 200
    answer = browser(ines).post(address, wish)
    assert answer.status_code == 302
    return Trade.objects.get()


def coach_of(team):
    return team.tenures.get().coach.user


def page_of(trade):
    return f"/leagues/{trade.league.uuid}/trades/{trade.uuid}/"


def test_three_people_make_a_trade(offered, ines, olaf, marta, browser):
    page, rovers, scurriers = page_of(offered), offered.offering, offered.asked
    assert "Accept the trade" in browser(olaf).get(page).content.decode()
    assert "Withdraw it" in browser(ines).get(page).content.decode()
    assert browser(ines).post(page, {"answer": "approve"}).status_code == 403
    assert browser(olaf).post(page, {"answer": "accept"}).status_code == 302
    assert browser(olaf).post(page, {"answer": "accept"}).status_code == 409
    assert "Approve the trade" in browser(marta).get(page).content.decode()
    assert browser(marta).post(page, {"answer": "refuse"}).status_code == 422
    assert browser(marta).post(page, {"answer": "approve"}).status_code == 302
    assert browser(marta).post(page, {"answer": "approve"}).status_code == 409
    assert present(rovers).treasury == 30_000
    assert present(scurriers).treasury == 70_000
    for team in (rovers, scurriers):
        ledger = browser().get(f"/teams/{team.uuid}/ledger/").content.decode()
        assert "Trade" in ledger
        assert browser().get(f"/teams/{team.uuid}/").status_code == 200
    moved = wearer(scurriers, scurriers.contracts.order_by("-id").first().number)
    career = browser().get(f"/players/{moved.uuid}/").content.decode()
    assert "traded" in career


def test_what_says_no_is_told_once(rovers, scurriers, ines, olaf, *, marta, browser):
    """The Scurriers have as many blitzers as they may."""
    trade = offer_trade(
        actor=ines,
        team=rovers,
        to=scurriers,
        gives=Goods([blitzer(rovers).uuid]),
        gets=Goods([], 10_000),
        now=NOW,
    )
    browser(olaf).post(page_of(trade), {"answer": "accept"})
    asked = browser(marta).get(page_of(trade))
    (reason,) = (str(each.message) for each in asked.context["shown"].reasons)
    refused = browser(marta).post(page_of(trade), {"answer": "approve"})
    assert refused.status_code == 422
    for answer in (asked, refused):
        assert unescape(answer.content.decode()).count(reason) == 1


def test_what_cannot_be_is_not_to_be_approved(*, rovers, scurriers, ines, olaf, marta, browser):
    """Gold that a team does not have is nothing that a commissioner could set aside."""
    pays = Goods([], 5_000_000)
    trade = offer_trade(actor=ines, team=rovers, to=scurriers, gives=pays, gets=Goods(), now=NOW)
    accept_trade(actor=olaf, trade=trade, now=NOW)
    page = browser(marta).get(page_of(trade)).content.decode()
    assert "As long as that is so, nobody can approve the trade." in page
    assert "Set aside the rules" not in page
    assert "Approve the trade" not in page
    assert "Refuse it" in page


def test_whoever_is_asked_finds_it_on_the_leagues_home(offered, ines, olaf, marta, browser):
    home = f"/leagues/{offered.league.uuid}/"
    waits = "1 trade waits for your word."

    def told():
        people = {"ines": ines, "olaf": olaf, "marta": marta}
        pages = {who: browser(person).get(home).content.decode() for who, person in people.items()}
        return [who for who, page in pages.items() if waits in page]

    assert told() == ["olaf"]
    browser(olaf).post(page_of(offered), {"answer": "accept"})
    assert told() == ["marta"]
    browser(marta).post(page_of(offered), {"answer": "approve"})
    assert told() == []


def test_what_is_talked_about_is_for_those_concerned(
    offered,
    league,
    coach,
    make_user,
    browser,
):
    bystander = coach("Bo")
    for person in (bystander, make_user("Stranger"), None):
        assert browser(person).get(page_of(offered)).status_code == 404
        listed = browser(person).get(f"/leagues/{league.uuid}/trades/").content.decode()
        assert str(offered.uuid) not in listed
    League.objects.update(is_public=False)
    assert browser().get(f"/leagues/{league.uuid}/trades/").status_code == 404


def test_the_first_page_asks_for_two_teams(rovers, scurriers, ines, coach, browser):
    address = f"/leagues/{rovers.league.uuid}/trades/offer/"
    assert "Underquay Scurriers" in browser(ines).get(address).content.decode()
    same = f"{address}?team={rovers.uuid}&to={rovers.uuid}"
    assert "between two teams" in browser(ines).get(same).content.decode()
    assert browser(ines).get(f"{address}?team=x&to=y").status_code == 404
    other = f"{address}?team={scurriers.uuid}&to={rovers.uuid}"
    assert browser(ines).get(other).status_code == 404
    assert browser(coach("Bo")).get(address).status_code == 403
    both = f"{address}?team={rovers.uuid}&to={scurriers.uuid}"
    empty = browser(ines).post(both, {})
    assert empty.status_code == 422
    assert "a trade is of players or gold" in empty.content.decode()


def test_offers_are_made_for_teams_that_one_may_speak_for(
    *, league, rovers, scurriers, paper_team, marta, coach, browser
):
    list_of, address = f"/leagues/{league.uuid}/trades/", f"/leagues/{league.uuid}/trades/offer/"
    assert "Offer a trade" not in browser(marta).get(list_of).content.decode()
    assert browser(marta).get(address).status_code == 403
    toms = paper_team("Tom")
    assert "Offer a trade" in browser(marta).get(list_of).content.decode()
    form = browser(marta).get(address).context["form"]
    assert form.fields["team"].choices == [(str(toms.uuid), "Toms")]
    assert len(form.fields["to"].choices) == 3


def test_says_who_accepted_and_offers_one_way_to_end_it(
    *, offered, ines, olaf, marta, browser, api
):
    page = page_of(offered)
    ines.memberships.update(role="deputy")
    olaf.memberships.update(role="deputy")
    for person, word in ((ines, "Withdraw it"), (olaf, "Decline it"), (marta, "Refuse it")):
        shown = browser(person).get(page).content.decode()
        words = [each for each in ("Withdraw it", "Decline it", "Refuse it") if each in shown]
        assert words == [word]
    assert "Accept" not in browser(marta).get(page).content.decode()
    accepted = browser(olaf).post(page, {"answer": "accept"}, follow=True)
    assert "Accepted by Olaf on" in accepted.content.decode()
    told = api(olaf).get(f"/api/v1{page}").json()
    assert (told["offered_by"], told["accepted_by"]) == ("Ines", "Olaf")


def test_a_program_trades(rovers, scurriers, olaf, marta, api):
    address = f"/api/v1/leagues/{rovers.league.uuid}/trades/"
    wish = {
        "team": str(rovers.uuid),
        "to": str(scurriers.uuid),
        "gives": {"players": [str(blitzer(rovers).uuid)]},
        "gets": {"gold": 30_000},
    }
    made = api(coach_of(rovers)).post(address, wish, format="json")
    assert made.status_code == 201, made.json()
    assert {each["code"] for each in made.json()["reasons"]} == {"too-many-of-position"}
    answer = f"{address}{made.json()['uuid']}/answer/"
    assert api(olaf).post(answer, {"answer": "accept"}, format="json").status_code == 200
    commissioner = api(marta)
    assert commissioner.post(answer, {"answer": "approve"}, format="json").status_code == 422
    aside = {"answer": "approve", "override": True, "reason": "A farewell"}
    done = commissioner.post(answer, aside, format="json")
    assert done.json()["state"] == "approved"
    assert [each["state"] for each in api().get(address).json()["results"]] == ["approved"]
    present(rovers), present(scurriers)
