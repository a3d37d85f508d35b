"""Blitz Bowl goes through the product: cards for players, points, and coaches who learn."""

import re
from html import unescape
from importlib import import_module
from io import BytesIO
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as site
from pypdf import PdfReader

from acts.failures import Refused
from competition import verifying
from competition.commands.arranging import arrange_match
from competition.commands.entries import register_team
from competition.commands.match_day import begin_fixture
from competition.commands.planning import plan_stage
from competition.commands.starting import start_stage
from competition.models import Award, Entry, Fixture, Result
from jobs import runner
from league.commands.leagues import create_league
from league.queries import current_season
from matches.commands.beginning import call_off
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from rules.editions import beside
from rules.editions.blitz.edition import EDITION
from simulator.leagues import Simulation
from simulator.settings import Setting
from teams.commands import drafting
from teams.models import Team
from tests.conftest import NOW
from tests.matches import playing

pytestmark = pytest.mark.pure

# Words of other games.
FOREIGN = (
    *("Treasury", "treasury", "Re-roll", "apothecary", "Fan factor", "FAME", "Team Value"),
    *(">TV<", "11 to 16", "gold", "SPP", "Casualt", ">CAS", "Journeym", "Niggl", "Squad"),
)


def foreign(text):
    return [word for word in FOREIGN if word in text]


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, answer.content.decode()[:2000]
    return answer.content.decode()


def paper(client, address):
    pages = PdfReader(BytesIO(client.get(address).content)).pages
    return " ".join(each.extract_text() for each in pages)


@pytest.fixture
def blitz():
    import_module(site.ROOT_URLCONF)
    with beside(EDITION):
        yield EDITION


@pytest.fixture
def crush(blitz, marta):
    league = create_league(actor=marta, name="The Crush", edition_key="blitz", now=NOW)
    league.teams_per_coach = 9
    league.save(update_fields=["teams_per_coach"])
    return league


@pytest.fixture
def draft(crush, marta):
    def make(name, race="human"):
        season = current_season(crush)
        team = drafting.draft_team(
            actor=marta, season=season, race=race, name=name, wish={}, now=NOW
        )
        register_team(actor=marta, season=season, team=team, now=NOW)
        return Team.objects.get(pk=team.pk)

    return make


@pytest.fixture
def match(crush, draft, marta):
    """Marauders against Dwarf Giants, the first fixture of a stage; both have a trait."""
    for name, race in (("Marauders", "human"), ("Dwarf Giants", "dwarf")):
        draft(name, race)
    Team.objects.update(marks={"trait/loud-celebrator": "ready", "trait/bribe-the-ref": "ready"})
    season = current_season(crush)
    stage = plan_stage(actor=marta, season=season, name="Crush", format="round-robin", now=NOW)
    with time_machine.travel(NOW, tick=False):
        start_stage(actor=marta, stage=stage, now=NOW)
        runner.run_due(now=NOW)
    fixture = Fixture.objects.filter(away__isnull=False).order_by("id").first()
    begun = begin_fixture(actor=marta, fixture=fixture, played_on=NOW.date(), now=NOW)
    return playing.play_on(begun, marta)


def tapped(match, marta, *taps):
    return enter_taps(actor=marta, match=match, taps=list(taps), now=NOW)


def test_a_team_is_drafted_by_its_name_alone(crush, marta, client):
    client.force_login(marta)
    new = page(client, f"/leagues/{crush.uuid}/draft/")
    assert "Wood Elf" in new
    assert foreign(new) == []
    begun = client.post(f"/leagues/{crush.uuid}/draft/", {"race": "dwarf"})
    assert begun.status_code == 302, begun.content.decode()[:3000]
    shown = page(client, begun.url)
    assert foreign(shown) == []


def test_points_are_tapped_for_a_side_and_traits_are_used_once(match, marta):
    assert match.state == Match.State.PLAYING
    loud, bribe = "trait/loud-celebrator", "trait/bribe-the-ref"
    tapped(
        match,
        marta,
        playing.tap("mark", "home", mark=bribe),
        playing.tap("count", "home", what="touchdown", mark=loud),
        playing.tap("count", "home", what="touchdown"),
        playing.tap("count", "home", what="challenge", named="break-some-bones"),
        playing.tap("count", "home", what="challenge", points=3),
        playing.tap("count", "home", what="clean-sweep"),
        playing.tap("count", "away", what="injury"),
    )
    submit_report(actor=marta, match=match, ending=MatchEnding("played"), now=NOW)
    report = Match.objects.get(pk=match.pk).reports.get().data
    assert report["score"] == {"home": 1 + 4 + 3 + 2 + 3 + 2, "away": 0}
    assert report["counts"] == {
        "home": {"touchdown": 2, "challenge": 2, "clean-sweep": 1},
        "away": {"injury": 1},
    }
    assert report["used"] == {"home": [bribe, loud], "away": []}


@pytest.mark.parametrize(
    ("taps", "code"),
    [
        ([{"what": "touchdown", "mark": "trait/glory-hound"}], "no_such_mark"),
        ([{"what": "clean-sweep", "mark": "trait/loud-celebrator"}], "not_its_mark"),
        ([{"what": "touchdown", "mark": "trait/loud-celebrator"}] * 2, "used_already"),
        ([{"what": "interception"}], "not_counted"),
        ([{"what": "challenge"}], "worth_missing"),
        ([{"what": "challenge", "points": 9}], "worth_missing"),
        ([{"what": "challenge", "named": "get-the-ball", "points": 2}], "another_worth"),
        ([{"what": "challenge", "named": "fly"}], "no_such_entry"),
    ],
)
def test_what_cannot_be_counted_is_refused(match, marta, taps, code):
    with pytest.raises(Refused) as refused:
        tapped(match, marta, *(playing.tap("count", "home", **each) for each in taps))
    assert [reason.code for reason in refused.value.reasons] == [code]


@pytest.fixture
def over(match, marta):
    """Home has won by 8 to 0 with one Challenge card, and used a trait."""
    tapped(
        match,
        marta,
        playing.tap("count", "home", what="touchdown", mark="trait/loud-celebrator"),
        playing.tap("count", "home", what="touchdown"),
        playing.tap("count", "home", what="challenge", named="take-them-down"),
        playing.tap("count", "home", what="injury"),
    )
    submit_report(actor=marta, match=match, ending=MatchEnding("played"), now=NOW)
    said = {"home: coach-trait": [1, 1], "away: coach-trait": [8, 8]}
    return playing.play_on(Match.objects.get(pk=match.pk), marta, said=said)


def test_the_board_is_tapped_by_its_forms(match, marta, client):
    client.force_login(marta)
    place = f"/matches/{match.uuid}/board/"
    board = page(client, place)
    assert foreign(board) == []
    for word in ("Clean Sweep", "Break Some Bones", "Loud Celebrator: 4 points", "Injury caused"):
        assert word in board
    assert 'id="tap-turn"' not in board
    sent = {"kind": "count", "side": "home", "what": "touchdown", "uuid": str(uuid4())}
    sent["mark"] = "trait/loud-celebrator"
    answer = client.post(place, sent, follow=True)
    shown = answer.content.decode()
    assert re.search(r'data-score="home">4<', shown)
    assert "Touchdown: Loud Celebrator, 4 points" in unescape(shown)
    assert "Loud Celebrator: 4 points" not in shown.partition('id="counts-away"')[0]
    sent = {"kind": "count", "side": "home", "what": "challenge", "points": "3"}
    for _card in range(3):
        client.post(place, sent | {"uuid": str(uuid4())})
    shown = page(client, place)
    assert "leads by 10 or more: the game is over" in shown
    assert foreign(page(client, f"/matches/{match.uuid}/")) == []
    assert foreign(page(client, f"/matches/{match.uuid}/live/")) == []
    assert client.get(f"/matches/{match.uuid}/totals/").status_code == 404


def test_a_match_leaves_its_numbers_and_a_trait_each(over, marta, client):
    client.force_login(marta)
    assert over.state == Match.State.OVER
    home, away = (over.sides.get(side=side).team for side in ("home", "away"))
    assert home.record == {
        "played": 1,
        "won": 1,
        "scored": 8,
        "conceded": 0,
        "challenge": 1,
        "injury": 1,
    }
    assert home.marks["trait/loud-celebrator"] == "used"
    assert (home.marks["trait/magical-training"], away.marks["trait/outrageous-cheat"]) == (
        "ready",
        "ready",
    )
    result = Result.objects.get()
    assert (result.score_home, result.score_away) == (8, 0)
    for part in ("", "live/", "correct/"):
        assert foreign(page(client, f"/matches/{over.uuid}/{part}")) == []
    for part in ("", "standings/", "fixtures/", "season/", "matches/", "honours/"):
        assert foreign(page(client, f"/leagues/{over.league.uuid}/{part}")) == []


def test_four_numbers_are_told_afterwards(match, crush, marta, client):
    """Points, Challenge cards and injuries of both; the traits are rolled as after any match."""
    client.force_login(marta)
    call_off(actor=marta, match=match, reason="Rain", now=NOW)
    fixture = Fixture.objects.get()
    form = page(client, f"/fixtures/{fixture.uuid}/record/")
    assert foreign(form) == []
    assert "Challenge cards, home" in form
    told = {"score_home": 7, "score_away": 7, "ending": "played", "played_on": "2026-03-07"}
    told |= {"challenge_home": 3, "challenge_away": 4, "injury_home": 2, "injury_away": 0}
    sent = client.post(f"/fixtures/{fixture.uuid}/record/", told)
    assert sent.status_code == 302, sent.content.decode()[:3000]
    played = playing.play_on(Match.objects.latest("pk"), marta)
    records = [played.sides.get(side=side).team.record for side in ("home", "away")]
    assert [
        (each["drawn"], each["scored"], each["challenge"], each["injury"]) for each in records
    ] == [(1, 7, 3, 2), (1, 7, 4, 0)]
    result = Result.objects.get()
    assert result.tallies == {"challenge": [3, 4], "injury": [2, 0]}
    assert foreign(page(client, f"/matches/{played.uuid}/")) == []


def test_rosters_and_paper_show_what_the_game_has(over, marta, client):
    client.force_login(marta)
    team = over.sides.get(side="home").team
    roster = page(client, f"/teams/{team.uuid}/")
    assert foreign(roster) == []
    assert "Magical" in roster
    assert "used in this game" in roster
    sheet = paper(client, f"/teams/{team.uuid}/roster.pdf")
    assert foreign(sheet) == []
    assert "Loud Celebrator" in sheet
    assert foreign(paper(client, f"/matches/{over.uuid}/sheet.pdf")) == []


def test_two_meet_again_only_when_each_has_played_everybody_else(crush, draft, marta):
    """1778: of three coaches, A and B wait until both have played C."""
    for name in ("A", "B", "C"):
        draft(name)
    season = current_season(crush)
    stage = plan_stage(actor=marta, season=season, name="Crush", format="open", most=10, now=NOW)
    with time_machine.travel(NOW, tick=False):
        start_stage(actor=marta, stage=stage, now=NOW)
        runner.run_due(now=NOW)
    a, b, c = Entry.objects.order_by("id")

    def arranged(home, away):
        stage.refresh_from_db()
        return arrange_match(actor=marta, stage=stage, home=home, away=away, now=NOW)

    arranged(a, b)
    arranged(a, c)
    with pytest.raises(Refused) as refused:
        arranged(b, a)
    assert [(each.code, str(each.message)) for each in refused.value.reasons] == [
        ("others_first", "They have met: B plays C before the two meet again.")
    ]
    arranged(c, b)
    assert arranged(b, a).number == 4


def test_a_season_is_simulated_with_traits_finals_and_the_four_awards(blitz, marta, client):
    setting = Setting(11, NOW, edition="blitz", teams=5, seasons=1, rules="core")
    league = Simulation(setting, marta).run()
    results = Result.objects.filter(fixture__stage__season__league=league)
    assert results.count() == 10 + 3
    played = {"won", "drawn", "lost"}
    for team in league.teams.all():
        assert team.record["played"] == sum(team.record.get(how, 0) for how in played) == 4
        gained = [
            effect["mark"]
            for event in team.events.all()
            for effect in event.effects
            if (effect["kind"], effect.get("value")) == ("marked", "ready")
        ]
        assert len({*gained}) == 4
        assert team.marks == {}  # 1975: until the end of the league
    assert [difference for batch in verifying.batches() for difference in batch()] == []
    table = {team: team.record for team in league.teams.all()}
    given = {
        kind: {award.entry.team for award in Award.objects.filter(kind=kind)}
        for kind in Award.objects.values_list("kind", flat=True)
    }
    assert set(given) == {
        *("champion", "master-of-the-crush", "king-of-carnage"),
        *("xxxxxx-challenger", "lead-laurels"),
    }

    def points(record):
        return 3 * record.get("won", 0) + record.get("drawn", 0)

    for kind, best, had in (
        ("master-of-the-crush", max, points),
        ("king-of-carnage", max, lambda record: record["injury"]),
        ("xxxxxx-challenger", max, lambda record: record["challenge"]),
        ("lead-laurels", min, points),
    ):
        wanted = best(had(record) for record in table.values())
        assert given[kind] == {team for team in table if had(table[team]) == wanted}, kind
    client.force_login(marta)
    honours = unescape(page(client, f"/leagues/{league.uuid}/honours/"))
    assert "Legbreaker's King of Carnage" in honours
    assert "injuries caused: " in honours
