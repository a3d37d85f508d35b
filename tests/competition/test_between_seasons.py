"""Between two seasons whoever runs the league and plays has no hand on their rivals' teams."""

from datetime import timedelta

import pytest

from acts.failures import Refused
from competition.commands.healing import mend_die, roll_healing
from competition.commands.redrafting import begin_redraft_anew, change_redraft, finish_redraft
from competition.models import Entry
from league.models import Role
from teams import projection
from teams.commands.adjusting import adjust_team
from teams.commands.retiring import retire_team
from teams.permissions import head_coach
from teams.purchases import Word
from tests.competition.conftest import codes
from tests.conftest import NOW

pytestmark = pytest.mark.django_db
REASON = "They are late"


@pytest.fixture
def plays(season, draft_team, marta):
    """Marta played the last season, too, like Ines and Olaf."""
    team = draft_team("House Eleven", actor=marta)
    Entry.objects.create(season=season, team=team, state=Entry.State.ACCEPTED, registered_at=NOW)
    return team


@pytest.fixture(autouse=True)
def _today(time_machine):
    time_machine.move_to(NOW + timedelta(days=1), tick=False)


def stars(team):
    players = projection.read(team).state.players.values()
    return [each.id for each in players if each.position != "lineman"]


def test_nobody_redrafts_a_rival_in_its_coach_s_place(
    hurt, plays, next_season, rovers, *, ines, marta, coach, browser
):
    about = {"actor": marta, "team": rovers, "now": NOW}
    wish = {"players": {"lineman": 11}, "rerolls": 0}
    word = Word(reason=REASON)
    for command, told in (
        (finish_redraft, {"returning": [], "wish": wish, "word": word}),
        (change_redraft, {"returning": [], "wish": wish}),
        (begin_redraft_anew, {}),
        (roll_healing, {"by_server": True}),
        (mend_die, {"key": "any", "value": 1, "reason": REASON}),
    ):
        with pytest.raises(Refused) as refused:
            command(**about, **told)
        assert codes(refused) == {"plays_against_it"}
        assert "A commissioner can make" in str(refused.value.reasons[0].message)
    page = browser(marta).get(f"/teams/{rovers.uuid}/re-draft/").content.decode()
    assert "You play in the season of" in page
    # Their own coach does, or somebody who runs the league and does not play.
    roll_healing(actor=ines, team=rovers, now=NOW, by_server=True)
    dora = coach("Dora", role=Role.DEPUTY)
    finish_redraft(actor=dora, team=rovers, now=NOW, wish={}, word=word)


def test_who_plays_redrafts_their_own_team_and_one_on_paper(
    plays, next_season, rovers, *, marta, ines
):
    finish_redraft(actor=marta, team=plays, now=NOW, returning=stars(plays), wish=WISH)
    rovers.tenures.get().coach.__class__.objects.filter(user=ines).update(user=None, name="Ines")
    values = {"returning": stars(rovers), "wish": WISH, "word": Word(reason=REASON)}
    finish_redraft(actor=marta, team=rovers, now=NOW, **values)


WISH = {"players": {"lineman": 5}, "rerolls": 2, "staff": {"apothecary": 1}}


def test_nor_is_a_rival_adjusted_retired_or_its_coach_replaced_at_once(
    plays, next_season, rovers, *, marta, ines, coach, api
):
    with pytest.raises(Refused) as refused:
        retire_team(actor=marta, team=rovers, now=NOW)
    assert "plays_against_it" in codes(refused)
    with pytest.raises(Refused) as refused:
        adjust_team(actor=marta, team=rovers, reason=REASON, now=NOW, change={"treasury": -50_000})
    assert "plays_against_it" in codes(refused)
    place = coach("Alt").memberships.get()
    made = api(marta).post(
        f"/api/v1/teams/{rovers.uuid}/coaches/", {"coach": str(place.uuid)}, format="json"
    )
    assert (made.status_code, made.json()["has_notice"]) == (201, True)
    assert head_coach(rovers).coach.user == ines
