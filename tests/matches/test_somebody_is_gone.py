"""A coach deletes their account in mid-match: nothing hangs, and the books stay right."""

import pytest
from django.core.management import call_command
from django.test import Client

from league.models import Membership
from matches.commands.beginning import begin_match
from matches.commands.reporting import confirm_report, submit_report
from matches.models import Match
from matches.pitch.reports import MatchEnding
from tests.accounts.conftest import PASSWORD
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import agreed, play_on


def opened(person, address):
    client = Client()
    client.force_login(person)
    return client.get(address)


def delete_account_of(person):
    client = Client()
    client.force_login(person)
    assert client.post("/me/delete/", {"password": PASSWORD}).status_code == 302
    assert not Membership.objects.filter(user=person, until=None).exists()


def again(match):
    return Match.objects.get(pk=match.pk)


@pytest.fixture(params=["on the pitch", "afterwards"])
def halfway(request, begun, marta, ines, olaf):
    match = play_on(begun, marta)
    if request.param == "on the pitch":
        return match
    submit_report(actor=olaf, match=match, ending=MatchEnding(), now=NOW)
    return confirm_report(actor=ines, match=again(match), now=NOW)


def test_the_others_finish_it(halfway, marta, ines, olaf):
    delete_account_of(olaf)
    for person in (ines, marta):
        shown = opened(person, f"/matches/{halfway.uuid}/")
        assert shown.status_code == 200
        assert "Olaf" not in shown.content.decode()
    match = again(halfway)
    if match.state == "playing":
        submit_report(actor=ines, match=match, ending=MatchEnding(), now=NOW)
        assert again(match).awaits == "league"
        confirm_report(actor=marta, match=again(match), now=NOW)
    play_on(again(match), ines)
    page = opened(ines, f"/matches/{match.uuid}/").content.decode()
    assert "Nobody coaches this team; the commissioner has this to do." in page
    assert play_on(again(match), marta).state == "over"
    call_command("verify_ledger")


def test_a_commissioner_who_plays_finishes_it_alone(league, draft_team, scurriers, marta, olaf):
    own = draft_team("Quayside Athletic", actor=marta)
    match = begin_match(
        actor=marta, league=league, home=own, away=scurriers, played_on=DAY, now=NOW
    )
    match = agreed(match, now=NOW)
    delete_account_of(olaf)
    match = play_on(again(match), marta)
    submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    if again(match).state == "reported":
        confirm_report(actor=marta, match=again(match), now=NOW)
    assert play_on(again(match), marta).state == "over"
    call_command("verify_ledger")
