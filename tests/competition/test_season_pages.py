"""The season desk: who takes part, divisions, stages and rounds, on pages."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competition.commands.entries import register_every_team, register_team
from competition.models import Entry, Fixture, Stage
from jobs import runner
from league.commands.leagues import change_league
from league.models import Membership, Role, Season
from league.queries import current_season
from teams.models import Team
from tests.conftest import NOW

State = Entry.State
EIGHT = ("Anna", "Bert", "Cleo", "Dirk", "Eva", "Finn", "Gus", "Hana")


@pytest.fixture
def browser():
    def open_as(person=None):
        client = Client()
        if person:
            client.force_login(person)
        return client

    return open_as


@pytest.fixture
def join(make_user, league):
    def join(name, role=Role.COACH):
        person = make_user(name)
        Membership.objects.create(league=league, user=person, role=role, since=NOW)
        return person

    return join


@pytest.fixture
def at(league):
    def at(path=""):
        return f"/leagues/{league.uuid}/season/{path}"

    return at


@pytest.fixture
def desk(browser, marta):
    """Marta at her desk."""
    return browser(marta)


@pytest.fixture
def begun(enter, plan, start):
    """A stage that runs, of entrants without rosters: `begun("Anna", "Bert", legs=2)`."""

    def begin(*names, name="The league", of="round-robin", **settings):
        entries = enter(*names)
        return start(plan(name, of, **settings), entries=entries)

    return begin


def said(answer):
    return [str(message) for message in answer.context["messages"]]


class TestRegistering:
    @pytest.fixture
    def rovers(self, join, draft_team, season):
        """Jonas, and the registration of the Rovers."""
        jonas = join("Jonas")
        team = draft_team("Rovers", actor=jonas)
        return jonas, register_team(actor=jonas, season=season, team=team, now=NOW)

    def test_a_coach_registers_and_the_commissioner_lets_in(
        self, browser, desk, at, join, draft_team
    ):
        jonas = join("Jonas")
        team = draft_team("Rovers", actor=jonas)
        page = browser(jonas).get(at())
        assert [todo.button for todo in page.context["todos"]] == ["Register Rovers"]
        answer = browser(jonas).post(at(f"register/{team.uuid}/"), follow=True)
        assert said(answer) == ["Rovers is registered."]
        entry = Entry.objects.get()
        assert entry.state == State.REGISTERED
        assert "Let it in" in desk.get(at()).content.decode()
        desk.post(at("accept/"))
        entry.refresh_from_db()
        assert entry.state == State.ACCEPTED

    def test_a_coach_withdraws(self, browser, at, rovers):
        jonas, entry = rovers
        assert "Withdraw Rovers" in browser(jonas).get(at()).content.decode()
        answer = browser(jonas).post(at(f"entries/{entry.uuid}/withdraw/"), follow=True)
        assert said(answer) == ["Rovers is no longer down for the season."]
        entry.refresh_from_db()
        assert entry.state == State.LEFT

    def test_a_stranger_registers_nobody(self, browser, at, join, draft_team):
        team = draft_team("Rovers")
        assert browser(join("Otto")).post(at(f"register/{team.uuid}/")).status_code == 403

    def test_every_team_comes_in_at_once(self, desk, at, draft_team, league, marta):
        change_league(actor=marta, league=league, teams_per_coach=3, now=NOW)
        for name in ("Rovers", "Reivers"):
            draft_team(name)
        answer = desk.post(at("register-all/"), follow=True)
        assert said(answer) == ["2 teams came in."]
        assert "Register every team" not in answer.content.decode()
        assert Entry.objects.filter(state=State.ACCEPTED).count() == 2

    def test_names_whom_it_leaves_out_and_is_not_offered_for_them_again(
        self, desk, at, draft_team, *, league, marta
    ):
        change_league(actor=marta, league=league, teams_per_coach=3, now=NOW)
        for name in ("Rovers", "Reivers"):
            draft_team(name)
        Team.objects.filter(name="Rovers").update(rerolls=9)
        answer = desk.post(at("register-all/"), follow=True)
        first, second = said(answer)
        assert (first, second.startswith("Rovers: ")) == ("1 team came in.", True)
        assert "Register every team" not in answer.content.decode()

    def test_what_is_illegal_is_said_and_not_let_in(self, desk, at, rovers):
        Team.objects.update(rerolls=9)
        page = desk.get(at())
        (line,) = page.context["desk"].waiting
        assert line.faults
        assert line.faults[0] in page.content.decode().replace("&#x27;", "'")
        assert page.context["desk"].acceptable == []
        answer = desk.post(at("accept/"), {"entry": line.entry.uuid}, follow=True)
        assert said(answer)[0].startswith("Rovers:")
        assert Entry.objects.get().state == State.REGISTERED

    def test_a_refusal_has_its_reason_for_the_coach(self, browser, desk, at, rovers):
        jonas, entry = rovers
        page = at(f"entries/{entry.uuid}/")
        assert desk.post(page, {"reason": ""}).status_code == 422
        desk.post(page, {"reason": "Two human teams are enough."})
        assert "Two human teams are enough." in browser(jonas).get(at()).content.decode()
        assert "Two human teams are enough." not in browser().get(at()).content.decode()

    def test_the_deadline_stands_there(self, browser, at, season):
        Season.objects.update(registration_until=NOW.replace(year=2126))
        assert "7 Mar 2126" in browser().get(at()).content.decode()


class TestDivisions:
    @pytest.fixture
    def entries(self, enter):
        return enter(*EIGHT)

    def test_are_drawn(self, desk, at, entries, season):
        desk.post(at("divisions/"), {"names": "Red\nBlue", "how": "draw"})
        assert [division.entries.count() for division in season.divisions.all()] == [4, 4]

    def test_are_sorted_by_hand_without_anything_saved_before(self, desk, at, entries, season):
        page = desk.get(at("divisions/"), {"names": "Red\r\nBlue"})
        assert page.content.decode().count(">Blue</option>") == 8
        assert not season.divisions.exists()
        chosen = {f"division_{entry.pk}": str(n % 2) for n, entry in enumerate(entries)}
        desk.post(at("divisions/"), {"names": "Red\nBlue", "how": "hand", **chosen})
        red = season.divisions.get(name="Red")
        assert {str(entry) for entry in red.entries.all()} == {"Anna", "Cleo", "Eva", "Gus"}

    def test_follow_the_seeds(self, desk, at, entries, season):
        seeds = {f"seed_{entry.pk}": n for n, entry in enumerate(entries, start=1)}
        desk.post(at("divisions/"), {"how": "seeds", **seeds})
        desk.post(at("divisions/"), {"names": "Red\nBlue", "how": "seed"})
        red = season.divisions.get(name="Red")
        assert {str(entry) for entry in red.entries.all()} == {"Anna", "Dirk", "Eva", "Hana"}

    def test_go_again(self, desk, at, entries, season):
        desk.post(at("divisions/"), {"names": "Red\nBlue", "how": "draw"})
        desk.post(at("divisions/"), {"names": "Red\nBlue", "how": "none"})
        assert not season.divisions.exists()

    def test_nonsense_is_told_and_what_was_typed_stays(self, desk, at, entries):
        answer = desk.post(at("divisions/"), {"names": "Red\nred", "how": "draw"})
        assert answer.status_code == 422
        assert "Two divisions have the same name." in answer.content.decode()
        seeds = {f"seed_{entries[0].pk}": 1, f"seed_{entries[1].pk}": 1}
        answer = desk.post(at("divisions/"), {"how": "seeds", **seeds})
        assert "Two entries have the same seed." in answer.content.decode()
        answer = desk.post(at("divisions/"), {"names": "Red\nBlue", "how": "sideways"})
        assert "By hand, by draw or by seed." in answer.content.decode()


class TestPlanning:
    def test_a_form_has_only_what_the_format_knows(self, desk, at):
        page = desk.get(at("stages/new/")).content.decode()
        assert all(f"?format={key}" in page for key in Stage.Format.values)
        fields = {
            of: set(desk.get(at(f"stages/new/?format={of}")).context["form"].fields)
            for of in Stage.Format.values
        }
        assert fields["round-robin"] == {"name", "seeding", "legs", "cross_games", "plays_ahead"}
        assert fields["swiss"] == {"name", "seeding", "swiss_rounds"}
        assert "third_place" in fields["knock-out"]
        assert {"fewest", "most", "best"} <= fields["open"]

    def test_a_stage_is_planned_changed_and_dropped(self, desk, at, season):
        values = {"name": "The league", "legs": "2", "cross_games": "0", "seeding": "draw"}
        desk.post(at("stages/new/?format=round-robin"), values)
        stage = season.stages.get()
        assert (stage.name, stage.legs) == ("The league", 2)
        desk.post(at(f"stages/{stage.uuid}/change/"), values | {"legs": "1", "plays_ahead": "on"})
        stage.refresh_from_db()
        assert (stage.legs, stage.plays_ahead) == (1, True)
        desk.post(at(f"stages/{stage.uuid}/drop/"))
        assert not season.stages.exists()

    def test_a_stage_does_not_follow_itself(self, desk, at, plan):
        league = plan()
        page = desk.get(at(f"stages/{league.uuid}/change/"))
        assert "follows" not in page.context["form"].fields
        finals = plan("Finals", "swiss")
        values = {"name": "F", "swiss_rounds": 3, "seeding": "draw", "follows": str(finals.uuid)}
        answer = desk.post(at(f"stages/{finals.uuid}/change/"), values)
        assert answer.status_code == 422
        assert "follows" in answer.context["form"].errors

    def test_every_fault_stands_at_its_field(self, desk, at):
        answer = desk.post(
            at("stages/new/?format=round-robin"), {"name": "", "legs": "0", "cross_games": "x"}
        )
        assert set(answer.context["form"].errors) == {"name", "legs", "cross_games", "seeding"}


class TestPlaying:
    def test_a_season_of_one_team_is_a_sentence(self, desk, at, enter, plan):
        (anna,) = enter("Anna")
        stage = plan()
        answer = desk.post(at(f"stages/{stage.uuid}/start/"), {"entries": [anna.pk]})
        assert answer.status_code == 422
        assert "Too few teams" in answer.content.decode()

    def test_a_stage_starts_with_a_bar_that_shows_how_far_its_fixtures_are(
        self, desk, at, enter, plan, browser
    ):
        entries = enter(*EIGHT)
        stage = plan()
        chosen = {"entries": [entry.pk for entry in entries]}
        page = desk.post(at(f"stages/{stage.uuid}/start/"), chosen, follow=True)
        assert "<progress" in page.content.decode()
        assert "<progress" not in browser().get(at(f"stages/{stage.uuid}/")).content.decode()
        runner.run_due(now=timezone.now())
        page = desk.get(at(f"stages/{stage.uuid}/"))
        assert len(page.context["desk"].lines) == 4
        assert len(page.context["rounds"]) == 7

    def test_a_cup_for_some(self, desk, at, enter, plan):
        entries = enter(*EIGHT)
        cup = plan("Cup", "knock-out")
        desk.post(at(f"stages/{cup.uuid}/start/"), {"entries": [e.pk for e in entries[:4]]})
        assert cup.places.count() == 4

    def test_thirty_three_in_a_bracket_have_one_match_before_the_others(self, desk, at, begun):
        cup = begun(*(f"Team {n:02}" for n in range(33)), of="knock-out")
        page = desk.get(at(f"stages/{cup.uuid}/"))
        assert [name for _round, name in page.context["rounds"]] == [
            "Last 64",
            "Last 32",
            "Last 16",
            "Quarter-finals",
            "Semi-finals",
            "Final",
        ]
        assert len(page.context["desk"].lines) == 1
        second = desk.get(at(f"stages/{cup.uuid}/?round=2")).content.decode()
        assert "Winner of match 1" in second

    def test_rounds_open_and_close(self, desk, at, begun, score):
        stage = begun("Anna", "Bert", legs=2)
        answer = desk.post(at(f"stages/{stage.uuid}/rounds/1/close/"), follow=True)
        assert said(answer) == ["Still to be played in this round: 1."]
        score(stage.fixtures.first(), 1, 0)
        desk.post(at(f"stages/{stage.uuid}/rounds/1/close/"))
        assert [each.state for each in stage.rounds.all()] == ["closed", "open"]

    def test_a_round_that_is_played_waits_to_be_closed_wherever_one_looks(
        self, desk, at, begun, score, league
    ):
        stage = begun("Anna", "Bert", legs=2)
        words = "Everything in round 1 of The league is played."
        pages = at(), f"/leagues/{league.uuid}/"
        assert not any(words in desk.get(page).content.decode() for page in pages)
        score(stage.fixtures.first(), 1, 0)
        assert all(words in desk.get(page).content.decode() for page in pages)
        desk.post(at(f"stages/{stage.uuid}/rounds/1/close/"))
        assert not any(words in desk.get(page).content.decode() for page in pages)

    def test_play_offs_are_not_started_before_what_fills_them_is_over(
        self, desk, at, begun, plan, score
    ):
        stage = begun("Anna", "Bert")
        cup = plan("The cup", "knock-out", follows=stage, top_of_each=2)
        page = desk.get(at(f"stages/{cup.uuid}/")).content.decode()
        assert "It starts once The league is over. 1 fixture is still to be played" in page
        assert "Start The cup" not in page
        score(stage.fixtures.get(), 1, 0)
        page = desk.get(at(f"stages/{cup.uuid}/")).content.decode()
        assert "Start The cup" in page
        assert "It starts once" not in page

    def test_a_swiss_is_paired_on_its_page(self, desk, at, begun, score):
        stage = begun(*EIGHT, of="swiss", swiss_rounds=2)
        address = at(f"stages/{stage.uuid}/")
        assert "Pair anew" in desk.get(address).content.decode()
        desk.post(f"{address}rounds/1/open/")
        assert "Pair " not in desk.get(address).content.decode()
        for fixture in stage.fixtures.all():
            score(fixture, 1, 0)
        assert "Pair the next round" in desk.get(address).content.decode()
        desk.post(f"{address}pair/")
        assert stage.rounds.count() == 2

    def test_a_fixture_is_added_moved_swapped_and_cancelled(self, desk, at, begun):
        stage = begun("Anna", "Bert", "Cleo")
        fixture = stage.fixtures.filter(state="open").first()
        page = at(f"fixtures/{fixture.uuid}/")
        assert desk.get(page).status_code == 200
        was_home = fixture.home_id
        desk.post(f"{page}swap/")
        fixture.refresh_from_db()
        assert fixture.away_id == was_home
        answer = desk.post(page, {"do": "move", "round": "2"})
        assert answer.status_code == 422
        assert "plays in this round" in answer.content.decode()
        assert desk.post(page, {"do": "cancel", "reason": ""}).status_code == 422
        desk.post(page, {"do": "cancel", "reason": "Snow"})
        fixture.refresh_from_db()
        assert fixture.state == Fixture.State.CANCELLED
        desk.post(
            at(f"stages/{stage.uuid}/rounds/1/add/"),
            {"home": fixture.home_id, "away": fixture.away_id},
        )
        assert stage.fixtures.filter(round__number=1, state="open").count() == 1

    def test_a_late_team_comes_in(self, desk, at, begun, draft_team):
        stage = begun("Anna", "Bert")
        team = draft_team("Rovers")
        address = at(f"stages/{stage.uuid}/late/")
        assert "Rovers" in desk.get(address).content.decode()
        desk.post(address, {"team": str(team.uuid)})
        assert stage.places.filter(entry__team=team).exists()

    def test_leaving_says_beforehand_what_happens(self, desk, at, begun, score):
        stage = begun("Anna", "Bert", "Cleo", "Dirk")
        anna = Entry.objects.get(name="Anna")
        score(stage.fixtures.filter(home=anna).first() or stage.fixtures.get(away=anna), 1, 0)
        page = at(f"entries/{anna.uuid}/")
        shown = desk.get(page).content.decode()
        assert "the opponents of 2 matches to come win without playing. 1 result stands." in shown
        assert "1 result no longer counts. 2 matches are cancelled." in shown
        assert "Replaced" not in shown
        desk.post(page, {"how": "walkovers", "reason": "Moved to Leeds"})
        anna.refresh_from_db()
        assert anna.state == State.LEFT
        assert stage.fixtures.filter(state="played").count() == 3

    def test_coaches_arrange_matches_in_open_play(self, browser, at, begun, join):
        jonas = join("Jonas")
        stage = begun("Anna", "Bert", of="open")
        own, other = Entry.objects.order_by("name")
        Entry.objects.filter(pk=own.pk).update(coach=Membership.objects.get(user=jonas))
        assert "Arrange a match" in browser(jonas).get(at(f"stages/{stage.uuid}/")).content.decode()
        address = at(f"stages/{stage.uuid}/arrange/")
        values = {"home": own.pk, "away": other.pk, "form_key": "one"}
        for _twice in range(2):
            assert browser(jonas).post(address, values).status_code == 302
        assert stage.fixtures.count() == 1
        answer = browser(jonas).post(address, {"home": own.pk, "away": own.pk})
        assert answer.status_code == 422

    def test_a_stage_ends(self, desk, at, begun, score):
        stage = begun("Anna", "Bert")
        address = at(f"stages/{stage.uuid}/")
        answer = desk.post(f"{address}end/", follow=True)
        assert said(answer) == ["1 fixture is still to be played or struck out."]
        score(stage.fixtures.get(), 1, 0)
        answer = desk.post(f"{address}end/", follow=True)
        assert said(answer) == ["The league is over."]


class TestScores:
    @pytest.fixture
    def stage(self, begun):
        return begun("Anna", "Bert", "Cleo", "Dirk")

    def typed(self, stage, *scores):
        fixtures = stage.fixtures.filter(round__number=1).order_by("number")
        keys = ("score_home", "score_away", "cas_home", "cas_away")
        return {
            f"{fixture.uuid}.{key}": value
            for fixture, score in zip(fixtures, scores, strict=True)
            for key, value in zip(keys, score, strict=True)
        }

    def test_of_a_round_go_in_on_one_sheet(self, desk, at, stage):
        address = at(f"stages/{stage.uuid}/rounds/1/scores/")
        answer = desk.post(address, self.typed(stage, (2, 1, 3, 0), ("", "", "", "")))
        assert answer["Location"].endswith("/rounds/2/scores/")
        assert stage.fixtures.filter(state="played").count() == 1
        answer = desk.post(
            address, self.typed(stage, (2, 1, 3, 0), (0, 0, "", "")) | {"stay": "1"}, follow=True
        )
        assert said(answer) == ["1 score entered.", "1 score entered."]

    def test_with_every_fault_at_once_and_nothing_saved(self, desk, at, stage):
        address = at(f"stages/{stage.uuid}/rounds/1/scores/")
        answer = desk.post(address, self.typed(stage, (2, 1, 3, 0), ("", "100", "x", "")))
        assert answer.status_code == 422
        assert {name.partition(".")[2] for name in answer.context["form"].errors} == {
            "score_home",
            "score_away",
            "cas_home",
        }
        assert not stage.fixtures.filter(state="played").exists()

    def test_of_a_bracket_say_who_goes_on(self, desk, at, begun):
        cup = begun("Eva", "Finn", of="knock-out")
        final = cup.fixtures.get()
        address = at(f"stages/{cup.uuid}/rounds/1/scores/")
        values = {f"{final.uuid}.score_home": 1, f"{final.uuid}.score_away": 1}
        answer = desk.post(address, values)
        assert answer.status_code == 422
        assert "Somebody has to go on" in answer.content.decode()
        desk.post(address, values | {f"{final.uuid}.winner": "away"})
        final.refresh_from_db()
        assert (final.result.winner, final.result.ending) == ("away", "penalties")

    def test_are_not_for_coaches(self, browser, at, stage, join):
        address = at(f"stages/{stage.uuid}/rounds/1/scores/")
        assert browser(join("Otto")).get(address).status_code == 403


class TestWhoSees:
    def test_a_private_season_is_nobody_elses(self, browser, at, league, plan, make_user):
        stage = plan()
        league.is_public = False
        league.save()
        for address in (at(), at(f"stages/{stage.uuid}/")):
            assert browser(make_user(f"Otto {address[-4:]}")).get(address).status_code == 404
            assert browser().get(address).status_code == 404

    def test_a_visitor_reads_and_has_no_buttons(self, browser, at, begun):
        stage = begun("Anna", "Bert")
        for address in (at(), at(f"stages/{stage.uuid}/")):
            page = browser().get(address)
            assert page.status_code == 200
            main = page.content.decode().partition("<main")[2]
            assert "<form" not in main.partition("</main>")[0]

    @pytest.mark.parametrize("path", ["divisions/", "stages/new/", "register-all/", "accept/"])
    def test_coaches_do_not_run_it(self, browser, at, join, path):
        client = browser(join("Otto"))
        answer = client.post(at(path)) if path[-2] in "lt" else client.get(at(path))
        assert answer.status_code == 403


class TestStatements:
    def statements(self, client, address):
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).status_code == 200
        return len(seen)

    def teams(self, of, count):
        """So many more teams in the season, each a copy of this one with its roster."""
        contracts = list(of.contracts.select_related("player"))
        for n in range(count):
            team = copied(of, uuid=uuid4(), name=f"Team {count}-{n:02}")
            for contract in contracts:
                player = copied(contract.player, uuid=uuid4())
                copied(contract, team=team, player=player)

    def test_of_the_season_do_not_grow_with_its_teams(self, browser, at, team, marta, join):
        season = current_season(team.league)
        clients = [browser(marta), browser(), browser(join("Jonas"))]
        counted = []
        for more in (7, 56):
            self.teams(team, more)
            register_every_team(actor=marta, season=season, now=NOW)
            counted.append([self.statements(client, at()) for client in clients])
        assert season.entries.count() == 64
        assert counted[0] == counted[1]

    def test_of_a_stage_do_not_grow_with_its_teams(self, desk, at, begun):
        counted = []
        for size in (8, 64):
            stage = begun(*(f"Team {size}-{n:02}" for n in range(size)))
            counted.append(
                [
                    self.statements(desk, at(f"stages/{stage.uuid}/{path}"))
                    for path in ("", "?round=3", "rounds/1/scores/")
                ]
            )
        assert counted[0] == counted[1]


def copied(row, **changed):
    row = type(row).objects.get(pk=row.pk)
    row.pk, row._state.adding = None, True
    for name, value in changed.items():
        setattr(row, name, value)
    row.save()
    return row
