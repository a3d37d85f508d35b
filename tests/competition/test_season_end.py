"""The end of a season: champion, awards and prizes, the archive, and the divisions to come."""

import pytest

from competition.commands.divisions import divide, promote_and_relegate
from competition.commands.entries import register_every_team
from competition.commands.redrafting import finish_redraft
from competition.commands.season_end import OwnAward, Prize, end_season
from competition.models import Award
from jobs.failures import Conflict, Forbidden, Refused
from league.commands.seasons import open_registration
from league.models import Season
from teams.commands.hiring import Word
from teams.verifying import differences
from tests.conftest import NOW


def codes(refused):
    return sorted(reason.code for reason in refused.value.reasons)


@pytest.fixture
def played(enter_team, plan, start, score, season):
    """A season of three teams in which the earlier name always beat the later one."""
    entries = [enter_team(name) for name in ("Ashgate", "Brackwater", "Copperhill")]
    stage = start(plan())
    for fixture in stage.fixtures.filter(away__isnull=False):
        home_is_first = str(fixture.home) < str(fixture.away)
        score(fixture, *((2, 0) if home_is_first else (0, 2)), cas=(1, 0))
    return entries


class TestEnding:
    def test_the_champion_and_the_awards_of_teams(self, played, season, marta):
        end_season(actor=marta, season=season, now=NOW)
        given = {award.kind: str(award.entry) for award in Award.objects.all()}
        assert given["champion"] == "Ashgate"
        assert given["wooden-spoon"] == "Copperhill"
        assert given["best-defence"] == "Ashgate"

    def test_the_archive_is_closed_and_the_next_season_prepared(self, played, season, marta):
        end_season(actor=marta, season=season, now=NOW)
        season.refresh_from_db()
        following = Season.objects.get(league=season.league, number=2)
        assert (season.state, season.closed_at) == (Season.State.OVER, NOW)
        assert (following.state, following.pin) == (Season.State.PREPARING, season.pin)
        with pytest.raises(Conflict):
            end_season(actor=marta, season=season, now=NOW)

    def test_prizes_go_into_the_ledger(self, played, season, marta):
        team = played[0].team
        before, fans = team.treasury, team.fan_factor
        end_season(
            actor=marta,
            season=season,
            prizes={"champion": Prize(gold=50_000, fan_factor=1, inducement="wizard")},
            now=NOW,
        )
        team.refresh_from_db()
        assert (team.treasury, team.fan_factor) == (before + 50_000, fans + 1)
        assert team.inducements == {"wizard": 1}
        assert team.events.latest("seq").kind == "prize"
        assert not list(differences(team))

    def test_the_commissioners_own(self, played, season, marta):
        own = OwnAward("Loudest supporters", played[1], prize=Prize(gold=10_000))
        end_season(actor=marta, season=season, own=[own], now=NOW)
        assert Award.objects.get(kind="").title == "Loudest supporters"

    def test_everything_wrong_is_said_at_once(self, played, season, marta):
        own = OwnAward("", played[1], prize=Prize(gold=10_500, fan_factor=99, inducement="dragon"))
        with pytest.raises(Refused) as refused:
            end_season(actor=marta, season=season, own=[own], now=NOW)
        assert codes(refused) == [
            "blank",
            "fans_out_of_range",
            "gold_out_of_range",
            "no_such_inducement",
        ]
        assert not Award.objects.exists()

    def test_not_before_everything_is_played(self, enter, plan, start, season, marta):
        enter("Anna", "Bert")
        start(plan())
        with pytest.raises(Refused) as refused:
            end_season(actor=marta, season=season, now=NOW)
        assert codes(refused) == ["fixtures_open"]

    def test_coaches_end_nothing(self, played, season, make_user):
        with pytest.raises(Forbidden):
            end_season(actor=make_user("Otto"), season=season, now=NOW)


@pytest.fixture
def following(enter_team, plan, start, score, season, *, marta, league):
    """The season after one of two divisions of three; Ashgate and Deepford were first."""
    names = ["Ashgate", "Brackwater", "Copperhill", "Deepford", "Elmgrove", "Farhaven"]
    entries = [enter_team(name) for name in names]
    by_hand = {entry.pk: 0 if number < 3 else 1 for number, entry in enumerate(entries)}
    divide(
        actor=marta, season=season, names=["First", "Second"], how="hand", by_hand=by_hand, now=NOW
    )
    stage = start(plan())
    for fixture in stage.fixtures.filter(away__isnull=False):
        score(fixture, *((1, 0) if str(fixture.home) < str(fixture.away) else (0, 1)))
    end_season(actor=marta, season=season, now=NOW)
    following = open_registration(actor=marta, league=league, now=NOW)
    for entry in entries:
        finish_redraft(
            actor=marta, team=entry.team, word=Word("A quiet summer.", cover=True), now=NOW
        )
    register_every_team(actor=marta, season=following, now=NOW)
    return following


def divided(season):
    return [{str(entry) for entry in division.entries.all()} for division in season.divisions.all()]


MOVED = [{"Ashgate", "Brackwater", "Deepford"}, {"Copperhill", "Elmgrove", "Farhaven"}]


class TestUpAndDown:
    def test_first_and_last_change_divisions(self, following, marta):
        promote_and_relegate(actor=marta, season=following, up=1, now=NOW)
        assert divided(following) == MOVED

    def test_on_the_page(self, following, marta, client):
        client.force_login(marta)
        address = f"/leagues/{following.league.uuid}/season/divisions/"
        assert "Promote and relegate" in client.get(address).content.decode()
        told = {"how": "promote", "up": "1", "down": "1"}
        assert client.post(address, told).status_code == 302
        assert divided(following) == MOVED
        assert client.post(address, told | {"up": "4"}).status_code == 422
        assert divided(following) == MOVED

    def test_through_the_api(self, following, marta, client):
        client.force_login(marta)
        address = f"/api/v1/leagues/{following.league.uuid}/season/divisions/promote/"
        told = client.post(address, {"up": 1}, content_type="application/json")
        assert told.status_code == 200
        assert divided(following) == MOVED


class TestPages:
    def test_ended_on_the_page_with_a_prize(self, played, season, league, marta, client):
        client.force_login(marta)
        page = client.get(f"/leagues/{league.uuid}/season/end/")
        assert "Ashgate" in page.content.decode()
        told = {"champion_gold": "30000", "own_0_title": "Fair play"}
        answer = client.post(f"/leagues/{league.uuid}/season/end/", told)
        assert answer.status_code == 422
        told["own_0_entry"] = str(played[1].uuid)
        answer = client.post(f"/leagues/{league.uuid}/season/end/", told, follow=True)
        said = answer.content.decode()
        assert "30,000" in said
        assert "Fair play" in said

    def test_everybody_reads_the_honours(self, played, season, league, marta, client):
        end_season(actor=marta, season=season, now=NOW)
        assert "Ashgate" in client.get(f"/leagues/{league.uuid}/honours/").content.decode()

    def test_by_program(self, played, season, league, marta, client):
        client.force_login(marta)
        answer = client.post(
            f"/api/v1/leagues/{league.uuid}/season/end/",
            {
                "prizes": {"champion": {"gold": 50_000}},
                "own": [{"title": "Fair play", "entry": str(played[1].uuid)}],
            },
            content_type="application/json",
        )
        assert answer.status_code == 201
        honours = {each["title"]: each for each in answer.json()[0]["honours"]}
        assert honours["Champion"]["prize"] == "50,000 gold"
        assert honours["Fair play"]["winner"] == "Brackwater"
