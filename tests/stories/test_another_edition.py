"""An edition unlike any other goes through the product: no gold, a squad of six, points to spend.

What it has not is not asked for and not shown.
"""

import re
from dataclasses import replace
from html import unescape
from importlib import import_module
from io import BytesIO
from uuid import uuid4

import pytest
import time_machine
import yaml
from django.conf import settings as site
from pypdf import PdfReader
from rest_framework.test import APIClient

from competition import verifying
from competition.commands.entries import register_team
from competition.commands.match_day import begin_fixture
from competition.commands.planning import plan_stage
from competition.commands.starting import start_stage
from competition.models import Entry, Fixture, Result
from jobs import runner
from league.commands.leagues import create_league
from league.commands.seasons import open_registration
from league.models import League, Season
from league.queries import current_season
from league_file.bringing import import_league
from league_file.purging import purge_league
from league_file.writing import export_league
from matches.commands.beginning import call_off
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from rules.editions import beside
from simulator.digests import digest
from simulator.leagues import Simulation
from simulator.settings import Setting
from teams.commands import drafting
from teams.models import Team
from tests.conftest import NOW
from tests.league_file.league_files import rows
from tests.matches import playing
from tests.matches.through_the_api import program_of
from tests.rules.toy.edition import EDITION, REGROUPING

# What an edition declares is read from the rulebook; rooms ask both databases in their own tests.
pytestmark = pytest.mark.pure

A_SQUAD = {"players": {"kid": 5, "big-kid": 1}, "rules": {"street": "mill-lane"}}
# Words of other games, which nobody who plays this one has heard of.
FOREIGN = (
    "Treasury",
    "treasury",
    "Re-roll",
    "apothecary",
    "Fan factor",
    "FAME",
    "Team Value",
    ">TV<",
    "11 to 16",
    "gold",
)


@pytest.fixture
def toy(request):
    """The edition; a test may say what it answers besides."""
    edition = replace(EDITION, answers=replace(EDITION.answers, **getattr(request, "param", {})))
    # The API's description names the editions that there are when its modules are read.
    import_module(site.ROOT_URLCONF)
    with beside(edition):
        yield edition


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
    assert foreign(new) == []
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


OF_A_TEAM = ("hire/", "window/", "home/", "re-draft/", "re-draft/try/")
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
    values = {}
    for verb, address, body, _code in calls:
        answer = getattr(api(marta), verb)(f"/api/v1/{address}", body)
        values[verb, address] = (answer.status_code, answer.json()["errors"][0]["code"])
    assert values == {(verb, address): (404, code) for verb, address, _body, code in calls}


def test_what_is_put_right_by_hand_is_what_the_edition_lets_be(team, marta, client, api):
    client.force_login(marta)
    place = f"/teams/{team.uuid}/adjust/"
    shown = page(client, place)
    assert foreign(shown) == []
    asked = set(re.findall(r'name="([\w.]+)"', shown))
    assert {"player", "awards.touchdown", "misses_next", "reason"} <= asked
    has_not = {"treasury", "rerolls", "staff.apothecary", "sponsor", "points", "niggles"}
    assert not (has_not | {"skill_given", "raised.ma"}) & asked
    player = team.contracts.earliest("id").player
    change = {"player": str(player.uuid), "awards.touchdown": "+2", "misses_next": "yes"}
    looked = client.post(place, change | {"do": "preview"}).content.decode()
    assert 'id="preview"' in looked
    assert foreign(looked) == []
    word = {"do": "confirm", "reason": "Forgotten", "revision": team.revision}
    assert client.post(place, change | word).status_code == 302
    player.refresh_from_db()
    assert (player.awards, player.misses_next) == ({"touchdown": 2}, True)
    back = page(client, f"/teams/{team.uuid}/events/2/take-back/")
    assert foreign(back) == []
    address = f"/api/v1/teams/{team.uuid}/adjustments/"
    less = {"player": str(player.uuid), "awards": {"touchdown": -1}, "reason": "It was wide"}
    assert api(marta).post(address, less).status_code == 201
    player.refresh_from_db()
    assert player.awards == {"touchdown": 1}
    for odd, subject in (
        ({"figures": {"treasury": 1_000}}, "figures.treasury"),
        ({"staff": {"apothecary": 1}}, "staff"),
        ({"niggles": 1}, "niggles"),
    ):
        refused = api(marta).post(address, less | odd)
        assert refused.status_code == 422
        assert [each["subject"] for each in refused.json()["errors"]] == [subject]


@pytest.mark.parametrize("toy", [{"redrafting": REGROUPING}], indirect=True)
def test_with_a_redraft_it_asks_who_stays_and_nothing_of_gold(team, marta, client, api):
    client.force_login(marta)
    last = current_season(team.league)
    Entry.objects.create(season=last, team=team, state=Entry.State.ACCEPTED, registered_at=NOW)
    Season.objects.filter(pk=last.pk).update(state=Season.State.OVER)
    Season.objects.create(league=team.league, number=2, pin=last.pin, opened_at=NOW)
    place = f"/teams/{team.uuid}/re-draft/"
    assert foreign(page(client, f"/leagues/{team.league.uuid}/re-draft/")) == []
    shown = page(client, place)
    assert "Big Kid" in shown
    assert foreign(shown) == []
    assert foreign(page(client, f"{place}try/")) == []
    program, address = api(marta), f"/api/v1/teams/{team.uuid}/re-draft/"
    offered = program.get(address).json()
    assert {"rerolls", "fan_factor"}.isdisjoint(offered["wish"])
    keys = [each["key"] for each in offered["players"]]
    assert len(keys) == 6
    odd = program.patch(address, {"wish": {"rerolls": 1}})
    assert [each["subject"] for each in odd.json()["errors"]] == ["wish.rerolls"]
    short = program.patch(address, {"returning": keys[1:]}).json()
    assert [each["code"] for each in short["reasons"]] == ["squad-size"]
    wish = {"returning": keys[1:], "wish": {"players": {"kid": 1}}}
    assert program.patch(address, wish).json()["reasons"] == []
    done = program.post(f"{address}finish/", {})
    assert done.status_code == 200, done.json()
    assert team.contracts.filter(until=None).count() == 6
    assert foreign(page(client, f"/teams/{team.uuid}/")) == []
    assert foreign(page(client, f"/teams/{team.uuid}/ledger/")) == []


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


def test_the_rulebook_shows_what_its_lists_state_and_nothing_else(toy, client, api, db):
    lists, rovers = page(client, "/rules/toy/races/"), page(client, "/rules/toy/races/rovers/")
    assert foreign(lists) == []
    assert foreign(rovers) == []
    assert "Apothecary" not in lists + rovers
    assert ">Tier<" in lists
    assert "Nearly grown: at most 1 in all of Big Kid, Cousin" in rovers
    assert "Child, Giant" in rovers
    assert rovers.count("its numbers are not certain") == 1
    assert "Its lists are those of 1 May 2026." in page(client, "/rules/toy/")
    feint = page(client, "/rules/toy/skills/double-feint/")
    assert "Only for who has one of these:" in feint
    assert "its numbers are not certain" in feint
    told = api().get("/api/v1/rules/toy/").json()
    assert told["dated"] == "2026-05-01"
    listed = told["teams"][0]
    assert {"reroll_cost", "apothecary"}.isdisjoint(listed)
    assert (listed["tier"], listed["limits"][0]["positions"]) == (1, ["big-kid", "cousin"])
    by_key = {each["key"]: each for each in listed["positions"]}
    assert by_key["big-kid"]["keywords"] == ["Child", "Giant"]
    assert [key for key, each in by_key.items() if each.get("certain") is False] == ["cousin"]
    assert {each["key"]: each["needs"] for each in told["skills"] if "needs" in each} == {
        "double-feint": ["feint"]
    }


def test_a_limit_over_several_positions_holds_at_the_draft(sandlot, marta, client, api):
    many = {"kid": 4, "big-kid": 1, "cousin": 1}
    elm = {"street": "elm-street"}
    body = {"race": "rovers", "wish": {"players": many, "rules": elm}}
    refused = api(marta).post(f"/api/v1/leagues/{sandlot.uuid}/teams/", body)
    assert [(each["code"], each["params"]["at_most"]) for each in refused.json()["errors"]] == [
        ("too-many-together", 1)
    ]
    sentence = "Nearly grown: 2 of Big Kid, Cousin, and 1 at most in all."
    assert refused.json()["errors"][0]["message"] == sentence
    client.force_login(marta)
    begun = client.post(f"/leagues/{sandlot.uuid}/draft/", {"race": "rovers"}).url
    program = api(marta)
    (draft,) = program.get(f"/api/v1/leagues/{sandlot.uuid}/drafts/").json()["results"]
    program.patch(f"/api/v1/drafts/{draft['uuid']}/", {"wish": body["wish"]})
    assert sentence in page(client, begun)
    players = [{"position": each} for each in [*["kid"] * 4, "big-kid", "cousin"]]
    come = {"race": "rovers", "name": "Far Alley", "players": players, "coach_name": "Flo"}
    come |= {"rules": elm}
    refused = program.post(f"/api/v1/leagues/{sandlot.uuid}/adoptions/", come)
    assert [each["code"] for each in refused.json()["errors"]] == ["too-many-together"]


def test_a_team_chooses_among_the_rules_of_its_list(sandlot, marta, client, api):
    client.force_login(marta)
    begun = client.post(f"/leagues/{sandlot.uuid}/draft/", {"race": "rovers"}).url
    shown = page(client, begun)
    assert 'name="rules.street"' in shown
    assert "Street: one of Elm Street, Mill Lane has to be chosen." in shown
    program = api(marta)
    (draft,) = program.get(f"/api/v1/leagues/{sandlot.uuid}/drafts/").json()["results"]
    address = f"/api/v1/drafts/{draft['uuid']}/"
    told = program.patch(address, {"wish": {"players": A_SQUAD["players"]}}).json()
    assert [each["subject"] for each in told["errors"]] == ["rules.street"]
    odd = client.post(begun, {"rules.street": "downtown"}, follow=True)
    assert "It is one of elm-street, mill-lane." in unescape(odd.content.decode())
    client.post(begun, {"rules.street": "mill-lane"})
    assert re.search(r'value="mill-lane"\s+selected', page(client, begun))
    assert program.get(address).json()["errors"] == []
    assert client.post(begun, {"rules.street": "mill-lane", "finish": "finish"}).status_code == 302
    team = Team.objects.get()
    assert team.marks == {"street": "mill-lane"}
    place = f"/teams/{team.uuid}/"
    for text in (page(client, place), paper(client, f"{place}roster.pdf")):
        assert all(word in text for word in ("Quarrelsome", "Mill Lane", "Muddy"))
    assert "Chosen: Mill Lane" in page(client, f"{place}ledger/")
    assert program.get(f"/api/v1/teams/{team.uuid}/").json()["rules"] == [
        {"key": "quarrelsome", "name": "Quarrelsome", "choice": ""},
        {"key": "mill-lane", "name": "Mill Lane", "choice": "Street"},
        {"key": "muddy", "name": "Muddy", "choice": ""},
    ]


def test_a_team_that_comes_over_says_what_it_has_chosen(sandlot, marta, client, api):
    client.force_login(marta)
    place = f"/leagues/{sandlot.uuid}/adopt/"
    begun = client.post(place, {"race": "rovers", "coach_name": "Jo", "name": "Old Alley"}).url
    assert 'name="rules.street"' in page(client, begun)
    pasted = "Name\tPosition\n" + "\n".join(f"Kid {n}\tKid" for n in range(5)) + "\nBo\tCousin"
    coach = sandlot.memberships.get(name="Jo").uuid
    sent = {"revision": 0, "rows": 0, "name": "Old Alley", "race": "rovers", "coach": coach}
    sent |= {"shirt": "claret", "trim": "bone", "table": pasted, "do": "read"}
    sent |= {"rules.street": "elm-street"}
    read = client.post(begun, sent, follow=True).content.decode()
    assert re.search(r'value="elm-street"\s+selected', read)
    players = [{"position": "kid"} for _ in range(5)] + [{"position": "cousin"}]
    body = {"race": "rovers", "name": "Far Alley", "players": players, "coach_name": "Flo"}
    address = f"/api/v1/leagues/{sandlot.uuid}/adoptions/"
    refused = api(marta).post(address, body)
    assert [each["code"] for each in refused.json()["errors"]] == ["choose-one"]
    assert api(marta).post(address, body | {"rules": {"street": "elm-street"}}).status_code == 201
    assert Team.objects.get().marks == {"street": "elm-street"}


def test_the_rulebook_says_who_plays_for_which_rules(toy, client, api, db):
    rovers = page(client, "/rules/toy/races/rovers/")
    assert "Street, of which a team chooses one:" in rovers
    assert "Big Sister" in rovers
    assert "Big Sister" not in page(client, "/rules/toy/races/strays/")
    stars = page(client, "/rules/toy/stars/")
    assert "never for Muddy" in stars
    assert "Where the water is." in page(client, "/rules/toy/special-rules/")
    told = api().get("/api/v1/rules/toy/").json()
    assert [each["key"] for each in told["special_rules"] if each["kind"] == "league"] == [
        "elm-street",
        "mill-lane",
    ]
    (choice,) = told["teams"][0]["choices"]
    assert choice["brings"] == {"mill-lane": ["muddy"]}
    assert told["stars"][0]["for_rules"] == ["mill-lane"]


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
    absent = ("kick-off", "weather", "crowd", "card", "inducement", "knock-out")
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
    values = {"score_home": 1, "score_away": 0, "ending": "played"}
    sent = client.post(
        f"/fixtures/{fixture.uuid}/record/", {**values, "played_on": NOW.date().isoformat()}
    )
    assert sent.status_code == 302, sent.content.decode()[:3000]
    played = Match.objects.latest("pk")
    assert "crowd" not in played.reports.get().data
    for address in (sent.url, f"/matches/{played.uuid}/live/"):
        assert foreign(page(client, address)) == []
    shown = program_of(marta).get(f"/api/v1/matches/{played.uuid}/").json()
    assert "crowd" not in {*shown["home"], *shown["away"]}


def promised(component):
    """What the published schema says is always there."""
    said = (site.BASE_DIR / "docs" / "openapi.yaml").read_text()
    components = yaml.load(said, Loader=yaml.CSafeLoader)["components"]["schemas"]
    return components[component]["required"]


def test_programs_are_told_the_figures_that_the_edition_has(team, marta, api):
    program = api(marta)
    shapes = {
        "TeamRoster": program.get(f"/api/v1/teams/{team.uuid}/").json(),
        "TeamInLeague": program.get(f"/api/v1/leagues/{team.league.uuid}/teams/").json()["results"][
            0
        ],
    }
    for component, shape in shapes.items():
        assert [name for name in promised(component) if name not in shape] == []
        assert shape["figures"] == []
        assert {"treasury", "rerolls", "fan_factor", "value", "team_value"}.isdisjoint(shape)
    wish = {"race": "strays", "name": "Alley", "wish": {"players": {"stray": 6}}}
    team.league.teams_per_coach = 2
    team.league.save(update_fields=["teams_per_coach"])
    begun = program.post(f"/api/v1/leagues/{team.league.uuid}/drafts/", {"race": "strays"}).json()
    assert {"rerolls", "fan_factor"}.isdisjoint(begun["wish"])
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
    submit_report(actor=marta, match=match, ending=MatchEnding("played"), now=NOW)
    over = playing.play_on(Match.objects.get(pk=match.pk), marta)
    assert over.state == Match.State.OVER
    team = over.sides.get(side="home").team
    assert team.contracts.get(key=scorer).player.awards == {"touchdown": 1}
    left = program_of(marta).get(f"/api/v1/matches/{match.uuid}/").json()["left"]["home"]
    assert left == {"figures": [], "is_past": False}
    for part in ("", "live/", "correct/"):
        assert foreign(page(client, f"/matches/{match.uuid}/{part}")) == []
    for part in ("", "standings/", "fixtures/", "season/", "matches/", "honours/"):
        assert foreign(page(client, f"/leagues/{match.league.uuid}/{part}")) == []


@pytest.fixture
def over(match, marta):
    """The match is played, reported and over."""
    scored = playing.tap("touchdown", "home", player=playing.keys(match, "home")[0])
    enter_taps(actor=marta, match=match, taps=[scored], now=NOW)
    submit_report(actor=marta, match=match, ending=MatchEnding("played"), now=NOW)
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
    values = {"revision": match.revision, "deeds": {"home": {scorer: {"touchdown": 2}}}}
    odd = {**values, "deeds": {"home": {scorer: {"completion": 1}}}}
    assert program.post(address, odd).status_code == 422
    counted = program.post(address, values)
    assert counted.status_code == 200, counted.json()
    pass_ = {"uuid": str(uuid4()), "kind": "completion", "side": "home"}
    refused = program.post(f"/api/v1/matches/{match.uuid}/taps/", {"taps": [pass_]})
    assert [each["code"] for each in refused.json()["errors"]] == ["not_counted"]
    crowd = {"uuid": str(uuid4()), "kind": "crowd", "data": {"home": 1, "away": 0}}
    refused = program.post(f"/api/v1/matches/{match.uuid}/taps/", {"taps": [crowd]})
    assert [each["code"] for each in refused.json()["errors"]] == ["no_crowd"]


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


def test_a_result_carries_the_score_of_the_game_and_nothing_else(
    sandlot, match, marta, client, api
):
    client.force_login(marta)
    call_off(actor=marta, match=match, reason="Rain", now=NOW)
    fixture = Fixture.objects.get()
    asked = page(client, f"/fixtures/{fixture.uuid}/score/")
    assert "Runs, home" in asked
    assert elsewhere(asked) == []
    address = f"/api/v1/fixtures/{fixture.uuid}/score/"
    values = {"score": {"home": 3, "away": 1}}
    hurt = {"tallies": {"cas": {"home": 1, "away": 0}}}
    refused = api(marta).post(address, values | hurt)
    assert [each["code"] for each in refused.json()["errors"]] == ["no_such_tally"]
    entered = api(marta).post(address, values)
    assert entered.status_code in (200, 201), entered.json()
    result = entered.json()["result"]
    assert (result["score"], result["tallies"]) == ({"home": 3, "away": 1}, {})
    assert elsewhere(page(client, f"/fixtures/{fixture.uuid}/")) == []
    table = page(client, f"/leagues/{sandlot.uuid}/standings/")
    assert "R±" in table
    assert elsewhere(table) == []
    standings = api(marta).get(f"/api/v1/leagues/{sandlot.uuid}/standings/").json()
    first = standings["tables"][0]["rows"][0]
    assert (first["score_for"], first["score_against"], first["tallies"]) == (3, 1, {})
    assert standings["tie_breakers"] == ["points", "run-difference", "lots"]


def elsewhere(text):
    """What other games count."""
    return [word for word in ("Touchdown", ">TD", "Casualt", ">CAS") if word in text]
