"""Trades between teams of different coaches."""

from datetime import timedelta

import pytest

from acts.failures import Conflict, Forbidden, Refused
from competition.commands.trades import (
    Goods,
    accept_trade,
    approve_trade,
    decline_trade,
    offer_trade,
    refuse_trade,
    withdraw_trade,
)
from competition.models import Trade
from league.models import Membership, Role
from teams.commands.adjusting import adjust_team
from teams.commands.coaches import end_tenure, hand_over_team
from teams.commands.taking_back import take_back
from teams.models import Contract, Tenure
from teams.queries.careers import career_for
from tests.competition.conftest import codes, present
from tests.conftest import NOW
from tests.teams.history import play

pytestmark = pytest.mark.django_db


def wearer(team, number):
    contract = team.contracts.select_related("player").get(number=number, until=None)
    return contract.player


def blitzer(team, nth=0):
    contracts = team.contracts.filter(player__position="blitzer", until=None).order_by("number")
    return contracts.select_related("player")[nth].player


@pytest.fixture
def offer(rovers, scurriers, ines):
    """Ines offers a blitzer and 20,000 for a blitzer of Olaf's."""

    def offer(actor=ines, gives=None, gets=None, **more):
        return offer_trade(
            actor=actor,
            team=rovers,
            to=scurriers,
            gives=gives or Goods([blitzer(rovers).uuid], 20_000),
            gets=gets or Goods([blitzer(scurriers).uuid]),
            now=NOW,
            **more,
        )

    return offer


def offered_between(offer):
    trade = offer()
    Trade.objects.filter(pk=trade.pk).update(state=Trade.State.WITHDRAWN)
    return trade.offering, trade.asked


@pytest.fixture
def accepted(offer, olaf):
    return accept_trade(actor=olaf, trade=offer(), now=NOW)


def test_players_and_gold_change_hands_in_both_ledgers(season, rovers, scurriers, accepted, marta):
    ours, theirs = blitzer(rovers), blitzer(scurriers)
    approve_trade(actor=marta, trade=accepted, now=NOW)
    assert present(rovers).treasury == 30_000
    assert present(scurriers).treasury == 70_000
    assert Contract.objects.get(player=ours, until=None).team == scurriers
    assert Contract.objects.get(player=theirs, until=None).team == rovers
    assert Contract.objects.get(player=ours, team=rovers).ended == "traded"
    for team, other in ((rovers, scurriers), (scurriers, rovers)):
        event = team.events.latest("seq")
        assert (event.kind, event.linked_team) == ("trade", other)
        numbers = team.contracts.filter(until=None).values_list("number", flat=True)
        assert len(set(numbers)) == 11


def test_a_career_goes_on_and_counts_nothing_twice(season, ines, olaf, marta, offer):
    rovers, scurriers = offered_between(offer)
    play(rovers, season=season)
    earner = rovers.contracts.exclude(player__awards={}).order_by("id").first().player
    before = sum(earner.awards.values())
    trade = offer(gives=Goods([earner.uuid]), gets=Goods([], 10_000))
    accept_trade(actor=olaf, trade=trade, now=NOW)
    approve_trade(actor=marta, trade=trade, now=NOW)
    career = career_for(ines, earner.uuid)
    assert [spell.team for spell in career.spells] == [rovers, scurriers]
    deeds = sum(t.count for each in career.seasons for t in each.together.tallies)
    assert deeds == before
    # And home again.
    back = offer_trade(
        actor=olaf,
        team=scurriers,
        to=rovers,
        gives=Goods([earner.uuid]),
        gets=Goods([], 5_000),
        now=NOW,
    )
    accept_trade(actor=ines, trade=back, now=NOW)
    approve_trade(actor=marta, trade=back, now=NOW)
    present(rovers), present(scurriers)
    spells = career_for(ines, earner.uuid).spells
    assert [spell.team for spell in spells] == [rovers, scurriers, rovers]


def test_two_teams_of_one_coach_do_not_trade(draft_team, ines, rovers):
    second = draft_team("Greywater Seconds", actor=ines)
    with pytest.raises(Refused) as refused:
        offer_trade(actor=ines, team=rovers, to=second, gives=Goods(gold=10), gets=Goods(), now=NOW)
    assert codes(refused) == {"same_coach"}


def test_offers_say_everything_that_is_wrong_with_them(offer, rovers, scurriers, olaf, league):
    with pytest.raises(Refused) as refused:
        offer(gives=Goods([blitzer(scurriers).uuid], -5), gets=Goods(gold=10**9))
    assert codes(refused) == {"not-under-contract", "out-of-range"}
    with pytest.raises(Refused) as refused:
        offer(gives=Goods((), 0), gets=Goods([], 0))
    assert codes(refused) == {"nothing-to-trade"}
    with pytest.raises(Forbidden):
        offer(actor=olaf)


def test_the_rules_of_both_rosters_are_asked_at_the_approval(offer, rovers, scurriers, olaf, marta):
    trade = offer(gives=Goods([blitzer(rovers).uuid], 60_000), gets=Goods([], 70_000))
    accept_trade(actor=olaf, trade=trade, now=NOW)
    with pytest.raises(Refused) as refused:
        approve_trade(actor=marta, trade=trade, now=NOW)
    said = set(refused.value.sentences)
    assert codes(refused) == {"cannot-afford"}
    assert any(each.startswith("Greywater Rovers: ") for each in said)
    assert any(each.startswith("Underquay Scurriers: ") for each in said)
    fifth = offer(gives=Goods([blitzer(rovers).uuid]), gets=Goods([], 10_000))
    accept_trade(actor=olaf, trade=fifth, now=NOW)
    with pytest.raises(Refused) as refused:
        approve_trade(actor=marta, trade=fifth, now=NOW)
    assert codes(refused) == {"too-many-of-position"}
    with pytest.raises(Refused) as refused:
        approve_trade(actor=marta, trade=fifth, now=NOW, override=True)
    assert codes(refused) == {"reason_missing"}
    approve_trade(actor=marta, trade=fifth, now=NOW, override=True, reason="For the anniversary")
    assert present(scurriers).events.latest("seq").act.override


def test_everybody_has_one_word_and_in_turn(offer, coach, ines, olaf, marta):
    trade = offer()
    deputy = coach("Dora", Role.DEPUTY)
    with pytest.raises(Conflict):
        approve_trade(actor=deputy, trade=trade, now=NOW)
    with pytest.raises(Forbidden):
        accept_trade(actor=ines, trade=trade, now=NOW)
    accept_trade(actor=olaf, trade=trade, now=NOW)
    with pytest.raises(Conflict):
        accept_trade(actor=olaf, trade=trade, now=NOW)
    with pytest.raises(Forbidden):
        approve_trade(actor=ines, trade=trade, now=NOW)
    approve_trade(actor=deputy, trade=trade, now=NOW)
    for word in (approve_trade, withdraw_trade, decline_trade):
        with pytest.raises(Conflict):
            word(actor=marta, trade=trade, now=NOW)
    with pytest.raises(Refused):
        refuse_trade(actor=marta, trade=offer(), reason="", now=NOW)
    declined = decline_trade(actor=olaf, trade=offer(), now=NOW)
    withdrawn = withdraw_trade(actor=ines, trade=offer(), now=NOW)
    refused = refuse_trade(actor=marta, trade=offer(), reason="Too cosy", now=NOW)
    ends = [Trade.objects.get(pk=each.pk).state for each in (declined, withdrawn, refused)]
    assert ends == ["declined", "withdrawn", "refused"]


def test_a_player_who_is_gone_meanwhile_is_named(offer, rovers, olaf, marta):
    trade = offer()
    accept_trade(actor=olaf, trade=trade, now=NOW)
    Trade.objects.exclude(pk=trade.pk).delete()
    other = offer()
    accept_trade(actor=olaf, trade=other, now=NOW)
    approve_trade(actor=marta, trade=other, now=NOW)
    with pytest.raises(Refused) as refused:
        approve_trade(actor=marta, trade=trade, now=NOW)
    assert "gone" in codes(refused)


def test_no_trade_between_the_seasons_before_the_redraft(next_season, accepted, marta):
    with pytest.raises(Refused) as refused:
        approve_trade(actor=marta, trade=accepted, now=NOW)
    assert codes(refused) == {"redraft_due"}


def test_one_ledger_alone_takes_no_trade_back(rovers, accepted, marta, scurriers):
    ours = blitzer(rovers)
    adjust_team(
        actor=marta,
        team=rovers,
        change={"points": 4},
        player=ours.uuid,
        reason="Forgotten",
        now=NOW,
    )
    gift = rovers.events.latest("seq").seq
    approve_trade(actor=marta, trade=accepted, now=NOW)
    with pytest.raises(Refused) as refused:
        take_back(
            actor=marta, team=rovers, seq=rovers.events.latest("seq").seq, reason="x", now=NOW
        )
    assert codes(refused) == {"is_linked"}
    with pytest.raises(Refused) as refused:
        take_back(actor=marta, team=rovers, seq=gift, reason="x", now=NOW)
    assert codes(refused) == {"link_broken"}
    ours.refresh_from_db()
    assert ours.extra == 4


def test_nobody_says_yes_to_their_own_offer(offer, rovers, ines, olaf):
    """Whoever runs the league and coaches one of the teams has one word in a trade, and bends no
    rule for it: or every blitzer of the league would come for nothing."""
    Membership.objects.filter(user=ines).update(role=Role.DEPUTY)
    trade = offer(gives=Goods([], 60_000), gets=Goods([], 10_000))
    with pytest.raises(Forbidden) as forbidden:
        accept_trade(actor=ines, trade=trade, now=NOW)
    assert codes(forbidden) == {"own_offer"}
    later = NOW + timedelta(hours=1)
    Tenure.objects.filter(team=rovers, coach__user=ines).update(until=later)
    with pytest.raises(Forbidden):
        accept_trade(actor=ines, trade=trade, now=later + timedelta(hours=1))
    accept_trade(actor=olaf, trade=trade, now=NOW)
    with pytest.raises(Forbidden) as forbidden:
        approve_trade(actor=ines, trade=trade, reason="Because", override=True, now=NOW)
    assert codes(forbidden) == {"party_to_trade"}
    assert refuse_trade(actor=ines, trade=trade, reason="No", now=NOW).state == "refused"


def test_nobody_speaks_for_a_team_that_they_trade_with(rovers, scurriers, ines, olaf, coach):
    """Nor if they handed their own to another before the offer was made."""
    Membership.objects.filter(user=ines).update(role=Role.DEPUTY)
    for_nothing = {"gives": Goods([], 50_000), "gets": Goods([], 0)}
    with pytest.raises(Forbidden) as forbidden:
        offer_trade(actor=ines, team=scurriers, to=rovers, now=NOW, **for_nothing)
    assert codes(forbidden) == {"party_to_trade"}
    Tenure.objects.filter(team=rovers, coach__user=ines).update(until=NOW + timedelta(hours=1))
    later = NOW + timedelta(hours=2)
    with pytest.raises(Forbidden):
        offer_trade(actor=ines, team=scurriers, to=rovers, now=later, **for_nothing)
    gold = {"gives": Goods([], 0), "gets": Goods([], 50_000)}
    cato = coach("Cato")
    Tenure.objects.create(team=rovers, coach=cato.memberships.get(), since=NOW)
    trade = offer_trade(actor=cato, team=rovers, to=scurriers, now=later, **gold)
    with pytest.raises(Forbidden) as forbidden:
        accept_trade(actor=ines, trade=trade, now=later)
    assert codes(forbidden) == {"own_offer"}
    assert accept_trade(actor=olaf, trade=trade, now=later).state == "accepted"


def test_nobody_approves_what_a_coach_agreed_to_whom_they_put_there(
    *, offer, scurriers, ines, marta, coach, browser, season
):
    """Whoever plays gives the other team another coach, who says yes."""
    Membership.objects.filter(user=ines).update(role=Role.DEPUTY)
    scurriers.tenures.update(since=NOW - timedelta(days=1), made_at=None)
    season.opened_at = NOW - timedelta(days=9)
    season.save()
    cato = coach("Cato")
    hand_over_team(actor=ines, team=scurriers, coach=cato.memberships.get(), now=NOW)
    trade = accept_trade(actor=cato, trade=offer(), now=NOW)
    with pytest.raises(Forbidden) as forbidden:
        approve_trade(actor=ines, trade=trade, now=NOW)
    assert codes(forbidden) == {"replaced_the_coach"}
    page = browser(ines).get(f"/leagues/{trade.league.uuid}/trades/{trade.uuid}/").content.decode()
    assert "approved by somebody else who runs the league" in page
    assert "Approve the trade" not in page
    assert approve_trade(actor=marta, trade=trade, now=NOW).state == "approved"


def test_the_office_speaks_for_no_team_that_has_a_coach(
    *, offer, rovers, scurriers, ines, olaf, marta
):
    """Nor where it took the coach away just now."""

    def refuses(command, **about):
        with pytest.raises(Refused) as refused:
            command(actor=marta, now=NOW, **about)
        assert codes(refused) == {"has_its_coach"}

    goods = {"gives": Goods(gold=50_000), "gets": Goods()}
    refuses(offer_trade, team=rovers, to=scurriers, **goods)
    trade = offer()
    for word in (accept_trade, decline_trade, withdraw_trade):
        refuses(word, trade=trade)
    end_tenure(actor=marta, tenure=scurriers.tenures.get(), now=NOW)
    refuses(accept_trade, trade=trade)


def test_whoever_spoke_for_a_team_on_paper_does_not_approve(
    *, paper_team, rovers, ines, marta, coach
):
    """But where nobody with an account has a part in it."""
    gives = {"gives": Goods(gold=10_000), "gets": Goods(), "now": NOW}
    toms, jims = paper_team("Tom"), paper_team("Jim")
    trade = offer_trade(actor=marta, team=toms, to=rovers, **gives)
    accept_trade(actor=ines, trade=trade, now=NOW)
    with pytest.raises(Forbidden) as forbidden:
        approve_trade(actor=marta, trade=trade, now=NOW)
    assert codes(forbidden) == {"spoke_for_a_team"}
    deputy = coach("Dora", Role.DEPUTY)
    assert approve_trade(actor=deputy, trade=trade, now=NOW).state == "approved"
    asked = offer_trade(actor=ines, team=rovers, to=toms, **gives)
    assert accept_trade(actor=marta, trade=asked, now=NOW).accepted_by == marta
    with pytest.raises(Forbidden):
        approve_trade(actor=marta, trade=asked, now=NOW)
    alone = offer_trade(actor=marta, team=toms, to=jims, **gives)
    accept_trade(actor=marta, trade=alone, now=NOW)
    assert approve_trade(actor=marta, trade=alone, now=NOW).state == "approved"
