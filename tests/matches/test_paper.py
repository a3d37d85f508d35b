"""The match sheet: one A4, both rosters in front and the tables overleaf."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from league.pins import make_pin
from matches.commands.beginning import call_off
from rules.editions import edition
from rules.engine.effects import Left
from teams.ledger import LedgerEntry
from teams.models import Contract
from tests.conftest import NOW
from tests.matches.conftest import present
from tests.teams.test_ledger import gold, put

pytestmark = pytest.mark.pure


def pages_of(answer):
    assert answer.status_code == 200
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]


def test_has_rosters_in_front_and_tables_overleaf(client, match, rovers):
    answer = client.get(f"/matches/{match.uuid}/sheet.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert "greywater-rovers-underquay-scurriers.pdf" in answer["Content-Disposition"]
    front, overleaf = pages_of(answer)
    for name in rovers.contracts.values_list("player__name", flat=True):
        assert name.split()[0] in front
    assert "7 March 2026" in front
    assert "Team Value" in front
    assert "Inducements" in front
    for title in ("Weather", "Kick-off", "Casualty", "Winnings", "Fan factor", "Improvement"):
        assert title in overleaf


def test_prints_the_tables_of_the_rules_that_are_on(client, match, league, season, marta):
    front, overleaf = pages_of(client.get(f"/matches/{match.uuid}/sheet.pdf"))
    assert "Referee" not in front
    assert "residency" not in overleaf
    assert "Sure Hands" in front
    house = {**edition("bb2016").knobs.presets["everything"].turned, "kick-off.table": "blitzmania"}
    match.pin = make_pin(edition_key="bb2016", house=house, now=NOW)
    match.save()
    front, overleaf = pages_of(client.get(f"/matches/{match.uuid}/sheet.pdf"))
    assert "Referee" in front
    for title in ("Thoron Korensson", "Ankle-deep Water", "residency", "sponsor", "Scandal"):
        assert title in overleaf


@pytest.mark.parametrize(
    ("edition", "there", "missing"),
    [
        ("bb2016", "Expensive mistakes", "Spiralling expenses"),
        ("crp", "Spiralling expenses", "Expensive mistakes"),
    ],
)
def test_prints_what_the_treasury_pays_in_this_edition(client, match, edition, there, missing):
    match.pin = make_pin(edition_key=edition, house={}, now=NOW)
    match.save()
    _front, overleaf = pages_of(client.get(f"/matches/{match.uuid}/sheet.pdf"))
    assert there in overleaf
    assert missing not in overleaf
    assert "nominate" not in overleaf


def test_is_linked_on_the_page_and_in_the_api(client, match):
    assert (
        f"/matches/{match.uuid}/sheet.pdf" in client.get(f"/matches/{match.uuid}/").content.decode()
    )
    told = client.get(f"/api/v1/matches/{match.uuid}/").json()
    assert told["sheet"] == f"/matches/{match.uuid}/sheet.pdf"


def test_of_a_match_that_was_played_is_as_it_kicked_off(client, finished, rovers, season):
    before = finished.sides.get(side="home").kick_off["team"]
    one, *_rest = before["players"].values()
    leaves = LedgerEntry("fired", (Left(player=one["id"], how="retired"),))
    put(rovers, leaves, gold(12_345), season=season)
    front, _overleaf = pages_of(client.get(f"/matches/{finished.uuid}/sheet.pdf"))
    assert one["name"].split()[0] in front
    assert f"Treasury {before['treasury']:,}" in front
    assert f"{present(rovers).treasury:,}" not in front


def test_lists_whoever_was_hired(client, begin, rovers, season):
    put(rovers, gold(400_000), season=season)
    match = begin({"home: inducements": {"star/griff-oberwald": 1}})
    front, _overleaf = pages_of(client.get(f"/matches/{match.uuid}/sheet.pdf"))
    assert "Griff Oberwald" in front
    assert "Star player: " in front


def test_of_a_match_called_off_is_as_the_teams_came(client, begun, rovers, season, ines):
    call_off(actor=ines, match=begun, reason="", now=NOW)
    put(rovers, gold(12_345), season=season)
    front, _overleaf = pages_of(client.get(f"/matches/{begun.uuid}/sheet.pdf"))
    assert "This match was called off." in front
    assert f"{present(rovers).treasury:,}" not in front


@pytest.mark.parametrize("name", ["<b>Bold</b> & Sons", "עברית", "W" * 60])
def test_stays_two_pages_whatever_the_players_are_called(client, begun, rovers, *, name):
    for contract in Contract.objects.filter(team=rovers).select_related("player"):
        contract.player.name = name
        contract.player.save()
    front, _overleaf = pages_of(client.get(f"/matches/{begun.uuid}/sheet.pdf"))
    if name.startswith("<b>"):
        assert "<b>Bold</b> & Sons" in front


def test_fits_sixteen_players_with_long_names(client, begun, scurriers):
    first = Contract.objects.filter(team=scurriers).select_related("player").first()
    have = scurriers.contracts.count()
    for number in range(have + 1, 17):
        player = first.player
        player.pk, player._state.adding = None, True
        player.uuid = None or player._meta.get_field("uuid").default()
        player.name = f"Bartholomew the Unreasonably Long-Winded {number}"
        player.save()
        Contract.objects.create(
            team=scurriers, player=player, key=f"more/{number}", number=number, since=first.since
        )
    front, _overleaf = pages_of(client.get(f"/matches/{begun.uuid}/sheet.pdf"))
    assert front.count("Bartholomew") == 16 - have
