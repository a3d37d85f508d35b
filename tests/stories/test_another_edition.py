"""An edition unlike any other goes through the product: no gold, a squad of six, points to spend.

What it has not is not asked for and not shown.
"""

import pytest

from league.commands.leagues import create_league
from rules.editions import beside
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
    assert [word for word in FOREIGN if word in draft] == []
