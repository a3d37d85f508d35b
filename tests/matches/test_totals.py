"""Totals from paper: an editor of taps."""

from uuid import uuid4

import pytest

from acts.failures import Conflict, Forbidden, Refused
from matches.commands.reporting import submit_report
from matches.commands.tapping import NewTap, enter_taps
from matches.commands.totals import Casualty, Totals, enter_totals
from matches.models import Match
from matches.pitch.lineups import standing_taps
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import begin_and_agree, play_on

pytestmark = pytest.mark.pure


@pytest.fixture
def match(league, rovers, scurriers, ines, marta):
    begun = begin_and_agree(
        actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
    )
    return play_on(begun, marta)


def told(match, actor, *, revision=None, **totals):
    match = Match.objects.get(pk=match.pk)
    return enter_totals(
        actor=actor,
        match=match,
        revision=match.revision if revision is None else revision,
        totals=Totals(**totals),
        now=NOW,
    )


def scored(player, times, side="home", kind="touchdown"):
    return {side: {player: {kind: times}}}


def counted(match):
    return [(tap.kind, tap.side, tap.player) for tap in standing_taps(match.taps.all())]


def codes(refused):
    return [each.code for each in refused.value.reasons]


class TestDeeds:
    def test_add_taps_and_take_back_the_latest(self, match, ines):
        told(match, ines, deeds=scored("draft/1", 3))
        assert counted(match) == [("touchdown", "home", "draft/1")] * 3
        told(match, ines, deeds=scored("draft/1", 1))
        assert counted(match) == [("touchdown", "home", "draft/1")]
        assert match.taps.count() == 5
        assert {tap.voids.number for tap in match.taps.filter(kind="void")} == {2, 3}

    def test_change_nothing_where_nothing_differs(self, match, ines, olaf):
        told(match, ines, deeds=scored("", 1))
        told(match, olaf, deeds=scored("", 1))
        assert match.taps.count() == 1

    def test_of_the_scoreboard_are_everybodys_to_mend(self, match, ines, olaf):
        tap = NewTap(uuid4(), "touchdown", "home", {"player": "draft/2"})
        enter_taps(actor=ines, match=match, taps=[tap], now=NOW)
        told(match, olaf, deeds=scored("draft/2", 0))
        assert counted(match) == []

    @pytest.mark.parametrize("times", [-1, 100, "two", None, True])
    def test_are_counts(self, match, ines, times):
        with pytest.raises(Refused):
            told(match, ines, deeds=scored("draft/1", times))
        assert not match.taps.exists()

    def test_are_of_people_on_the_pitch(self, match, ines):
        with pytest.raises(Refused) as refused:
            told(match, ines, deeds=scored("nobody", 1))
        assert codes(refused) == ["not_on_the_pitch"]


class TestCasualties:
    DEAD = Casualty("away", "draft/1", "draft/1", "home", "block", dice=65)

    def test_end_in_the_same_report_as_the_scoreboards(self, match, ines):
        told(match, ines, deeds=scored("draft/1", 2), casualties=[self.DEAD])
        by_paper = submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
        (hurt,) = by_paper.reports.get().data["casualties"]
        assert (hurt["side"], hurt["player"], hurt["by"]) == ("away", "draft/1", "draft/1")
        assert by_paper.reports.get().data["score"] == {"home": 2, "away": 0}

    def test_leave_the_dead_what_they_did(self, match, ines):
        told(match, ines, casualties=[self.DEAD])
        told(match, ines, deeds=scored("draft/1", 1, side="away"))
        assert counted(match) == [
            ("touchdown", "away", "draft/1"), ("casualty", "away", "draft/1"),
        ]  # fmt: skip
        last = match.taps.filter(kind="casualty").last()
        assert (last.data["answers"], last.data["outcome"]) == ({"": 65}, "dead")

    def test_are_told_otherwise_and_keep_the_servers_dice(self, match, ines):
        told(match, ines, casualties=[Casualty("away", "draft/1", roll=True)])
        first = match.taps.get()
        again = Casualty("away", "draft/1", how="foul", tap=str(first.uuid))
        told(match, ines, casualties=[again])
        (now,) = standing_taps(match.taps.all())
        assert now.data["how"] == "foul"
        assert now.data["rolled"] == [""]
        assert now.data["answers"] == first.data["answers"]

    def test_are_taken_back_with_their_dice(self, match, ines):
        told(match, ines, casualties=[Casualty("away", "draft/1")])
        hurt = match.taps.get()
        dice = NewTap(uuid4(), "dice", "", {"of": str(hurt.uuid), "answers": {"": 65}})
        enter_taps(actor=ines, match=match, taps=[dice], now=NOW)
        told(match, ines, casualties=[Casualty(tap=str(hurt.uuid))])
        assert counted(match) == []

    @pytest.mark.parametrize(
        ("wrong", "code"),
        [
            (Casualty("away", "draft/1", dice=39), "not_a_result"),
            (Casualty("away", "draft/1", how="magic"), "unfit_tap"),
            (Casualty("", "draft/1"), "unfit_tap"),
            (Casualty("away", "draft/1", "draft/2", "away"), "own_side"),
            (Casualty("away", "draft/1", "nobody", "home"), "not_on_the_pitch"),
            (Casualty("away", "draft/1", treated="igor"), "nobody_left_to_treat"),
        ],
    )
    def test_take_no_nonsense(self, match, ines, wrong, code):
        with pytest.raises(Refused) as refused:
            told(match, ines, deeds=scored("draft/1", 1), casualties=[wrong])
        assert codes(refused) == [code]
        assert not match.taps.exists()

    def test_of_two_players_of_one_key_keep_their_dice_apart(self, match, marta):
        hurts = [
            Casualty("home", "draft/1", dice=57),
            Casualty("away", "draft/1", dice=11),
        ]
        told(match, marta, casualties=hurts)
        match = submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        assert match.state == Match.State.POST_MATCH
        missing = {
            side.side: side.team.contracts.get(key="draft/1").player.misses_next
            for side in match.sides.select_related("team")
        }
        assert missing == {"home": True, "away": False}


def test_a_dead_mans_dice_do_not_outlive_a_casualty_that_is_taken_back(match, ines):
    hurt = NewTap(uuid4(), "casualty", "away", {"player": "draft/1", "how": "block"})
    dice = NewTap(uuid4(), "dice", "", {"of": str(hurt.uuid), "answers": {"": 65}})
    enter_taps(actor=ines, match=match, taps=[hurt, dice], now=NOW)
    void = NewTap(uuid4(), "void", "", {"of": str(hurt.uuid)})
    scorer = NewTap(uuid4(), "touchdown", "away", {"player": "draft/1"})
    enter_taps(actor=ines, match=match, taps=[void, scorer], now=NOW)
    assert ("touchdown", "away", "draft/1") in counted(match)


def test_what_was_entered_since_is_looked_at_first(match, ines, olaf, make_user, join):
    told(match, olaf, deeds=scored("", 1, side="away"))
    with pytest.raises(Conflict):
        told(match, ines, revision=match.revision, deeds=scored("", 1))
    eve = make_user("Eve")
    join(eve)
    with pytest.raises(Forbidden):
        told(match, eve, deeds=scored("", 1))
    submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
    with pytest.raises(Conflict):
        told(match, ines, deeds=scored("", 1))


class TestThePage:
    def form(self, match, **fields):
        sent = {"revision": Match.objects.get(pk=match.pk).revision}
        return sent | {key.replace("__", "."): each for key, each in fields.items()}

    def test_counts_and_shows_what_is_counted(self, client, match, ines):
        client.force_login(ines)
        place = f"/matches/{match.uuid}/totals/"
        assert client.get(place).status_code == 200
        sent = self.form(match) | {
            "home.touchdown.draft/1": "2", "away.touchdown.": "1", "home.completion.draft/2": "",
            "hurt.0.player": "away.draft/3", "hurt.0.by": "home.draft/4", "hurt.0.how": "block",
            "hurt.0.treated": "", "hurt.0.dice": "57", "hurt.1.player": "",
        }  # fmt: skip
        shown = client.post(place, sent, follow=True)
        assert shown.status_code == 200
        assert len(counted(match)) == 4
        again = client.get(place).content.decode()
        assert 'value="57"' in again
        assert again.count("selected") >= 3

    @pytest.mark.parametrize(
        "wrong", [{"hurt.0.player": "away.draft/3", "hurt.0.dice": "39"}, {"home.touchdown.": "x"}]
    )
    def test_shows_what_is_wrong_and_what_was_typed(self, client, match, ines, wrong):
        client.force_login(ines)
        page = client.post(f"/matches/{match.uuid}/totals/", self.form(match) | wrong)
        assert page.status_code == 422
        assert 'role="alert"' in page.content.decode()
        assert f'value="{list(wrong.values())[-1]}"' in page.content.decode()
        assert not match.taps.exists()

    def test_says_what_its_words_mean(self, client, match, ines):
        client.force_login(ines)
        shown = client.get(f"/matches/{match.uuid}/totals/").content.decode()
        for meaning in ("Touchdown: the ball", "Completion: a pass", "Interception: a pass"):
            assert shown.count(meaning) == 1

    def test_of_an_old_tab_is_told(self, client, match, ines, olaf):
        client.force_login(ines)
        old = self.form(match)
        told(match, olaf, deeds=scored("", 1))
        page = client.post(f"/matches/{match.uuid}/totals/", old, follow=True)
        assert "Somebody has entered something in the meantime." in page.content.decode()

    def test_of_a_match_that_is_over_leads_to_it(self, client, match, marta):
        submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
        client.force_login(marta)
        page = client.post(f"/matches/{match.uuid}/totals/", {}, follow=True)
        assert page.redirect_chain[-1][0] == f"/matches/{match.uuid}/"
        assert "This match has been played. What follows it is under way." in page.content.decode()
