"""The re-draft between two seasons."""

from datetime import date, time, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acts.failures import Conflict, Forbidden, Refused
from competition.commands.entries import register_team
from competition.commands.healing import mend_die, roll_healing
from competition.commands.redrafting import (
    change_redraft,
    finish_redraft,
    set_deadline,
)
from competition.models import HealingDie, Redraft
from competition.redrafts import reckon
from league.models import Season
from league.pins import book_of
from rules.engine import effects as e
from teams import ledger, projection
from teams.commands.adjusting import adjust_team
from teams.commands.hiring import Word
from teams.commands.taking_back import take_back
from teams.commands.windows import open_window
from teams.models import Chapter, Contract
from teams.windows import unfinished
from tests.competition.conftest import codes, present
from tests.conftest import NOW

pytestmark = pytest.mark.django_db


def finish(team, actor, **more):
    return finish_redraft(actor=actor, team=team, now=NOW, **more)


def keys(team):
    return list(projection.read(team).state.players)


def test_a_team_goes_into_the_next_season_with_whom_it_can_afford(next_season, rovers, ines):
    before = projection.read(rovers).state
    stars = [each.id for each in before.players.values() if each.position != "lineman"]
    wish = {"players": {"lineman": 5}, "rerolls": 2, "staff": {"apothecary": 1}}
    finish(rovers, ines, returning=stars, wish=wish)
    team = present(rovers)
    price = (
        sum(before.players[key].value + 20_000 for key in stars) + 5 * 50_000 + 2 * 50_000 + 50_000
    )
    # 1,000,000, what was saved, a match played and not won: the record says which.
    assert team.record.get("played", 0) == 0
    assert team.treasury == reckoned_budget(before) - price
    assert (team.rerolls, team.staff["apothecary"]) == (2, 1)
    ended = Contract.objects.filter(team=team, ended="contract-ended")
    assert ended.count() == 5
    back = Contract.objects.filter(team=team, key__in=stars).select_related("player")
    assert {each.player.seasons for each in back} == {1}
    assert all(each.until is None for each in back)
    chapter = team.chapters.latest("position")
    assert (chapter.kind, chapter.season) == (Chapter.Kind.REDRAFT, next_season)


def reckoned_budget(state):
    record = state.record
    played, won, drawn = (record.get(each, 0) for each in ("played", "won", "drawn"))
    return 1_000_000 + state.treasury + 20_000 * (played + won) + 10_000 * drawn


def test_everything_wrong_is_said_and_nothing_is_written(next_season, rovers, ines):
    events = rovers.events.count()
    with pytest.raises(Refused) as refused:
        finish(rovers, ines, returning=[], wish={"players": {"blitzer": 5}, "rerolls": 9})
    assert codes(refused) == {"too-few-players", "too-many-of-position", "too-many-rerolls"}
    assert rovers.events.count() == events
    with pytest.raises(Refused) as refused:
        finish(rovers, ines, wish={"players": {"lineman": 99_999}})
    assert "too-many-players" in codes(refused)
    with pytest.raises(Refused):
        finish(rovers, ines, wish={"players": {"wizard": 1}})
    with pytest.raises(Refused):
        finish(rovers, ines, returning=["nobody"])


def test_healing_falls_once_and_comes_true_at_the_finish(hurt, next_season, rovers, ines):
    first, second = (f"redraft-healing/{hurt.key}/{n}" for n in (1, 2))
    with pytest.raises(Refused) as refused:
        finish(rovers, ines)
    assert "healing_open" in codes(refused)
    roll_healing(actor=ines, team=rovers, now=NOW, thrown={first: 4})
    roll_healing(actor=ines, team=rovers, now=NOW, by_server=True)
    rolled = HealingDie.objects.get(key=second)
    assert rolled.source == HealingDie.Source.SERVER
    roll_healing(actor=ines, team=rovers, now=NOW, by_server=True)
    assert HealingDie.objects.get(key=second).value == rolled.value
    with pytest.raises(Conflict):
        roll_healing(actor=ines, team=rovers, now=NOW, thrown={first: 6})
    with pytest.raises(Refused):
        roll_healing(actor=ines, team=rovers, now=NOW, thrown={"redraft-healing/x/1": 6})
    hurt.player.refresh_from_db()
    assert hurt.player.niggles == 2
    finish(rovers, ines)
    present(rovers)
    hurt.player.refresh_from_db()
    assert hurt.player.niggles == 2 - 1 - (rolled.value >= 4)
    assert not Contract.objects.filter(team=rovers, until=None, player__misses_next=True).exists()


def test_a_try_uses_the_dice_that_fell_and_leaves_no_trace(hurt, next_season, rovers, ines):
    events = rovers.events.count()
    die = f"redraft-healing/{hurt.key}/1"
    roll_healing(actor=ines, team=rovers, now=NOW, thrown={die: 5})
    tried = change_redraft(
        actor=ines, team=rovers, now=NOW, is_try=True, returning=[], wish={"rerolls": 1}
    )
    real = Redraft.objects.get(team=rovers, is_try=False)
    assert (tried.returning, len(real.returning)) == ([], 11)
    assert rovers.events.count() == events
    assert present(rovers).rerolls == 3
    assert not Redraft.objects.filter(is_try=True, finished_at__isnull=False).exists()


def test_a_season_that_runs_is_tried_and_not_finished(season, rovers, ines):
    change_redraft(actor=ines, team=rovers, now=NOW, is_try=True, returning=[])
    with pytest.raises(Refused) as refused:
        finish(rovers, ines)
    assert codes(refused) == {"nothing_to_redraft"}
    Season.objects.filter(pk=season.pk).update(state=Season.State.OVER)
    with pytest.raises(Refused) as refused:
        finish(rovers, ines)
    assert codes(refused) == {"no_next_season"}


def test_a_team_is_redrafted_once_and_only_then_takes_part(next_season, rovers, ines):
    with pytest.raises(Refused) as refused:
        register_team(actor=ines, season=next_season, team=rovers, now=NOW)
    assert codes(refused) == {"redraft_due"}
    finish(rovers, ines)
    with pytest.raises(Conflict):
        finish(rovers, ines)
    register_team(actor=ines, season=next_season, team=rovers, now=NOW)


def test_the_deadline_holds_for_coaches_and_not_for_the_commissioner(
    next_season, league, rovers, ines, marta
):
    with pytest.raises(Forbidden):
        set_deadline(actor=ines, league=league, day=date(2026, 4, 1), clock=time(20), now=NOW)
    with pytest.raises(Refused):
        set_deadline(actor=marta, league=league, day=date(2026, 1, 1), clock=time(20), now=NOW)
    set_deadline(actor=marta, league=league, day=date(2026, 4, 1), clock=time(20), now=NOW)
    late = NOW + timedelta(days=60)
    with pytest.raises(Refused) as refused:
        finish_redraft(actor=ines, team=rovers, now=late)
    assert codes(refused) == {"deadline_over"}
    with pytest.raises(Refused) as refused:
        finish_redraft(actor=marta, team=rovers, now=late)
    assert codes(refused) == {"reason_missing"}
    finish_redraft(actor=marta, team=rovers, now=late, word=Word("Ines is at sea"))
    event = present(rovers).events.latest("seq")
    assert (event.act.actor, event.act.on_behalf_of) == (marta, ines)


def test_a_commissioner_sets_rules_aside_and_gives_what_is_missing(
    next_season, rovers, ines, marta
):
    wish = {"players": {"lineman": 9}, "rerolls": 8, "staff": {"apothecary": 1}}
    with pytest.raises(Forbidden):
        finish(rovers, ines, wish=wish, word=Word("Please", override=True))
    with pytest.raises(Refused) as refused:
        finish(rovers, marta, wish=wish, word=Word("A jubilee", override=True))
    assert "over-budget" in codes(refused)
    finish(rovers, marta, wish=wish, word=Word("A jubilee", override=True, cover=True))
    team = present(rovers)
    assert (team.treasury, len(keys(team))) == (0, 20)
    assert team.events.latest("seq").act.override


def test_a_redraft_closes_the_window_and_bars_the_way_back(next_season, rovers, ines, marta):
    adjust_team(actor=marta, team=rovers, change={"treasury": 5_000}, reason="A prize", now=NOW)
    gift = rovers.events.latest("seq")
    open_window(actor=marta, team=rovers, now=NOW)
    finish(rovers, ines)
    assert unfinished(rovers) is None
    for seq in (gift.seq, rovers.events.latest("seq").seq):
        with pytest.raises(Refused) as refused:
            take_back(actor=marta, team=rovers, seq=seq, reason="No", now=NOW)
        assert codes(refused) & {"before_the_redraft", "is_a_redraft"}


def test_a_change_on_top_of_another_is_told(next_season, rovers, ines):
    change_redraft(actor=ines, team=rovers, now=NOW, revision=0, wish={"rerolls": 1})
    with pytest.raises(Conflict):
        change_redraft(actor=ines, team=rovers, now=NOW, revision=0, wish={"rerolls": 2})


def test_strangers_and_other_coaches_are_kept_out(next_season, rovers, olaf, make_user):
    for person in (olaf, make_user("Stranger")):
        with pytest.raises(Forbidden):
            change_redraft(actor=person, team=rovers, now=NOW, is_try=True)


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    who=st.sets(st.integers(0, 10)),
    wish=st.fixed_dictionaries(
        {
            "players": st.fixed_dictionaries(
                {"lineman": st.integers(0, 12), "ogre": st.integers(0, 1)}
            ),
            "rerolls": st.integers(0, 8),
            "staff": st.fixed_dictionaries({"cheerleader": st.integers(0, 3)}),
        }
    ),
)
def test_whatever_is_allowed_pays_its_way_and_is_worth_what_the_rulebook_says(
    next_season, rovers, who, wish
):
    roster = projection.read(rovers)
    back = [key for n, key in enumerate(roster.state.players) if n in who]
    book = book_of(next_season.pin)
    reckoned = reckon(book, roster, Redraft(season=next_season, returning=back, wish=wish), {})
    assert reckoned.left == reckoned.budget - reckoned.price
    if reckoned.allowed:
        assert reckoned.after.treasury == reckoned.left >= 0
        assert reckoned.value == ledger.strength(book, reckoned.after)
        assert 11 <= len(reckoned.after.players) <= 16
        assert all(isinstance(each, e.Effect) for each in reckoned.allowed.effects)
    else:
        assert reckoned.reasons


class TestATypedDie:
    @pytest.fixture
    def typed(self, hurt, next_season, rovers, ines):
        """A four that was typed as a one, and a die that the server threw."""
        key = f"redraft-healing/{hurt.key}/1"
        roll_healing(actor=ines, team=rovers, now=NOW, thrown={key: 1})
        roll_healing(actor=ines, team=rovers, now=NOW, by_server=True)
        return key

    def test_is_put_right_by_the_coach_and_stays_to_be_seen(self, typed, hurt, rovers, ines):
        mend_die(actor=ines, team=rovers, key=typed, value=4, now=NOW)
        die = HealingDie.objects.get(key=typed)
        assert (die.value, die.first_typed, die.mended_by) == (4, 1, ines)
        mend_die(actor=ines, team=rovers, key=typed, value=5, now=NOW)
        assert HealingDie.objects.get(key=typed).first_typed == 1
        finish(rovers, ines)
        hurt.player.refresh_from_db()
        text = f"A die for {hurt.player.name} was typed as 1 and corrected to 5."
        assert str(rovers.events.get(kind="redraft-healing").words) == text
        with pytest.raises(Conflict):
            mend_die(actor=ines, team=rovers, key=typed, value=6, now=NOW)

    def test_is_put_right_by_the_commissioner_with_a_reason(self, typed, rovers, marta):
        with pytest.raises(Refused) as refused:
            mend_die(actor=marta, team=rovers, key=typed, value=4, now=NOW)
        assert codes(refused) == {"reason_missing"}
        mend_die(actor=marta, team=rovers, key=typed, value=4, reason="I saw it fall.", now=NOW)
        assert HealingDie.objects.get(key=typed).reason == "I saw it fall."

    def test_is_not_the_servers_nor_one_that_has_not_fallen(self, typed, hurt, rovers, ines):
        with pytest.raises(Refused) as refused:
            mend_die(actor=ines, team=rovers, key=f"{typed[:-1]}2", value=4, now=NOW)
        assert codes(refused) == {"thrown_by_server"}
        with pytest.raises(Refused) as refused:
            mend_die(actor=ines, team=rovers, key="redraft-healing/x/1", value=4, now=NOW)
        assert codes(refused) == {"not_fallen"}
        with pytest.raises(Refused) as refused:
            mend_die(actor=ines, team=rovers, key=typed, value=7, now=NOW)
        assert codes(refused) == {"out_of_range"}

    def test_is_put_right_on_the_page_and_by_a_program(self, typed, rovers, ines, browser, api):
        page = f"/teams/{rovers.uuid}/re-draft/"
        coach = browser(ines)
        assert "A die was typed wrong" in coach.get(page).content.decode()
        values = {"mend-key": typed, "mend-value": "4", "mend-reason": ""}
        answer = coach.post(f"{page}healing/mend/", values, follow=True).content.decode()
        assert "was typed as 1 and corrected to 4." in answer
        values = {"key": typed, "value": 5}
        shown = api(ines).patch(f"/api/v1{page}healing/", values, format="json").json()["healing"]
        assert (shown[0]["value"], shown[0]["first_typed"]) == (5, 1)
