"""An edition unlike any other goes through the product: no gold, a squad of six, points to spend.

What it has not is not asked for and not shown.
"""

import re
from html import unescape
from importlib import import_module
from io import BytesIO
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings as site
from pypdf import PdfReader
from rest_framework.test import APIClient

from competition import verifying
from competition.commands.entries import register_team
from competition.commands.match_day import begin_fixture
from competition.commands.planning import plan_stage
from competition.commands.starting import start_stage
from competition.models import Fixture, Result
from jobs import runner
from league.commands.leagues import create_league
from league.commands.seasons import open_registration
from league.models import League
from league.queries import current_season
from matches.commands.beginning import call_off
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.pitch import Ending
from press.league_file.bringing import import_league
from press.league_file.writing import export_league
from press.purging import purge_league
from press.simulator.digests import digest
from press.simulator.leagues import Simulation
from press.simulator.settings import Setting
from rules.editions import beside
from teams.commands import drafting
from tests.conftest import NOW
from tests.matches import playing
from tests.matches.through_the_api import program_of
from tests.press.league_files import rows
from tests.rules.toy.edition import EDITION

A_SQUAD = {"players": {"kid": 5, "big-kid": 1}}
# Words of other games, which nobody who plays this one has heard of.
FOREIGN = ("Treasury", "Re-rolls", "Fan factor", "FAME", "Team Value", ">TV<", "11 to 16", "gold")


@pytest.fixture
def toy():
    # The API's description names the editions that there are when its modules are read.
    import_module(site.ROOT_URLCONF)
    with beside(EDITION):
        yield EDITION


@pytest.fixture
def sandlot(toy, marta):
    return create_league(actor=marta, name="The Sandlot", edition_key="toy", now=NOW)


@pytest.fixture
def api(db):
    """Somebody's program: `api(marta)`."""

    def program(person=None):
        client = APIClient(raise_request_exception=False)
        client.default_format = "json"
        if person is not None:
            client.force_authenticate(person)
        return client

    return program


def foreign(text):
    return [word for word in FOREIGN if word in text]


def paper(client, address):
    pages = PdfReader(BytesIO(client.get(address).content)).pages
    return " ".join(each.extract_text() for each in pages)


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


def test_a_league_is_offered_the_choices_of_its_game_alone(sandlot, marta, client, api):
    client.force_login(marta)
    for part in ("", "edit/", "edit/?preset=sleepy"):
        rules = page(client, f"/leagues/{sandlot.uuid}/rules/{part}")
        assert "Nap time" in rules
        assert foreign(rules) == []
    assert "With cards" not in rules
    address = f"/api/v1/leagues/{sandlot.uuid}/rules/"
    values = api(marta).get(address).json()["values"]
    assert values["nap-time"] is False
    assert {"draft.treasury", "dice.money", "points.bonuses", "mvp"}.isdisjoint(values)
    refused = api(marta).put(address, {"house": {"mvp": "coach", "tie-breakers": ["team-value"]}})
    assert {each["subject"]: each["code"] for each in refused.json()["errors"]} == {
        "mvp": "no-such-rule",
        "tie-breakers": "not-among-these",
    }
    assert api(marta).put(address, {"house": {"nap-time": True}}).status_code == 200
    assert "Nap time" in page(client, f"/leagues/{sandlot.uuid}/rules/")


def test_a_league_of_it_is_founded_by_form_with_presets_of_its_own(toy, marta, client):
    client.force_login(marta)
    assert "With a nap." in page(client, "/leagues/new/")
    sent = {"name": "Nappers", "edition": "toy", "preset": "sleepy", "template": "swiss-day"}
    sent |= {"seen_by": "public", "time_zone": "UTC", "opens_registration": "on"}
    refused = client.post("/leagues/new/", sent | {"preset": "everything"})
    assert "Sandlot has only these: Plain, Sleepy." in refused.content.decode()
    assert client.post("/leagues/new/", sent).status_code == 302
    house = current_season(League.objects.get()).pin.house
    assert house == {"nap-time": True, "points.bye": 3, "tie-breakers": ["points", "lots"]}


def test_words_are_explained_to_those_who_say_them(toy, client, api, db):
    ours, theirs = (page(client, f"/words/?game={key}") for key in ("toy", "bb2016"))
    assert "in which nobody plays" in ours
    assert foreign(ours) == []
    assert "in which nobody plays" not in theirs
    assert "larger crowd" in theirs
    by_key = {each["key"]: each for each in api().get("/api/v1/rules/").json()}
    assert [each["word"] for each in by_key["toy"]["words"]] == ["Nap"]
    assert [each["key"] for each in by_key["toy"]["presets"]] == ["core", "sleepy"]


@pytest.fixture
def team(sandlot, marta):
    return drafting.draft_team(
        actor=marta,
        season=current_season(sandlot),
        race="rovers",
        name="Back Yard",
        wish=A_SQUAD,
        now=NOW,
    )


def test_a_squad_of_six_is_all_that_a_team_has(team, marta, client):
    client.force_login(marta)
    for part in ("", "ledger/", "identity/", "names/", "coaches/"):
        assert foreign(page(client, f"/teams/{team.uuid}/{part}")) == []
    assert foreign(paper(client, f"/teams/{team.uuid}/roster.pdf")) == []


OF_A_TEAM = ("adjust/", "hire/", "window/", "home/", "re-draft/", "re-draft/try/")
OF_A_LEAGUE = ("trades/", "trades/offer/", "re-draft/", "windows/")


def test_what_the_edition_has_not_has_no_page_and_no_way_to_it(team, marta, client):
    client.force_login(marta)
    league = f"/leagues/{team.league.uuid}/"
    absent = [f"/teams/{team.uuid}/{part}" for part in OF_A_TEAM]
    absent += [f"{league}{part}" for part in OF_A_LEAGUE]
    assert {client.get(address).status_code for address in absent} == {404}
    linked = page(client, f"/teams/{team.uuid}/")
    linked += "".join(page(client, f"{league}{part}") for part in ("", "season/", "draft/"))
    assert [address for address in absent if f'href="{address}"' in linked] == []


def test_what_the_edition_has_not_the_api_refuses_with_the_reason(team, marta, api):
    league, of_team = f"leagues/{team.league.uuid}", f"teams/{team.uuid}"
    trade = {"team": str(team.uuid), "to": str(team.uuid)}
    deadline = {"day": "2099-11-22", "clock": "20:00"}
    calls = [
        ("post", f"{of_team}/adjustments/", {"gold": 1000, "reason": "Found"}, "no_adjustment"),
        ("get", f"{of_team}/window/", None, "no_hire_and_fire"),
        ("post", f"{of_team}/window/", {}, "no_hire_and_fire"),
        ("post", f"{league}/windows/", {}, "no_hire_and_fire"),
        ("put", f"{of_team}/basket/", {"entries": {"reroll": 1}}, "no_hire_and_fire"),
        ("get", f"{of_team}/home/", None, "no_homes"),
        ("get", f"{league}/trades/", None, "no_trades"),
        ("post", f"{league}/trades/", trade, "no_trades"),
        ("get", f"{league}/re-draft/", None, "no_redraft"),
        ("put", f"{league}/re-draft/", deadline, "no_redraft"),
        ("get", f"{of_team}/re-draft/", None, "no_redraft"),
    ]
    told = {}
    for verb, address, body, _code in calls:
        answer = getattr(api(marta), verb)(f"/api/v1/{address}", body)
        told[verb, address] = (answer.status_code, answer.json()["errors"][0]["code"])
    assert told == {(verb, address): (404, code) for verb, address, _body, code in calls}


def test_a_team_comes_over_from_a_pasted_sheet(sandlot, marta, client, api):
    client.force_login(marta)
    place = f"/leagues/{sandlot.uuid}/adopt/"
    assert foreign(page(client, place)) == []
    begun = client.post(place, {"race": "strays", "coach_name": "Jo", "name": "Old Alley"})
    assert begun.status_code == 302, begun.content.decode()[:3000]
    sheet = page(client, begun.url)
    assert foreign(sheet) == []
    assert 'name="record.won"' in sheet
    assert not {"treasury", "staff.apothecary", "sponsor"} & set(re.findall(r'name="(\S+)"', sheet))
    pasted = "Name\tPosition\tTD\n" + "\n".join(f"Cat {n}\tStray\t{n}" for n in range(6))
    coach = sandlot.memberships.get(name="Jo").uuid
    sent = {"revision": 0, "rows": 0, "name": "Old Alley", "race": "strays", "coach": coach}
    sent |= {"shirt": "claret", "trim": "bone", "table": pasted, "do": "read"}
    read = client.post(begun.url, sent, follow=True).content.decode()
    assert "Cat 5" in read
    assert foreign(read) == []
    players = [{"position": "stray", "awards": {"touchdown": 2}} for _ in range(6)]
    body = {"race": "strays", "name": "Far Alley", "players": players, "coach_name": "Flo"}
    adopted = api(marta).post(f"/api/v1/leagues/{sandlot.uuid}/adoptions/", body)
    assert adopted.status_code == 201, adopted.json()
    assert adopted.json()["figures"] == []


def test_its_rulings_can_be_asked_without_examples(toy, client, db):
    assert "race" in page(client, "/rules/toy/ask/draft/")


@pytest.fixture
def match(sandlot, marta):
    """Two teams of the league meet on its schedule, and have thrown what comes before."""
    sandlot.teams_per_coach = 2
    sandlot.save(update_fields=["teams_per_coach"])
    season = current_season(sandlot)
    for name in ("Back Yard", "Front Yard"):
        team = drafting.draft_team(
            actor=marta, season=season, race="rovers", name=name, wish=A_SQUAD, now=NOW
        )
        register_team(actor=marta, season=season, team=team, now=NOW)
    stage = plan_stage(actor=marta, season=season, name="Summer", format="round-robin", now=NOW)
    with time_machine.travel(NOW, tick=False):
        start_stage(actor=marta, stage=stage, now=NOW)
        runner.run_due(now=NOW)
    begun = begin_fixture(actor=marta, fixture=Fixture.objects.get(), played_on=NOW.date(), now=NOW)
    return playing.play_on(begun, marta)


def test_a_match_has_a_scoreboard_and_a_sheet_of_its_own(match, marta, client):
    client.force_login(marta)
    board = page(client, f"/matches/{match.uuid}/board/")
    assert foreign(board) == []
    absent = ("kick-off", "weather", "fame", "card", "inducement", "knock-out")
    assert [tap for tap in absent if f'id="tap-{tap}"' in board] == []
    scored = playing.tap("touchdown", "home", player=playing.keys(match, "home")[0])
    enter_taps(actor=marta, match=match, taps=[scored], now=NOW)
    assert foreign(paper(client, f"/matches/{match.uuid}/sheet.pdf")) == []
    assert foreign(page(client, f"/matches/{match.uuid}/totals/")) == []


def test_a_score_alone_is_asked_for_nothing_that_the_game_has_not(sandlot, match, marta, client):
    client.force_login(marta)
    call_off(actor=marta, match=match, reason="Rain", now=NOW)
    fixture = Fixture.objects.get()
    for address in (f"/fixtures/{fixture.uuid}/record/", f"/leagues/{sandlot.uuid}/matches/new/"):
        shown = page(client, address)
        assert "fame" not in shown
        assert foreign(shown) == []
    told = {"td_home": 1, "td_away": 0, "cas_home": 0, "cas_away": 0, "ending": "played"}
    sent = client.post(
        f"/fixtures/{fixture.uuid}/record/", {**told, "played_on": NOW.date().isoformat()}
    )
    assert sent.status_code == 302, sent.content.decode()[:3000]
    played = Match.objects.latest("pk")
    assert "fame" not in played.reports.get().data
    for address in (sent.url, f"/matches/{played.uuid}/live/"):
        assert foreign(page(client, address)) == []
    shown = program_of(marta).get(f"/api/v1/matches/{played.uuid}/").json()
    assert (shown["home"]["fame"], shown["away"]["fame"]) == (None, None)


def test_programs_are_told_the_figures_that_the_edition_has(team, marta, api):
    program = api(marta)
    shapes = [
        program.get(f"/api/v1/teams/{team.uuid}/").json(),
        program.get(f"/api/v1/leagues/{team.league.uuid}/teams/").json()["results"][0],
    ]
    for shape in shapes:
        assert shape["figures"] == []
        assert {"treasury", "rerolls", "fan_factor", "value", "team_value"}.isdisjoint(shape)
    wish = {"race": "strays", "name": "Alley", "wish": {"players": {"stray": 6}}}
    team.league.teams_per_coach = 2
    team.league.save(update_fields=["teams_per_coach"])
    drafted = program.post(f"/api/v1/leagues/{team.league.uuid}/teams/", wish)
    assert drafted.status_code == 201, drafted.json()
    assert drafted.json()["figures"] == []
    assert "treasury" not in drafted.json()


def test_a_match_is_reported_and_its_points_are_counted(match, marta, client):
    client.force_login(marta)
    assert foreign(page(client, f"/matches/{match.uuid}/")) == []
    scorer = playing.keys(match, "home")[0]
    scored = playing.tap("touchdown", "home", player=scorer)
    enter_taps(actor=marta, match=match, taps=[scored], now=NOW)
    submit_report(actor=marta, match=match, ending=Ending("played"), now=NOW)
    over = playing.play_on(Match.objects.get(pk=match.pk), marta)
    assert over.state == Match.State.OVER
    team = over.sides.get(side="home").team
    assert team.contracts.get(key=scorer).player.awards == {"touchdown": 1}
    for part in ("", "live/", "correct/"):
        assert foreign(page(client, f"/matches/{match.uuid}/{part}")) == []
    for part in ("", "standings/", "fixtures/", "season/", "matches/", "honours/"):
        assert foreign(page(client, f"/leagues/{match.league.uuid}/{part}")) == []


@pytest.fixture
def over(match, marta):
    """The match is played, reported and over."""
    scored = playing.tap("touchdown", "home", player=playing.keys(match, "home")[0])
    enter_taps(actor=marta, match=match, taps=[scored], now=NOW)
    submit_report(actor=marta, match=match, ending=Ending("played"), now=NOW)
    return playing.play_on(Match.objects.get(pk=match.pk), marta)


def test_a_correction_shows_the_difference_in_its_own_terms(over, marta, client, api):
    """Somebody else scored: one loses the points, the other has them."""
    client.force_login(marta)
    before, after = playing.keys(over, "home")[:2]
    place = f"/matches/{over.uuid}/correct/"
    assert not {"completion", "interception"} & set(options(page(client, place)))
    edit = {f"tap.{over.taps.get(kind='touchdown').uuid}": after, "ending": "played"}
    looked = client.post(place, edit)
    difference = looked.content.decode().partition('id="what-differs"')[2]
    assert "becomes" in difference
    assert foreign(difference.partition("</section>")[0]) == []
    # Whoever has points now is asked what to do with them.
    ask = f"home.lessons.spend/{after}"
    shape = re.search(rf'name="{ask}.put"\s+value="([^"]+)"', looked.content.decode())[1]
    edit |= {ask: "no", f"{ask}.put": unescape(shape)}
    looked = client.post(place, edit)
    seen = re.search(r'name="seen"\s+value="(\w+)"', looked.content.decode())[1]
    edit |= {"do": "apply", "seen": seen, "reason": "It was her"}
    assert client.post(place, edit)["Location"] == f"/matches/{over.uuid}/"
    awards = dict(over.sides.get(side="home").team.contracts.values_list("key", "player__awards"))
    assert (awards[before], awards[after]) == ({}, {"touchdown": 1})
    same = api(marta).post(f"/api/v1/matches/{over.uuid}/correction/preview/", {}).json()
    assert [{*each} for each in same["balances"]] == [{"side", "team"}] * 2


def test_a_match_is_told_in_totals_of_what_the_game_counts(match, marta, client, api):
    client.force_login(marta)
    scorer = playing.keys(match, "home")[0]
    form = page(client, f"/matches/{match.uuid}/totals/")
    assert f'name="home.touchdown.{scorer}"' in form
    assert "completion" not in form
    assert foreign(form) == []
    address = f"/api/v1/matches/{match.uuid}/totals/"
    program = api(marta)
    told = {"revision": match.revision, "deeds": {"home": {scorer: {"touchdown": 2}}}}
    odd = {**told, "deeds": {"home": {scorer: {"completion": 1}}}}
    assert program.post(address, odd).status_code == 422
    counted = program.post(address, told)
    assert counted.status_code == 200, counted.json()
    pass_ = {"uuid": str(uuid4()), "kind": "completion", "side": "home"}
    refused = program.post(f"/api/v1/matches/{match.uuid}/taps/", {"taps": [pass_]})
    assert [each["code"] for each in refused.json()["errors"]] == ["not_counted"]


def options(text):
    return re.findall(r'<option value="([^"]+)"', text)


def test_a_season_is_simulated_and_the_league_moves_house(toy, marta, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    setting = Setting(7, NOW, edition="toy", teams=4, seasons=1, rules="sleepy")
    league = Simulation(setting, marta).run()
    assert league.seasons.count() == 2
    assert Result.objects.count() >= 9
    assert [difference for batch in verifying.batches() for difference in batch()] == []
    left, played = exported(league, marta), digest(league)
    purge_league(league=league, now=NOW)
    came = import_league(actor=marta, file=left, now=NOW)
    assert digest(came) == played
    assert {table: len(found) for table, found in rows(exported(came, marta)).items()} == {
        table: len(found) for table, found in rows(left).items()
    }


def exported(league, marta):
    file = BytesIO()
    export_league(actor=marta, league=league, into=file, now=NOW)
    file.seek(0)
    return file


def test_a_season_ends_with_awards_and_without_prizes(over, marta, client, api):
    client.force_login(marta)
    league = over.league
    assert foreign(page(client, f"/leagues/{league.uuid}/season/end/")) == []
    address = f"/api/v1/leagues/{league.uuid}/season/end/"
    stage = Fixture.objects.get().stage
    ended = client.post(f"/leagues/{league.uuid}/season/stages/{stage.uuid}/end/")
    assert ended.status_code == 302
    refused = api(marta).post(address, {"prizes": {"champion": {"gold": 50_000}}})
    assert "no_such_prize" in [each["code"] for each in refused.json()["errors"]]
    asked = api(marta).post(address, {})
    assert asked.status_code == 202, asked.json()
    with time_machine.travel(NOW, tick=False):
        runner.run_due(now=NOW)
    honours = page(client, f"/leagues/{league.uuid}/honours/")
    assert "Top scorer" in honours
    assert foreign(honours) == []
    assert foreign(page(client, f"/leagues/{league.uuid}/season/")) == []
    assert foreign(page(client, f"/leagues/{league.uuid}/")) == []
    # Without a re-draft a team comes into the next season as it is.
    following = open_registration(actor=marta, league=league, now=NOW)
    team = over.sides.get(side="home").team
    assert register_team(actor=marta, season=following, team=team, now=NOW).season == following


def test_results_are_entered_afterwards_without_what_the_game_has_not(sandlot, marta, client, api):
    """A score alone, and a match told after its day: on paper nobody asked for a crowd."""
    client.force_login(marta)
    season = current_season(sandlot)
    sandlot.teams_per_coach = 3
    sandlot.save(update_fields=["teams_per_coach"])
    for name in ("Back Yard", "Front Yard", "Side Street"):
        team = drafting.draft_team(
            actor=marta, season=season, race="rovers", name=name, wish=A_SQUAD, now=NOW
        )
        register_team(actor=marta, season=season, team=team, now=NOW)
    stage = plan_stage(actor=marta, season=season, name="Summer", format="round-robin", now=NOW)
    with time_machine.travel(NOW, tick=False):
        start_stage(actor=marta, stage=stage, now=NOW)
        runner.run_due(now=NOW)
    fixture = Fixture.objects.filter(away__isnull=False).order_by("id").first()
    for part in ("", "record/", "score/", "rule/"):
        assert foreign(page(client, f"/fixtures/{fixture.uuid}/{part}")) == []
    scores = f"/leagues/{sandlot.uuid}/season/stages/{stage.uuid}/rounds/1/scores/"
    assert foreign(page(client, scores)) == []
    ruled = {"ending": "forfeit", "at_fault": "away", "reason": "Nobody came"}
    answer = api(marta).post(f"/api/v1/fixtures/{fixture.uuid}/ruling/", ruled)
    assert answer.status_code in (200, 201), answer.json()
    table = page(client, f"/leagues/{sandlot.uuid}/standings/")
    assert foreign(table) == []
