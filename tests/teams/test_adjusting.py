"""What a commissioner changes by hand, and what is taken back: always with a reason on record."""

import pytest

from acts.failures import Conflict, Forbidden, Missing, Refused
from league.models import Membership, Role
from league.pins import make_pin
from rules.engine import effects as e
from teams.adjusting import propose
from teams.commands.adjusting import adjust_team
from teams.commands.hiring import Word, finish_hiring
from teams.commands.identity import change_identity
from teams.commands.retiring import bring_team_back, retire_team
from teams.commands.taking_back import take_back
from teams.ledger import strength
from teams.models import Chapter, Team
from teams.queries.adjusting import lately
from teams.reversing import consider
from teams.verifying import differences
from tests.conftest import NOW
from tests.teams.test_ledger import ledger, put

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

WHY = "The treasurer miscounted."


@pytest.fixture
def adjust(team, marta):
    def adjust(actor=marta, reason=WHY, player=None, override=False, revision=None, **change):
        event = adjust_team(
            actor=actor,
            team=team,
            change=change,
            reason=reason,
            player=player,
            override=override,
            revision=revision,
            now=NOW,
        )
        team.refresh_from_db()
        assert [*differences(team)] == []
        return event

    return adjust


@pytest.fixture
def undo(team, marta):
    def undo(seq, actor=marta, reason="It never happened.", **about):
        event = take_back(actor=actor, team=team, seq=seq, reason=reason, now=NOW, **about)
        team.refresh_from_db()
        assert [*differences(team)] == []
        return event

    return undo


@pytest.fixture
def blitzer(team):
    return team.contracts.filter(player__position="blitzer").first().player


def faults(raised):
    return {(reason.code, reason.subject) for reason in raised.value.reasons}


class TestAdjusting:
    def test_the_team(self, team, adjust):
        event = adjust(treasury=30_000, fan_factor=2, rerolls=-1, staff={"cheerleader": 3})
        assert (team.treasury, team.fan_factor, team.rerolls) == (80_000, 3, 2)
        assert team.staff == {"apothecary": 1, "cheerleader": 3}
        assert (event.kind, event.gold, event.chapter.kind) == ("adjustment", 30_000, "between")
        assert (event.act.name, event.act.reason) == ("teams.adjust_team", WHY)

    def test_a_player(self, team, adjust, blitzer):
        worth = team.value
        event = adjust(
            player=blitzer.uuid,
            points=3,
            awards={"touchdown": 1},
            skill_given="guard",
            lowered={"ma": 1},
            niggles=1,
            misses_next="yes",
        )
        blitzer.refresh_from_db()
        assert (blitzer.skills, blitzer.extra, blitzer.awards) == (["guard"], 3, {"touchdown": 1})
        assert (blitzer.lowered, blitzer.niggles, blitzer.misses_next) == ({"ma": 1}, 1, True)
        assert event.player == blitzer
        assert team.value == worth - 90_000
        adjust(player=blitzer.uuid, misses_next="no", skill_taken="guard", raised={"st": 1})
        assert team.value == worth + 50_000

    def test_is_told_before_it_is_done(self, team, blitzer):
        proposed = propose(team, {"skill_given": "guard"}, player=blitzer.uuid)
        assert strength(proposed.book, proposed.after) == team.value + 20_000
        assert team.events.count() == 1

    @pytest.mark.parametrize("reason", ["", "  ", "\n"])
    def test_nothing_without_a_reason(self, team, adjust, reason):
        with pytest.raises(Refused) as raised:
            adjust(treasury=-1_000_000, reason=reason)
        assert faults(raised) == {("reason_missing", "reason"), ("below-zero", "treasury")}

    @pytest.mark.parametrize("reason", ["x" * 301, "two\nlines"])
    def test_a_reason_is_one_line(self, adjust, reason):
        with pytest.raises(Refused) as raised:
            adjust(treasury=1, reason=reason)
        assert {reason.subject for reason in raised.value.reasons} == {"reason"}

    @pytest.mark.parametrize(
        ("change", "subject"),
        [
            ({"treasury": 0.5}, "treasury"),
            ({"treasury": "1"}, "treasury"),
            ({"treasury": 10**12}, "treasury"),
            ({"shoes": 2}, "shoes"),
            ({"team": {}}, "team"),
            ({"player": "draft/1"}, "player"),
            ({"misses_next": "perhaps"}, "misses_next"),
            ({"staff": {"cook": 1}}, "staff.cook"),
            ({"skill_given": "block"}, "player"),
            ({}, ""),
        ],
    )
    def test_nonsense(self, team, adjust, change, subject):
        with pytest.raises(Refused) as raised:
            adjust_team(
                actor=team.league.memberships.get().user,
                team=team,
                change=change,
                reason=WHY,
                now=NOW,
            )
        assert {reason.subject for reason in raised.value.reasons} == {subject}
        assert team.events.count() == 1

    def test_somebody_elses_player(self, adjust, draft_team):
        other = draft_team("The Others").contracts.first().player
        with pytest.raises(Refused) as raised:
            adjust(player=other.uuid, niggles=1)
        assert faults(raised) == {("no_such_player", "player")}

    def test_names_and_no_ids_in_what_it_says(self, adjust, blitzer):
        with pytest.raises(Refused) as raised:
            adjust(player=blitzer.uuid, skill_given="block", skill_taken="guard")
        assert blitzer.name in str(raised.value)
        assert "draft/" not in str(raised.value)

    def test_a_rule_is_overridden_and_what_cannot_be_is_not(self, team, adjust, blitzer):
        with pytest.raises(Refused) as raised:
            adjust(player=blitzer.uuid, skill_given="claws")
        assert faults(raised) == {("skill-not-open", "skill_given")}
        event = adjust(player=blitzer.uuid, skill_given="claws", override=True)
        assert event.act.override
        assert [line["code"] for line in event.because][-1] == "set-aside"
        with pytest.raises(Refused):
            adjust(treasury=-1_000_000, override=True)

    def test_a_team_that_moved_since_it_was_looked_at(self, team, adjust):
        seen = team.revision
        adjust(treasury=1_000, revision=seen)
        with pytest.raises(Conflict):
            adjust(treasury=1_000, revision=seen)
        assert team.treasury == 51_000

    def test_who_may(self, team, adjust, make_user):
        people = {role: make_user(role) for role in (Role.DEPUTY, Role.COACH, Role.VIEWER)}
        for role, user in people.items():
            Membership.objects.create(league=team.league, user=user, role=role, since=NOW)
        adjust(actor=people[Role.DEPUTY], treasury=1_000)
        for user in (people[Role.COACH], people[Role.VIEWER], make_user("Stranger")):
            with pytest.raises(Forbidden):
                adjust(actor=user, treasury=1_000)
        team.league.is_public = False
        team.league.save()
        with pytest.raises(Missing):
            adjust(actor=make_user("Other"), treasury=1_000)

    def test_a_retired_team_rests(self, team, adjust):
        Team.objects.filter(pk=team.pk).update(state=Team.State.RETIRED)
        with pytest.raises(Refused, match="retired"):
            adjust(treasury=1_000)

    def test_the_page_says_what_its_words_mean(self, client, team, marta):
        client.force_login(marta)
        shown = client.get(f"/teams/{team.uuid}/adjust/").content.decode()
        for meaning in ("Touchdown: the ball", "Star player points:", "Agility: how well"):
            assert meaning in shown


class TestTakingBack:
    def test_an_adjustment(self, team, adjust, undo):
        event = adjust(treasury=30_000)
        reversal = undo(event.seq)
        assert team.treasury == 50_000
        assert (reversal.reverses, reversal.act.reason) == (event, "It never happened.")
        assert [each.kind for each in team.events.all()] == ["draft", "adjustment", "reversal"]

    def test_a_purchase_with_whoever_was_hired(self, team, marta, undo):
        word = Word(reason="On my word.")
        finish_hiring(actor=marta, team=team, basket={"hire/lineman": 1}, word=word, now=NOW)
        assert team.contracts.filter(until=None).count() == 12
        undo(2)
        assert team.contracts.filter(until=None).count() == 11
        assert team.treasury == 50_000

    def test_is_refused_where_something_later_rests_on_it(self, team, adjust, undo):
        given = adjust(treasury=30_000)
        spent = adjust(treasury=-70_000)
        with pytest.raises(Refused) as raised:
            undo(given.seq)
        assert faults(raised) == {("rests_on_it", "")}
        assert f"Entry {spent.seq} rests on it" in str(raised.value)
        undo(spent.seq)
        undo(given.seq)
        assert team.treasury == 50_000

    def test_says_names_where_a_player_is_missing(self, team, adjust, undo, marta):
        word = Word(reason="On my word.")
        finish_hiring(actor=marta, team=team, basket={"hire/lineman": 1}, word=word, now=NOW)
        new = team.contracts.order_by("id").last().player
        adjust(player=new.uuid, niggles=1)
        with pytest.raises(Refused, match=new.name):
            undo(2)

    def test_a_rule_that_would_be_broken_is_overridden_or_obeyed(self, team, marta, undo, adjust):
        """One is fired, six are hired: with the one back they would be seventeen."""
        adjust(treasury=500_000)
        fired = team.contracts.filter(player__position="lineman").first()
        word = Word(reason="On my word.")
        finish_hiring(actor=marta, team=team, basket={f"fire/{fired.key}": 1}, word=word, now=NOW)
        finish_hiring(actor=marta, team=team, basket={"hire/lineman": 6}, word=word, now=NOW)
        with pytest.raises(Refused) as raised:
            undo(3)
        assert faults(raised) == {("too-many-players", "players")}
        assert undo(3, override=True).act.override
        assert team.contracts.filter(until=None).count() == 17

    def test_never_the_opening_a_match_or_another_taking_back(self, team, undo, adjust, season):
        with pytest.raises(Refused, match="came to be"):
            undo(1)
        taken = undo(adjust(treasury=1_000).seq)
        with pytest.raises(Refused, match="not taken back"):
            undo(taken.seq)
        (won,) = put(
            team, ledger.LedgerEntry("winnings", (e.Gold(10_000, "tests"),)), season=season
        )
        Chapter.objects.filter(pk=won.chapter_id).update(kind=Chapter.Kind.MATCH)
        with pytest.raises(Refused, match="A match is corrected on its own page"):
            undo(won.seq)

    def test_never_what_changed_nothing_of_the_team(self, team, marta, undo):
        """A name and a retirement are changed by doing the next thing, not by a reversal."""
        change_identity(actor=marta, team=team, name="The Ravens", now=NOW)
        retire_team(actor=marta, team=team, now=NOW)
        bring_team_back(actor=marta, team=team, now=NOW)
        for event in team.events.exclude(kind="draft"):
            with pytest.raises(Refused) as raised:
                undo(event.seq)
            assert faults(raised) == {("nothing_to_take_back", "")}
        assert team.events.filter(kind="reversal").count() == 0
        assert lately(team) == []

    def test_once(self, adjust, undo):
        seq = adjust(treasury=1_000).seq
        undo(seq)
        with pytest.raises(Conflict):
            undo(seq)

    def test_there_must_be_something_to_take_back_and_a_reason(self, adjust, undo):
        with pytest.raises(Missing):
            undo(99)
        with pytest.raises(Refused) as raised:
            undo(adjust(treasury=1_000).seq, reason="")
        assert faults(raised) == {("reason_missing", "reason")}

    def test_who_may(self, team, adjust, undo, make_user):
        seq = adjust(treasury=1_000).seq
        coach = make_user("Cole")
        Membership.objects.create(league=team.league, user=coach, role=Role.COACH, since=NOW)
        with pytest.raises(Forbidden):
            undo(seq, actor=coach)

    def test_under_rules_that_have_changed_since(self, team, adjust, undo, season):
        """Fan factor counts for nothing any more: the value is that of the rules of today."""
        seq = adjust(treasury=1_000).seq
        season.pin = make_pin(edition_key="bb2016", house={"fan-factor.free": True}, now=NOW)
        season.save()
        undo(seq)
        assert team.value == 940_000

    def test_is_told_before_it_is_done(self, team, adjust):
        seq = adjust(rerolls=1).seq
        considered = consider(team, seq)
        assert strength(considered.book, considered.after) == 950_000
        assert team.value == 1_000_000
