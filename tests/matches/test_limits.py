"""Whatever anybody can add to has a limit, which says how many there may be and what to do next."""

import pytest

from acts.failures import Refused
from league.commands import house_rules, leagues, members, requests
from league.models import League, Membership
from matches.commands import tapping
from matches.commands.tapping import enter_taps
from teams.commands import coaches
from tests.conftest import FREE_PLAY, NOW
from tests.matches.playing import play_on, tap


def ask(get):
    League.objects.update(is_public=True)
    requests.ask_to_join(actor=get("make_user")("Olga"), league=get("league"), now=NOW)


def amend(get):
    get("begun")
    rules = FREE_PLAY | {"repeat.rival": 7}
    reason = {"from_round": 1, "reason": "Enough."}
    marta, league = get("marta"), get("league")
    house_rules.change_house_rules(actor=marta, league=league, house=rules, now=NOW, **reason)


def hand_over(get):
    heir = Membership.objects.get(user=get("ines"))
    members.hand_over(actor=get("marta"), membership=heir, now=NOW)


def let_in(get):
    members.add_coach_by_name(actor=get("marta"), league=get("league"), name="Tom", now=NOW)


def sit_beside(get):
    team, place = get("rovers"), Membership.objects.get(user=get("olaf"))
    coaches.add_second_coach(actor=get("marta"), team=team, coach=place, now=NOW)


def tap_one(get):
    match, taps = play_on(get("begun"), get("marta")), [tap("touchdown", "home")]
    enter_taps(actor=get("marta"), match=match, taps=taps, now=NOW)


@pytest.mark.parametrize(
    ("room", "limit", "command", "code", "way_out"),
    [
        (requests, "MOST_OPEN_REQUESTS", ask, "too_many_requests", "Ask for an invitation"),
        (requests, "MOST_REQUESTS_A_PERSON", ask, "too_many_open_requests", "Wait for one"),
        (house_rules, "MOST_AMENDMENTS", amend, "too_many_amendments", "The next one"),
        (leagues, "MOST_LEAGUES_A_PERSON", hand_over, "too_many_leagues", "handed over first"),
        (members, "MOST_MEMBERS", let_in, "too_many_members", "leave it first"),
        (coaches, "MOST_BESIDE", sit_beside, "too_many_coaches", "End one of them"),
        (tapping, "MOST_AT_ONCE", tap_one, "too_many_taps", "Send the rest"),
        (tapping, "MOST_TAPS", tap_one, "too_many_taps", "Report it as it stands"),
    ],
)
def test_a_limit(monkeypatch, request, *, room, limit, command, code, way_out):
    request.getfixturevalue("season")
    monkeypatch.setattr(room, limit, 0)
    with pytest.raises(Refused) as refusal:
        command(request.getfixturevalue)
    (reason,) = refusal.value.reasons
    assert (reason.code, reason.params) == (code, {"most": 0})
    assert way_out in str(reason.message)
