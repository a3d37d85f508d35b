"""No cache keeps what is told to one person: a team's pages differ by who looks."""

import pytest
from django.urls import reverse


@pytest.mark.parametrize("page", ["roster", "roster-pdf", "ledger", "coaches"])
def test_pages_of_a_team_are_not_kept(client, team, page):
    answer = client.get(reverse(f"teams:{page}", args=[team.uuid]))
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]


def test_nor_is_a_players(client, team):
    player = team.contracts.first().player
    answer = client.get(reverse("teams:player", args=[player.uuid]))
    assert "no-store" in answer["Cache-Control"]
