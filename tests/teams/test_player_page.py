"""A player's page: career, improvements with their dice, injuries, and its end."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import League, Membership, Role, Season
from rules.engine import effects as e
from rules.engine.state import Player as Somebody
from teams import chapters, ledger, projection
from teams.commands.adjusting import adjust_team
from teams.commands.adopting import adopt_team
from teams.newcomers import Person
from teams.queries.careers import career_for
from tests.conftest import NOW
from tests.teams.adopting import arrival
from tests.teams.history import LINEMEN, ask, play, put, take_back
from tests.teams.test_roster import text_of


@pytest.fixture
def rivals(draft_team, make_user, league):
    bram = make_user("Bram")
    Membership.objects.create(league=league, user=bram, role=Role.COACH, since=NOW)
    return draft_team(name="The Rivals", actor=bram, people={"draft/2": Person("Grim Fist", 2)})


@pytest.fixture
def team(draft_team):
    people = {"draft/1": Person("Cob Netter", 1), "draft/2": Person("Ros", 2)}
    return draft_team(wish=LINEMEN, people=people)


def player_of(team, key="draft/1"):
    return team.contracts.get(key=key).player


def casualty(team, season, key, rolled, by=""):
    about = {"team": projection.read(team).state, "player": key, "by": by}
    return ledger.LedgerEntry.of(
        "casualty", ask(season, "casualty", {f"casualty/{key}/1": rolled}, **about)
    )


def match(team, season, opponent, *entries, number=1):
    """A match of which only these entries are known."""
    chapter = chapters.open_chapter(
        ledger.lock(team),
        "match",
        season=season,
        now=NOW,
        match=uuid4(),
        opponent=opponent,
    )
    return put(team, *entries, season=season, chapter=chapter)


@pytest.fixture
def career(team, season, rivals, league, marta):
    """Two seasons of Cob Netter's."""
    key = "draft/1"
    deeds = (e.Earned(key, "touchdown", 2), e.Earned("draft/2", "completion", 1))
    match(
        team,
        season,
        rivals,
        ledger.LedgerEntry("report", deeds),
        ledger.LedgerEntry("improvement", (e.ImprovementOwed(key, "1", [6, 6]),)),
        ledger.LedgerEntry(
            "improvement-choice", (e.Improved(key, "1", 50_000, characteristic="st"),)
        ),
    )
    match(team, season, rivals, casualty(team, season, key, 51, by="draft/2"))
    Season.objects.filter(pk=season.pk).update(state=Season.State.OVER)
    second = Season.objects.create(league=league, number=2, pin=season.pin, opened_at=NOW)
    match(
        team,
        second,
        rivals,
        ledger.LedgerEntry("report", (e.Earned(key, "mvp", 1), e.Earned(key, "casualty", 2))),
        ledger.LedgerEntry("improvement", (e.ImprovementOwed(key, "2", [2, 3]),)),
    )
    return lambda: career_for(marta, player_of(team).uuid)


class TestCareer:
    def test_counts_deeds_by_season_and_match_with_their_points(self, career):
        first, second = career().seasons
        (scored,) = first.chapters
        assert scored.when.said == "Match 1, against The Rivals"
        assert scored.points == first.together.points == 6
        assert {tally.key: tally.count for tally in second.together.tallies} == {
            "completion": 0,
            "touchdown": 0,
            "interception": 0,
            "casualty": 2,
            "mvp": 1,
        }
        assert second.together.points == 9
        assert second.chapters[0].when.said == "Match 3, against The Rivals"
        assert career().sheet.experience.points == 15

    def test_tells_improvements_with_their_dice(self, career):
        done, still_open = career().improvements
        assert (done.faces, done.chosen, done.value) == ((6, 6), "+ST", 50_000)
        assert (still_open.faces, still_open.is_open) == ((2, 3), True)

    def test_tells_injuries_with_the_roll_and_who_did_it(self, career):
        (hurt,) = career().harm
        assert hurt.sentences == ("Misses the next match", "Niggling injury")
        assert [line.sentence for line in hurt.because.lines] == ["51: Damaged Back"]
        assert hurt.by == "Grim Fist"
        assert hurt.when.said == "Match 2, against The Rivals"

    def test_counts_points_that_were_given_or_taken_by_hand(self, team, season, marta):
        by_hand = (e.PointsGiven("draft/1", 4), e.Earned("draft/1", "mvp", 2))
        put(team, ledger.LedgerEntry("adjustment", by_hand), season=season)
        mended = (e.Earned("draft/1", "mvp", -1), e.PointsGiven("draft/1", -1))
        put(team, ledger.LedgerEntry("adjustment", mended), season=season)
        told = career_for(marta, player_of(team).uuid)
        assert told.seasons[0].together.points == told.sheet.experience.points == 8

    def test_a_point_given_back_is_no_injury(self, team, season, marta):
        put(team, ledger.LedgerEntry("casualty", (e.Lowered("draft/1", "ma"),)), season=season)
        put(
            team, ledger.LedgerEntry("adjustment", (e.Lowered("draft/1", "ma", -1),)), season=season
        )
        told = career_for(marta, player_of(team).uuid)
        assert [harm.sentences for harm in told.harm] == [("−1 MA",)]
        assert told.sheet.characteristics[0].way == ""

    def test_tells_what_he_had_learnt_and_suffered_before_he_was_adopted(
        self, league, season, marta
    ):
        team = adopt_team(actor=marta, league=league, arrival=arrival(), coach_name="Edda", now=NOW)
        wren = career_for(marta, team.contracts.get(number=11).player.uuid)
        assert [(each.chosen, each.when.said) for each in wren.improvements] == [
            ("+ST", "Adoption")
        ]
        assert [harm.sentences for harm in wren.harm] == [("Niggle", "−1 MA")]
        jory = career_for(marta, team.contracts.get(number=7).player.uuid)
        assert [each.chosen for each in jory.improvements] == ["Guard", "Tackle"]
        assert not any(each.is_open for each in jory.improvements)

    def test_a_skill_given_by_hand_is_an_improvement_and_explains_no_injury(self, team, marta):
        cob = player_of(team).uuid
        by_hand = {"skill_given": "block", "lowered": {"ma": 1}}
        adjust_team(
            actor=marta, team=team, player=cob, change=by_hand, reason="A lost sheet", now=NOW
        )
        told = career_for(marta, cob)
        assert [(each.chosen, each.value) for each in told.improvements] == [("Block", 20_000)]
        (hurt,) = told.harm
        assert (hurt.sentences, hurt.because.lines) == (("−1 MA",), ())
        assert [moment.sentence for moment in told.moments] == ["Lineman (Cob Netter) joins"]

    def test_leaves_out_what_was_taken_back(self, team, season, marta):
        (event,) = put(
            team,
            ledger.LedgerEntry("report", (e.Earned("draft/1", "touchdown", 3),)),
            season=season,
        )
        assert career_for(marta, player_of(team).uuid).seasons
        take_back(team, event, season=season)
        assert career_for(marta, player_of(team).uuid).seasons == ()

    def test_tells_nothing_of_whoever_has_a_key_that_begins_alike(self, team, season, marta):
        put(team, ledger.LedgerEntry("report", (e.Earned("draft/10", "mvp"),)), season=season)
        assert career_for(marta, player_of(team).uuid).seasons == ()
        assert career_for(marta, player_of(team, "draft/10").uuid).seasons

    def test_others_hurt_in_the_same_breath_are_not_him(self, team, season, marta, rivals):
        both = [casualty(team, season, key, 51 + n) for n, key in enumerate(("draft/1", "draft/2"))]
        effects = (*both[0].effects, *both[1].effects)
        entry = ledger.LedgerEntry("report", effects, (*both[0].because, *both[1].because))
        match(team, season, rivals, entry)
        (hurt,) = career_for(marta, player_of(team).uuid).harm
        assert [line.sentence for line in hurt.because.lines] == ["51: Damaged Back"]

    def test_value_and_points_add_up(self, career):
        told = career()
        assert told.sheet.value_because.total == told.sheet.value == 100_000
        assert told.sheet.experience.because.total == 15

    def test_goes_on_with_another_team(self, team, rivals, season, marta):
        put(team, ledger.LedgerEntry("hire-and-fire", (e.Left("draft/1", "fired"),)), season=season)
        old = player_of(team)
        put(
            rivals,
            ledger.LedgerEntry("trade", (e.Joined(Somebody("trade/1", "lineman", 50_000)),)),
            season=season,
        )
        contract = rivals.contracts.get(key="trade/1")
        contract.player = old
        contract.save(update_fields=["player"])
        put(rivals, ledger.LedgerEntry("report", (e.Earned("trade/1", "mvp"),)), season=season)
        told = career_for(marta, old.uuid)
        assert [(spell.team.name, spell.how) for spell in told.spells] == [
            ("The Reivers", "let go"),
            ("The Rivals", ""),
        ]
        assert told.team == rivals
        assert [each.when.team.name for each in told.moments] == [
            "The Reivers",
            "The Reivers",
            "The Rivals",
        ]


class TestThePage:
    def test_tells_his_death_and_his_killer(self, client, team, season, rivals):
        match(team, season, rivals, casualty(team, season, "draft/1", 61, by="draft/2"))
        page = client.get(f"/players/{player_of(team).uuid}/").content.decode()
        said = text_of(page)
        assert "Dead. Match 1, against The Rivals, season 1. It was Grim Fist." in said
        assert '<h1 class="dead">Cob Netter</h1>' in page
        assert f'href="/teams/{team.uuid}/"' in page

    def test_of_a_rookie_says_that_there_is_nothing_yet(self, client, team):
        said = text_of(client.get(f"/players/{player_of(team).uuid}/").content.decode())
        assert "No deeds on record yet." in said
        assert "Never seriously hurt." in said
        assert "Lineman (Cob Netter) joins" in said

    def test_shows_a_whole_career(self, client, career):
        said = text_of(client.get(f"/players/{career().player.uuid}/").content.decode())
        for words in ("Season 1", "Season 2", "+ST", "+50,000", "still to be chosen", "Grim Fist"):
            assert words in said

    def test_of_nobody_is_not_found(self, client, db):
        assert client.get(f"/players/{uuid4()}/").status_code == 404

    def test_of_somebody_who_never_joined_after_all_is_not_found(self, client, team, season):
        entry = ledger.LedgerEntry("x", (e.Joined(Somebody("x/1", "lineman", 50_000)),))
        (hired,) = put(team, entry, season=season)
        player = player_of(team, "x/1")
        assert client.get(f"/players/{player.uuid}/").status_code == 200
        take_back(team, hired, season=season)
        assert client.get(f"/players/{player.uuid}/").status_code == 404

    def test_of_a_private_league_is_the_leagues(self, client, team, league, marta, make_user):
        League.objects.filter(pk=league.pk).update(is_public=False)
        address = f"/players/{player_of(team).uuid}/"
        assert client.get(address).status_code == 404
        client.force_login(make_user("Nosy"))
        assert client.get(address).status_code == 404
        client.force_login(marta)
        assert client.get(address).status_code == 200

    def test_takes_the_same_number_of_statements_however_long_he_played(
        self, client, team, season, rivals, marta
    ):
        client.force_login(marta)
        address = f"/players/{player_of(team).uuid}/"

        def count():
            with CaptureQueriesContext(connection) as statements:
                assert client.get(address).status_code == 200
            return len(statements)

        at_first = count()
        assert at_first <= 10
        for number in range(1, 25):
            play(team, season=season, number=number, opponent=rivals)
        assert career_for(marta, player_of(team).uuid).seasons
        assert count() == at_first


def test_secrets_of_the_team_that_he_came_from_stay_there(team, rivals, season, marta, make_user):
    """The player's coach of today reads nothing of the old team's that only its coaches may."""
    secret = ledger.LedgerEntry("report", (e.Earned("draft/1", "mvp"),), visible="side")
    put(team, secret, season=season)
    old = player_of(team)
    assert career_for(marta, old.uuid).seasons
    bram = rivals.tenures.get().coach.user
    assert career_for(bram, old.uuid).seasons == ()
    put(team, ledger.LedgerEntry("hire-and-fire", (e.Left("draft/1", "fired"),)), season=season)
    put(
        rivals,
        ledger.LedgerEntry("x", (e.Joined(Somebody("t/1", "lineman", 50_000)),)),
        season=season,
    )
    contract = rivals.contracts.get(key="t/1")
    contract.player = old
    contract.save(update_fields=["player"])
    assert career_for(bram, old.uuid).team == rivals
    assert career_for(bram, old.uuid).seasons == ()
