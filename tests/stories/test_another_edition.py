"""An edition unlike any other goes through the product: no gold, a squad of six, points to spend.

What it has not is not asked for and not shown.
"""

from io import BytesIO

import pytest
from pypdf import PdfReader

from league.commands.leagues import create_league
from league.queries import current_season
from rules.editions import beside
from teams.commands import drafting
from tests.conftest import NOW
from tests.rules.toy.edition import EDITION

# Words of other games, which nobody who plays this one has heard of.
FOREIGN = ("Treasury", "Re-rolls", "Fan factor", "FAME", "Team Value", "11 to 16", "gold")


@pytest.fixture
def toy():
    with beside(EDITION):
        yield EDITION


@pytest.fixture
def sandlot(toy, marta):
    return create_league(actor=marta, name="The Sandlot", edition_key="toy", now=NOW)


def foreign(text):
    return [word for word in FOREIGN if word in text]


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer.content.decode()


def test_a_league_is_founded_and_a_team_drafted(sandlot, marta, client):
    client.force_login(marta)
    page(client, f"/leagues/{sandlot.uuid}/rules/")
    new = page(client, f"/leagues/{sandlot.uuid}/draft/")
    assert "Rovers" in new
    begun = client.post(f"/leagues/{sandlot.uuid}/draft/", {"race": "rovers"})
    assert begun.status_code == 302, begun.content.decode()[:3000]
    draft = page(client, begun.url)
    assert "Big Kid" in draft
    assert foreign(draft) == []


@pytest.fixture
def team(sandlot, marta):
    return drafting.draft_team(
        actor=marta,
        season=current_season(sandlot),
        race="rovers",
        name="Back Yard",
        wish={"players": {"kid": 5, "big-kid": 1}},
        now=NOW,
    )


def test_a_squad_of_six_is_all_that_a_team_has(team, marta, client):
    client.force_login(marta)
    for part in ("", "ledger/", "identity/", "names/", "coaches/"):
        assert foreign(page(client, f"/teams/{team.uuid}/{part}")) == []
    paper = client.get(f"/teams/{team.uuid}/roster.pdf").content
    assert foreign(" ".join(each.extract_text() for each in PdfReader(BytesIO(paper)).pages)) == []


@pytest.mark.parametrize("part", ["adjust/", "hire/", "home/", "redraft/"])
def test_what_the_edition_has_not_has_no_page_and_no_tab(team, marta, client, part):
    client.force_login(marta)
    assert client.get(f"/teams/{team.uuid}/{part}").status_code == 404
    assert f"/teams/{team.uuid}/{part}" not in page(client, f"/teams/{team.uuid}/")
