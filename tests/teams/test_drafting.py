"""The draft by its commands: changed a tap at a time, named, weighed, and finished once."""

import pytest

from acts.failures import Conflict, Forbidden, Refused
from acts.models import Act
from league.commands.invitations import invite
from league.commands.leagues import create_league
from league.commands.members import accept_invitation, add_coach_by_name
from league.models import Membership, Season
from league.queries import current_season
from teams.commands.drafting import (
    MOST_OPEN_DRAFTS,
    CountChange,
    Lesson,
    begin_draft,
    change_draft,
    draft_team,
    drop_draft,
    finish_draft,
)
from teams.drafts import name_of, weigh
from teams.models import Draft, Team
from teams.newcomers import Person
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

ONE_OFF = {
    "resurrection": True,
    "resurrection.skills": 3,
    "draft.permanent-inducements": ["bribe", "star-player"],
}

# Ten players, and 170,000 beyond the budget.
DEAR = {"players": {"lineman": 5, "blitzer": 4, "thrower": 1}, "rerolls": 8, "fan_factor": 9}


def codes(refusal):
    return [(reason.code, reason.subject) for reason in refusal.value.reasons]


def squad(draft):
    return {each.slot: each for each in weigh(draft, names_taken=()).squad}


@pytest.fixture
def draft(season, marta):
    return begin_draft(actor=marta, season=season, race="human", now=NOW)


@pytest.fixture
def change(marta):
    return lambda draft, **fields: change_draft(actor=marta, draft=draft, now=NOW, **fields)


@pytest.fixture
def tap(change):
    """Taps: `tap(draft, "players.lineman", +1, "rerolls", +1)`."""

    def tap(draft, *steps):
        for subject, by in zip(steps[::2], steps[1::2], strict=True):
            draft = change(draft, step=CountChange(subject, by), revision=draft.revision)
        return draft

    return tap


@pytest.fixture
def olaf(make_user, marta, league):
    """A coach of the league."""
    olaf = make_user("Olaf")
    _, secret = invite(actor=marta, league=league, now=NOW)
    accept_invitation(actor=olaf, secret=secret, now=NOW)
    return olaf


class TestBeginning:
    def test_leaves_everything_open_but_has_a_name_and_colours_to_suggest(self, draft):
        assert draft.name == ""
        assert name_of(draft)
        assert draft.shirt != draft.trim
        assert weigh(draft, names_taken=()).left == 1_000_000

    def test_is_refused_with_every_reason(self, season, marta):
        with pytest.raises(Refused) as refusal:
            begin_draft(actor=marta, season=season, race="gnome", shirt="beige", now=NOW)
        assert codes(refusal) == [("no-such-race", "race"), ("no_such_kit", "shirt")]
        assert not Draft.objects.exists()

    def test_is_refused_for_a_race_that_the_league_does_not_draft(self, marta):
        league = create_league(
            actor=marta,
            name="Elves Only",
            edition_key="bb2016",
            house={"draft.races": ["wood-elf"]},
            now=NOW,
        )
        with pytest.raises(Refused, match="not drafted in this league"):
            begin_draft(actor=marta, season=current_season(league), race="orc", now=NOW)

    def test_is_refused_when_too_many_lie_open(self, season, marta):
        for _ in range(MOST_OPEN_DRAFTS):
            begin_draft(actor=marta, season=season, race="orc", now=NOW)
        with pytest.raises(Refused, match="Finish or drop one first"):
            begin_draft(actor=marta, season=season, race="orc", now=NOW)

    def test_and_finishing_are_refused_once_the_season_is_over(self, draft, season, marta, change):
        draft = change(draft, wish=A_TEAM)
        Season.objects.filter(pk=season.pk).update(state=Season.State.OVER)
        season.refresh_from_db()
        with pytest.raises(Refused, match="season is over"):
            begin_draft(actor=marta, season=season, race="orc", now=NOW)
        with pytest.raises(Refused, match="season is over"):
            finish_draft(actor=marta, draft=draft, now=NOW)


class TestWhoMay:
    def test_a_coach_drafts_for_himself_alone(self, season, olaf, marta):
        own = begin_draft(actor=olaf, season=season, race="orc", now=NOW)
        assert own.coach.user == olaf
        commissioner = Membership.objects.get(user=marta)
        with pytest.raises(Forbidden):
            begin_draft(actor=olaf, season=season, race="orc", coach=commissioner, now=NOW)

    def test_a_coachs_draft_is_his_own_and_the_commissioners(
        self, season, olaf, marta, draft, make_user
    ):
        own = begin_draft(actor=olaf, season=season, race="orc", now=NOW)
        change_draft(actor=marta, draft=own, name="By the commissioner", now=NOW)
        for stranger in (olaf, make_user("Ned")):
            with pytest.raises(Forbidden):
                change_draft(actor=stranger, draft=draft, name="Mine", now=NOW)
            with pytest.raises(Forbidden):
                finish_draft(actor=stranger, draft=draft, now=NOW)
            with pytest.raises(Forbidden):
                drop_draft(actor=stranger, draft=draft, now=NOW)

    def test_the_commissioner_drafts_for_a_coach_without_an_account(self, season, league, marta):
        bram = add_coach_by_name(actor=marta, league=league, name="Old Bram", now=NOW)
        team = draft_team(
            actor=marta, season=season, race="human", coach=bram, wish=A_TEAM, now=NOW
        )
        assert team.tenures.get().coach == bram
        assert Act.objects.get(name="teams.finish_draft").actor == marta

    def test_what_is_done_for_a_coach_with_an_account_says_so(self, season, olaf, marta):
        place = Membership.objects.get(user=olaf)
        draft_team(actor=marta, season=season, race="human", coach=place, wish=A_TEAM, now=NOW)
        acts = {act.name: act.on_behalf_of for act in Act.objects.filter(name__endswith="_draft")}
        assert acts == {
            "teams.begin_draft": olaf,
            "teams.change_draft": olaf,
            "teams.finish_draft": olaf,
        }

    def test_another_hand_in_a_coachs_draft_is_on_record(self, season, olaf, marta):
        draft = begin_draft(actor=olaf, season=season, race="human", now=NOW)
        change_draft(actor=olaf, draft=draft, step=CountChange("rerolls", 1), now=NOW)
        assert not Act.objects.filter(name="teams.change_draft").exists()
        change_draft(actor=marta, draft=draft, step=CountChange("rerolls", 1), now=NOW)
        act = Act.objects.get(name="teams.change_draft")
        assert (act.actor, act.on_behalf_of) == (marta, olaf)
        assert act.payload == {
            "draft": str(draft.uuid),
            "coach": str(draft.coach.uuid),
            "revision": 2,
        }
        drop_draft(actor=marta, draft=draft, now=NOW)
        assert Act.objects.get(name="teams.drop_draft").on_behalf_of == olaf

    def test_nobody_of_another_league_gets_a_team(self, season, make_user, marta):
        ned = make_user("Ned")
        elsewhere = create_league(actor=ned, name="Elsewhere", edition_key="bb2016", now=NOW)
        stranger = elsewhere.memberships.get()
        with pytest.raises(Refused) as refusal:
            begin_draft(actor=marta, season=season, race="orc", coach=stranger, now=NOW)
        assert codes(refusal) == [("no_such_coach", "coach")]


class TestSteps:
    def test_are_one_more_and_one_fewer(self, draft, tap):
        draft = tap(draft, "players.lineman", 1, "players.lineman", 1, "rerolls", 1)
        draft = tap(draft, "staff.apothecary", 1, "fan_factor", 1, "players.lineman", -1)
        assert draft.wish["players"] == {"lineman": 1}
        assert (draft.wish["rerolls"], draft.wish["fan_factor"]) == (1, 1)
        assert draft.wish["staff"] == {"apothecary": 1}

    def test_stop_at_nothing_and_at_the_last_place(self, draft, tap):
        draft = tap(draft, "players.ogre", 1)
        again = tap(draft, "players.ogre", 1)
        assert (again.wish["players"], again.revision) == ({"ogre": 1}, draft.revision)
        assert tap(again, "players.ogre", -1, "players.ogre", -1).wish["players"] == {"ogre": 0}

    def test_may_go_beyond_the_budget_which_is_said(self, draft, change, tap):
        draft = change(draft, wish={"players": {"lineman": 16}, "rerolls": 8})
        draft = tap(draft, "fan_factor", 1)
        weighed = weigh(draft, names_taken=())
        assert weighed.left == -210_000
        assert [reason.code for reason in weighed.reasons] == ["over-budget"]

    @pytest.mark.parametrize(
        "subject", ["players.goblin", "players", "staff", "staff.wizard", "rerolls.x", "", "race"]
    )
    @pytest.mark.parametrize("by", [1, -1])
    def test_to_what_is_not_on_offer_are_refused(self, draft, tap, subject, by):
        with pytest.raises(Refused) as refused:
            tap(draft, subject, by)
        (reason,) = refused.value.reasons
        assert reason.subject == subject
        assert reason.params

    def test_from_a_stale_page_change_nothing(self, draft, change, tap):
        tap(draft, "players.lineman", 1)
        with pytest.raises(Conflict, match="as it stands now"):
            change(draft, step=CountChange("players.lineman", 1), revision=draft.revision)
        draft.refresh_from_db()
        assert draft.wish["players"] == {"lineman": 1}


class TestWishes:
    def test_may_break_every_rule_and_everything_wrong_is_said(self, draft, change):
        draft = change(
            draft,
            wish={
                "players": {"ogre": 3},
                "rerolls": 9,
                "staff": {"apothecary": 2},
                "fan_factor": 10,
            },
        )
        weighed = weigh(draft, names_taken=())
        assert {(reason.code, reason.subject) for reason in weighed.reasons} == {
            ("too-few-players", "players"),
            ("too-many-of-position", "players.ogre"),
            ("too-many-rerolls", "rerolls"),
            ("too-much-fan-factor", "fan_factor"),
            ("too-many-apothecaries", "staff.apothecary"),
            ("over-budget", "treasury"),
        }
        assert (weighed.budget, weighed.spent, weighed.left) == (1_000_000, 1_070_000, -70_000)
        assert weighed.value == 1_070_000

    @pytest.mark.parametrize(
        ("wish", "reason"),
        [
            ({"players": {"goblin": 1}}, ("no-such-position", "players.goblin")),
            ({"players": {"lineman": -1}}, ("negative", "players.lineman")),
            ({"players": {"lineman": 1.5}}, ("not-a-whole-number", "players.lineman")),
            ({"players": {"lineman": 10**9}}, ("too-many-players", "players")),
            ({"players": []}, ("not-an-object", "players")),
            ({"gold": 10_000}, ("unknown-field", "gold")),
            ({"skilled": [{"position": "lineman", "skills": "block"}]},
             ("not-a-list", "skilled.0.skills")),
        ],
    )  # fmt: skip
    def test_that_cannot_be_counted_are_not_kept(self, draft, change, wish, reason):
        with pytest.raises(Refused) as refusal:
            change(draft, wish=wish)
        assert codes(refusal) == [reason]
        draft.refresh_from_db()
        assert draft.wish == {}

    def test_number_players_by_the_team_list_however_the_database_kept_them(self, draft, change):
        draft = change(draft, wish={"players": {"blitzer": 1, "lineman": 2}})
        assert [each.slot for each in squad(draft).values()] == [
            *("lineman/1", "lineman/2", "blitzer/1")
        ]
        assert [each.key for each in squad(draft).values()] == ["draft/1", "draft/2", "draft/3"]


class TestNames:
    def test_are_suggested_and_the_same_whenever_one_looks(self, draft, tap):
        draft = tap(draft, "players.lineman", 1, "players.blitzer", 1)
        shown = {slot: each.person for slot, each in squad(draft).items()}
        assert {person.number for person in shown.values()} == {1, 2}
        assert len({person.name for person in shown.values()}) == 2
        assert {slot: each.person for slot, each in squad(draft).items()} == shown

    def test_stay_with_the_player_when_others_join_or_leave(self, draft, tap, change):
        draft = tap(draft, "players.blitzer", 1, "players.blitzer", 1)
        draft = change(draft, people={"draft/2": Person("Griselda", 13)})
        draft = tap(draft, "players.lineman", 1, "players.lineman", 1)
        assert squad(draft)["blitzer/2"].person == Person("Griselda", 13)
        assert squad(draft)["blitzer/2"].key == "draft/4"
        draft = tap(draft, "players.lineman", -1, "players.lineman", -1)
        assert squad(draft)["blitzer/2"].person == Person("Griselda", 13)

    def test_come_back_with_a_player_who_was_let_go_by_mistake(self, draft, tap, change):
        draft = change(tap(draft, "rerolls", 1, "players.blitzer", 1), people={})
        draft = change(draft, people={"blitzer/1": Person("Griselda", 13)})
        draft = tap(draft, "players.blitzer", -1)
        assert squad(draft) == {}
        assert squad(tap(draft, "players.blitzer", 1))["blitzer/1"].person.name == "Griselda"

    def test_as_suggested_remain_suggestions(self, draft, tap, change):
        draft = tap(draft, "players.lineman", 1, "players.lineman", 1)
        shown = {slot: each.person for slot, each in squad(draft).items()}
        kept = change(draft, people=shown, name=name_of(draft))
        assert (kept.people, kept.name, kept.revision) == ({}, "", draft.revision)
        typed = shown | {"lineman/2": Person("Otto", shown["lineman/2"].number)}
        assert change(draft, people=typed).people == {"lineman/2": ["Otto", 0]}

    def test_are_suggested_anew_where_the_coach_has_not_chosen(self, draft, tap, change):
        draft = tap(draft, "players.lineman", 1, "players.lineman", 1)
        draft = change(draft, people={"lineman/1": Person("Otto")})
        before = squad(draft)
        after = squad(change(draft, suggest_again="people"))
        assert after["lineman/1"].person == before["lineman/1"].person
        assert after["lineman/2"].person.name != before["lineman/2"].person.name

    def test_of_the_team_is_suggested_anew_even_if_chosen(self, draft, change):
        first = name_of(draft)
        draft = change(draft, name="The Reivers")
        draft = change(draft, suggest_again="name")
        assert draft.name == ""
        assert name_of(draft) not in (first, "The Reivers")

    def test_emptied_are_suggested_again(self, draft, tap, change):
        draft = tap(draft, "players.lineman", 1)
        draft = change(draft, people={"lineman/1": Person("Otto", 7)})
        draft = change(draft, people={"lineman/1": Person()})
        assert draft.people == {}

    def test_two_in_one_shirt_are_kept_and_told(self, draft, tap, change):
        draft = tap(draft, "players.lineman", 1, "players.lineman", 1)
        draft = change(draft, people={"draft/1": Person("A", 7), "draft/2": Person("B", 7)})
        reasons = weigh(draft, names_taken=()).reasons
        assert ("number_taken", "people.draft/2.number") in {
            (reason.code, reason.subject) for reason in reasons
        }
        draft = change(draft, people={"draft/1": Person("A", 8)})
        codes = [reason.code for reason in weigh(draft, names_taken=()).reasons]
        assert codes == ["too-few-players"]

    @pytest.mark.parametrize(
        ("person", "reason"),
        [
            (Person("x" * 61), ("too_long", "people.draft/1.name")),
            (Person("Otto\u202e"), ("not_one_line", "people.draft/1.name")),
            (Person("Otto\x00"), ("not_one_line", "people.draft/1.name")),
            (Person("Otto", 100), ("number_out_of_range", "people.draft/1.number")),
            (Person("Otto", -1), ("number_out_of_range", "people.draft/1.number")),
        ],
    )
    def test_that_nobody_can_wear_are_refused(self, draft, tap, change, person, reason):
        draft = tap(draft, "players.lineman", 1)
        with pytest.raises(Refused) as refusal:
            change(draft, people={"draft/1": person})
        assert codes(refusal) == [reason]

    def test_of_nobody_on_the_draft_are_refused(self, draft, change):
        with pytest.raises(Refused) as refusal:
            change(draft, people={"draft/1": Person("Otto")})
        assert codes(refusal) == [("no_such_player", "people.draft/1")]

    @pytest.mark.parametrize(
        ("fields", "reason"),
        [
            ({"name": "x" * 61}, ("too_long", "name")),
            ({"name": "a\nb"}, ("not_one_line", "name")),
            ({"shirt": "beige"}, ("no_such_kit", "shirt")),
            ({"trim": "x" * 500}, ("no_such_kit", "trim")),
        ],
    )
    def test_and_colours_that_cannot_be_kept_are_refused(self, draft, change, fields, reason):
        with pytest.raises(Refused) as refusal:
            change(draft, **fields)
        assert codes(refusal) == [reason]


class TestFinishing:
    def test_makes_the_team_that_was_shown(self, draft, change, marta):
        draft = change(draft, wish=A_TEAM, people={"draft/6": Person("Griselda", 13)})
        shown = weigh(draft, names_taken=())
        team = finish_draft(actor=marta, draft=draft, now=NOW)
        assert (team.name, team.treasury, team.value) == (shown.name, shown.left, shown.value)
        contracts = {each.key: each for each in team.contracts.select_related("player")}
        assert {
            key: (each.player.name, each.number, each.player.position)
            for key, each in contracts.items()
        } == {
            each.key: (each.person.name, each.person.number, each.player.position)
            for each in shown.squad
        }
        assert contracts["draft/6"].player.name == "Griselda"
        assert team.uuid == draft.uuid
        assert [*differences(team)] == []

    def test_says_everything_that_is_wrong_at_once(self, draft, change, marta, team):
        draft = change(draft, name=team.name.upper(), wish={"players": {"ogre": 2}})
        with pytest.raises(Refused) as refusal:
            finish_draft(actor=marta, draft=draft, now=NOW)
        assert set(codes(refusal)) == {
            ("name_taken", "name"),
            ("too-few-players", "players"),
            ("too-many-of-position", "players.ogre"),
        }
        assert Team.objects.count() == 1

    def test_happens_once(self, draft, change, marta):
        draft = change(draft, wish=A_TEAM)
        finish_draft(actor=marta, draft=draft, now=NOW)
        with pytest.raises(Conflict, match="finished already"):
            finish_draft(actor=marta, draft=draft, now=NOW)
        with pytest.raises(Conflict):
            change(draft, name="Too late")
        with pytest.raises(Conflict):
            drop_draft(actor=marta, draft=draft, now=NOW)
        assert Team.objects.count() == 1

    def test_of_a_draft_that_moved_on_is_refused(self, draft, change, marta):
        seen = change(draft, wish=A_TEAM).revision
        draft = change(draft, name="Other Hands")
        with pytest.raises(Conflict):
            finish_draft(actor=marta, draft=draft, revision=seen, now=NOW)

    def test_at_once_leaves_nothing_behind_if_it_is_refused(self, season, marta):
        with pytest.raises(Refused, match="too few"):
            draft_team(
                actor=marta, season=season, race="human", wish={"players": {"lineman": 3}}, now=NOW
            )
        assert not Draft.objects.exists()
        assert not Act.objects.filter(name="teams.begin_draft").exists()

    def test_a_suggested_name_is_never_one_that_is_taken(self, season, marta):
        names = [
            draft_team(actor=marta, season=season, race="human", wish=A_TEAM, now=NOW).name
            for _ in range(8)
        ]
        assert len({*names}) == 8


class TestTheCommissionersWord:
    @pytest.fixture
    def dear(self, draft, change):
        return change(draft, wish=DEAR)

    @pytest.fixture
    def finish(self, marta):
        def finish(draft, *, actor=marta, reason="They lent us a man", override=True):
            return finish_draft(actor=actor, draft=draft, override=override, reason=reason, now=NOW)

        return finish

    def test_sets_rules_aside_and_gives_the_gold_that_is_missing(self, dear, finish):
        team = finish(dear)
        grant, draft = team.events.all()
        assert (grant.kind, grant.gold, draft.kind) == ("grant", 170_000, "draft")
        assert (team.treasury, team.contracts.count()) == (0, 10)
        aside = [line["params"]["rule"] for line in draft.because if line["code"] == "set-aside"]
        assert aside == ["too-few-players", "over-budget"]
        assert [*differences(team)] == []

    def test_stays_on_record_with_its_reason(self, dear, finish, marta):
        finish(dear)
        act = Act.objects.get(name="teams.finish_draft")
        assert (act.actor, act.override, act.reason) == (marta, True, "They lent us a man")

    def test_is_needed_for_nothing_that_is_legal(self, draft, change, finish):
        team = finish(change(draft, wish=A_TEAM), reason="")
        assert [event.kind for event in team.events.all()] == ["draft"]
        assert not Act.objects.get(name="teams.finish_draft").override

    def test_wants_a_reason(self, dear, finish):
        with pytest.raises(Refused) as refused:
            finish(dear, reason=" ")
        assert codes(refused) == [("reason_missing", "reason")]
        assert not Team.objects.exists()

    def test_is_not_given_by_saying_why(self, dear, finish):
        with pytest.raises(Refused) as refused:
            finish(dear, override=False)
        assert codes(refused) == [("too-few-players", "players"), ("over-budget", "treasury")]

    def test_is_the_commissioners(self, *, season, league, marta, make_user, finish):
        olaf = make_user("Olaf")
        _, secret = invite(actor=marta, league=league, now=NOW)
        accept_invitation(actor=olaf, secret=secret, now=NOW)
        own = begin_draft(actor=olaf, season=season, race="human", now=NOW)
        own = change_draft(actor=olaf, draft=own, wish=DEAR, now=NOW)
        with pytest.raises(Forbidden):
            finish(own, actor=olaf)
        team = finish(own)
        assert Act.objects.get(name="teams.finish_draft").on_behalf_of == olaf
        assert team.tenures.get().coach.user == olaf

    def test_sets_nothing_else_aside(self, dear, change, finish):
        """Two in one shirt and a name that is taken are no matter of rules."""
        finish(change(dear, name="The Reivers"))
        again = begin_draft(actor=dear.coach.user, season=dear.season, race="human", now=NOW)
        same = {"lineman/1": Person("", 7), "lineman/2": Person("", 7)}
        again = change(again, wish=DEAR)
        again = change(again, name="the reivers", people=same)
        with pytest.raises(Refused) as refused:
            finish(again)
        assert {"name_taken", "number_taken"} <= {code for code, _subject in codes(refused)}
        assert Team.objects.count() == 1


class TestOneOffs:
    @pytest.fixture
    def draft(self, marta):
        league = create_league(
            actor=marta, name="The Cup", edition_key="bb2016", house=ONE_OFF, now=NOW
        )
        season = current_season(league)
        draft = begin_draft(actor=marta, season=season, race="human", now=NOW)
        return change_draft(actor=marta, draft=draft, wish=A_TEAM | {"rerolls": 1}, now=NOW)

    def test_skills_are_bought_for_one_player_and_stay_with_him(self, draft, change, tap, marta):
        draft = change(draft, lessons=[Lesson("blitzer/2", "guard"), Lesson("lineman/1", "block")])
        assert squad(draft)["blitzer/2"].player.skills == ("guard",)
        assert squad(draft)["blitzer/1"].player.skills == ()
        draft = tap(draft, "players.lineman", -1, "players.lineman", 1)
        assert squad(draft)["blitzer/2"].player.skills == ("guard",)
        team = finish_draft(actor=marta, draft=draft, now=NOW)
        skilled = {
            each.key: each.player.skills
            for each in team.contracts.select_related("player")
            if each.player.skills
        }
        assert skilled == {"draft/1": ["block"], "draft/9": ["guard"]}
        assert team.treasury == 50_000 + 100_000 - 40_000
        assert [*differences(team)] == []

    def test_whoever_leaves_takes_his_skills_with_him(self, draft, change, tap):
        draft = change(draft, lessons=[Lesson("blitzer/4", "guard")])
        draft = tap(draft, "players.blitzer", -1)
        assert draft.wish["skilled"] == []

    def test_a_skill_is_taken_back(self, draft, change):
        draft = change(draft, lessons=[Lesson("blitzer/2", "guard")])
        draft = change(draft, lessons=[Lesson("blitzer/2", "guard", is_taken_back=True)])
        assert draft.wish["skilled"] == []

    @pytest.mark.parametrize("slot", ["blitzer/5", "goblin/1", "blitzer/0", "blitzer", "x/y", "/1"])
    def test_nobody_else_is_taught(self, draft, change, slot):
        with pytest.raises(Refused) as refusal:
            change(draft, lessons=[Lesson(slot, "guard")])
        assert codes(refusal) == [("no_such_player", f"people.{slot}")]

    def test_what_the_rulebook_does_not_sell_is_told(self, draft, change):
        draft = change(draft, lessons=[Lesson("blitzer/1", "claws")])
        assert ("skill-not-open", "skilled.0") in {
            (reason.code, reason.subject) for reason in weigh(draft, names_taken=()).reasons
        }

    def test_inducements_are_bought_for_good(self, draft, tap, marta):
        draft = tap(draft, "inducements.bribe", 1)
        team = finish_draft(actor=marta, draft=draft, now=NOW)
        assert team.inducements == {"bribe": 1}
        assert team.treasury == 50_000
        assert [*differences(team)] == []

    def test_a_star_is_a_player_too(self, draft, tap):
        draft = tap(draft, "inducements.star/griff-oberwald", 1)
        assert [reason.code for reason in weigh(draft, names_taken=()).reasons] == ["over-budget"]
