"""Teams that have played elsewhere come in as they stand, and their ledger begins with it."""

import pytest
from django.db import transaction

from acts.failures import Conflict, Forbidden, Missing, Refused
from acts.models import Act
from league.commands.members import add_coach_by_name
from league.models import Membership, Role, Season
from teams.commands.adopting import (
    adopt_team,
    begin_adoption,
    change_adoption,
    drop_adoption,
    finish_adoption,
)
from teams.models import Adoption, Team
from teams.newcomers import Person
from teams.verifying import differences
from tests.conftest import NOW
from tests.teams.adopting import PLAYERS, arrival


@pytest.fixture
def own(league, marta):
    return Membership.objects.get(league=league, user=marta)


@pytest.fixture
def adopt(league, marta, own):
    def adopt(coming=None, **about):
        about = {"actor": marta, "coach": own, **about}
        return adopt_team(league=league, arrival=coming or arrival(), now=NOW, **about)

    return adopt


def faults(raised):
    return {(reason.code, reason.subject) for reason in raised.value.reasons}


class TestAdopting:
    def test_a_team_comes_in_as_it_stands(self, adopt):
        team = adopt()
        assert (team.treasury, team.rerolls, team.fan_factor) == (85_000, 3, 5)
        assert team.staff == {"apothecary": 1, "cheerleader": 2}
        assert team.record == {"played": 7, "won": 4, "drawn": 1, "lost": 2}
        jory = team.contracts.select_related("player").get(number=7).player
        assert (jory.name, jory.skills, jory.value) == ("Jory Vane", ["guard", "tackle"], 130_000)
        assert jory.awards == {"touchdown": 3, "mvp": 2}
        wren = team.contracts.select_related("player").get(number=11).player
        assert (wren.raised, wren.lowered, wren.niggles, wren.extra) == ({"st": 1}, {"ma": 1}, 1, 6)
        assert team.contracts.get(number=1).player.misses_next
        assert [*differences(team)] == []

    def test_it_is_the_opening_entry_of_the_ledger(self, adopt, marta):
        event = adopt().events.get()
        assert (event.kind, event.chapter.kind, event.gold) == ("adoption", "adoption", 85_000)
        assert event.act.name == "teams.adopt_team"
        assert (event.act.actor, event.act.override) == (marta, False)
        assert event.act.payload["brings"]["players"] == PLAYERS

    def test_whoever_has_no_name_or_number_gets_one(self, adopt):
        team = adopt(arrival(people=[]))
        assert team.contracts.count() == 12
        assert all(team.contracts.values_list("player__name", flat=True))
        assert sorted(team.contracts.values_list("number", flat=True)) == [*range(1, 13)]

    def test_for_a_coach_without_an_account(self, adopt, league, marta):
        edda = add_coach_by_name(actor=marta, league=league, name="Edda", now=NOW)
        assert adopt(coach=edda).tenures.get().coach == edda

    def test_for_somebody_who_is_entered_with_it(self, adopt, league):
        team = adopt(coach=None, coach_name="Edda")
        assert team.tenures.get().coach == league.memberships.get(name="Edda", user=None)

    def test_nobody_is_entered_if_the_team_is_refused(self, adopt, league):
        with pytest.raises(Refused):
            adopt(arrival(race="gnome"), coach=None, coach_name="Edda")
        assert not league.memberships.filter(name="Edda").exists()


class TestWhoMay:
    def test_the_commissioner_and_deputies_but_no_coach_and_no_stranger(
        self, adopt, league, make_user
    ):
        for name, role in {"Dep": Role.DEPUTY, "Cole": Role.COACH, "Vi": Role.VIEWER}.items():
            user = make_user(name)
            Membership.objects.create(league=league, user=user, role=role, since=NOW)
            if role == Role.DEPUTY:
                assert adopt(arrival(f"Of {name}"), actor=user)
            else:
                with pytest.raises(Forbidden):
                    adopt(arrival(f"Of {name}"), actor=user)
        with pytest.raises(Forbidden):
            adopt(actor=make_user("Stranger"))

    def test_a_private_league_is_not_there_for_strangers(self, adopt, league, make_user):
        league.is_public = False
        league.save()
        with pytest.raises(Missing):
            adopt(actor=make_user("Stranger"))

    def test_no_viewer_coaches_and_nobody_of_another_league(self, adopt, league, make_user):
        viewer = Membership.objects.create(
            league=league, user=make_user("Vi"), role=Role.VIEWER, since=NOW
        )
        with pytest.raises(Refused) as raised:
            adopt(coach=viewer)
        assert faults(raised) == {("no_such_coach", "coach")}

    def test_not_into_a_season_that_is_over(self, adopt, season):
        Season.objects.filter(pk=season.pk).update(state=Season.State.OVER)
        with pytest.raises(Refused) as raised:
            adopt()
        assert faults(raised) == {("season_over", "")}


class TestRefusals:
    def test_all_reasons_at_once(self, adopt):
        with pytest.raises(Refused) as raised:
            adopt(
                arrival(
                    "",
                    players=[{"position": "wardancer"}, {"position": "ogre"}, {"position": "ogre"}],
                    people=[Person("x" * 500, 3), Person("\u202eevil", 3), Person("", 999)],
                    rerolls=9,
                    record={"won": 1, "played": 5},
                ),
                coach=None,
            )
        assert faults(raised) == {
            ("blank", "name"),
            ("no_coach", "coach"),
            ("too_long", "players.0.name"),
            ("not_one_line", "players.1.name"),
            ("number_taken", "players.1.number"),
            ("number_out_of_range", "players.2.number"),
            ("no-such-position", "players.0.position"),
            ("too-many-of-position", "players.2.position"),
            ("too-many-rerolls", "rerolls"),
            ("record-does-not-add-up", "record.played"),
        }
        assert not Team.objects.exists()
        assert not Act.objects.filter(name="teams.adopt_team").exists()

    @pytest.mark.parametrize("gold", [85_000.5, "85000", -1, 10**12, True, None])
    def test_gold_is_a_whole_number(self, adopt, gold):
        with pytest.raises(Refused) as raised:
            adopt(arrival(treasury=gold))
        assert [reason.subject for reason in raised.value.reasons] == ["treasury"]

    def test_names_as_they_are_written(self, adopt):
        sentences = ["<b>Bo</b>", "Zoë \N{FIRE}", "דוד"]
        team = adopt(arrival("<i>Rovers</i>", people=[Person(name) for name in sentences]))
        names = set(team.contracts.values_list("player__name", flat=True))
        assert {*sentences} <= names
        assert team.name == "<i>Rovers</i>"

    def test_a_name_that_another_team_has(self, adopt):
        adopt()
        with pytest.raises(Refused) as raised:
            adopt(arrival("greywater rovers"))
        assert faults(raised) == {("name_taken", "name")}


class TestOverrides:
    crowd = PLAYERS + [{"position": "lineman"}] * 5

    def test_a_rule_gives_way_to_a_reason_that_stays_on_record(self, adopt):
        with pytest.raises(Refused) as raised:
            adopt(arrival(players=self.crowd))
        assert faults(raised) == {("too-many-players", "players")}
        team = adopt(arrival(players=self.crowd), override=True, reason="They came with 17.")
        event = team.events.get()
        assert (event.act.override, event.act.reason) == (True, "They came with 17.")
        aside = [line["params"] for line in event.because if line["code"] == "set-aside"]
        assert [each["rule"] for each in aside] == ["too-many-players"]
        assert team.contracts.count() == 17
        assert [*differences(team)] == []

    def test_only_with_a_reason(self, adopt):
        with pytest.raises(Refused) as raised:
            adopt(arrival(players=self.crowd), override=True, reason=" ")
        assert faults(raised) == {("reason_missing", "reason")}

    def test_never_what_cannot_be(self, adopt):
        for coming in (
            arrival(players=[{"position": "wardancer"}]),
            arrival(treasury=-1),
            arrival(people=[Person("A", 4), Person("B", 4)]),
        ):
            with pytest.raises(Refused):
                adopt(coming, override=True, reason="Because.")

    def test_what_needs_none_is_none(self, adopt):
        assert not adopt(override=True, reason="Just in case.").events.get().act.override


class TestInTheMaking:
    sheet = {  # noqa: RUF012
        "treasury": "85,000",
        "players": [
            {"position": "Human Blitzer", "skills": "Block, Guard", "spp": "9", "name": "Jory"},
            {"position": ""},
            {"position": "Lineman", "injuries": "Niggling, -MA", "misses_next": "x"},
        ],
    }

    @pytest.fixture
    def begun(self, league, marta, own):
        return begin_adoption(
            actor=marta, league=league, race="human", coach=own, name="Rovers", now=NOW
        )

    def test_is_left_and_taken_up_and_finished_once(self, begun, marta):
        change_adoption(actor=marta, adoption=begun, sheet=self.sheet, now=NOW)
        team = finish_adoption(actor=marta, adoption=begun, now=NOW)
        assert team.treasury == 85_000
        jory = team.contracts.select_related("player").get(player__name="Jory").player
        assert (jory.position, jory.skills, jory.extra) == ("blitzer", ["guard"], 9)
        begun.refresh_from_db()
        assert (begun.team, begun.finished_at) == (team, NOW)
        with pytest.raises(Conflict):
            finish_adoption(actor=marta, adoption=begun, now=NOW)

    def test_keeps_what_cannot_be_read_and_says_so_at_the_end(self, begun, marta):
        sheet = {"treasury": "85000.5", "players": [{"position": "Wardancer", "skills": "Blok"}]}
        begun = change_adoption(actor=marta, adoption=begun, sheet=sheet, now=NOW)
        assert begun.sheet == sheet
        with pytest.raises(Refused) as raised:
            finish_adoption(actor=marta, adoption=begun, now=NOW)
        assert faults(raised) == {
            ("not_a_count", "treasury"),
            ("no-such-position", "players.0.position"),
            ("not-understood", "players.0.skills"),
        }
        assert "Wood Elf" in str(raised.value)
        assert "Is it Block?" in str(raised.value)

    def test_two_hands_at_once(self, begun, marta):
        change_adoption(actor=marta, adoption=begun, name="One", revision=0, now=NOW)
        with pytest.raises(Conflict):
            change_adoption(actor=marta, adoption=begun, name="Two", revision=0, now=NOW)

    def test_is_dropped_without_a_trace_but_the_act(self, begun, marta):
        drop_adoption(actor=marta, adoption=begun, now=NOW)
        assert not Adoption.objects.exists()
        assert Act.objects.filter(name="teams.drop_adoption").exists()

    def test_a_name_that_cannot_be_kept_is_refused_at_once(self, begun, marta):
        with pytest.raises(Refused), transaction.atomic():
            change_adoption(actor=marta, adoption=begun, name="x" * 61, now=NOW)

    def test_nobody_else_touches_it(self, begun, make_user):
        stranger = make_user("Stranger")
        for command in (change_adoption, finish_adoption, drop_adoption):
            with pytest.raises(Forbidden):
                command(actor=stranger, adoption=begun, now=NOW)
