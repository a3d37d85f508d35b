"""Cards and events that neither coach may see: the server draws them when they are asked for."""

import random

import pytest

from acts.failures import Forbidden, Refused
from matches.commands.answering import Given, answer_step, match_session
from matches.commands.beginning import call_off
from matches.dice import rolling
from matches.models import Answer, Match
from tests.conftest import NOW
from tests.matches.playing import asked, begin_and_agree, give, open_runs
from tests.rules.evening import quiet

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

HOME, AWAY = "home", "away"


def play_on(match, ines, olaf):
    """Quiet answers; each coach answers what is theirs."""
    while runs := open_runs(match):
        if Match.objects.get(pk=match.pk).state != Match.State.PRE_MATCH:
            break
        run = runs[0]
        ask = asked(run)[0]
        away = run.side == AWAY or ask.who == "opponent"
        give(run, olaf if away else ines, {ask.key: quiet(ask)})
    return Match.objects.get(pk=match.pk)


@pytest.mark.parametrize(
    ("house", "key"),
    [
        ({"match-events": True}, "match-events/event/drawn"),
        ({"plays": True}, "special-plays/"),
        ({"plays": True, "plays.variant": "draft"}, "special-plays-draft/"),
    ],
)
def test_a_match_with_them_goes_on_to_its_kick_off(begin_under, ines, olaf, house, key):
    match = play_on(begin_under(**house), ines, olaf)
    assert match.state == Match.State.PLAYING
    drawn = Answer.objects.filter(run__match=match, visible="server")
    assert drawn.filter(key__startswith=key).exists()
    assert set(drawn.values_list("source", flat=True)) == {Answer.Source.SERVER}


def test_nobody_answers_in_the_servers_place(begin_under, ines):
    match = begin_under(plays=True)
    (run,) = open_runs(match)
    with pytest.raises(Refused):
        give(run, ines, {"special-plays/magic-items/drawn": []})


def test_decks_stand_once_cards_were_drawn_from_them(begin_under, ines, olaf):
    """Whoever has seen two cards does not look at two others."""
    match = begin_under(plays=True)
    while (run := open_runs(match)[0]).step != "kick-off":
        give(run, olaf if run.side == AWAY else ines, {ask.key: quiet(ask) for ask in asked(run)})
    give(run, ines, {ask.key: quiet(ask) for ask in asked(run) if ask.kind == "roll"})
    (decks,) = asked(run)
    first, second = (offer.key for offer in decks.offers[:2])
    coach = ines if decks.key == "special-plays/home/decks" else olaf
    give(run, coach, {decks.key: {first: 2}})
    with pytest.raises(Refused) as refused:
        give(run, coach, {decks.key: {first: 1, second: 1}})
    assert refused.value.reasons[0].code == "dice_have_fallen"


def test_cards_are_not_dealt_anew_when_a_match_is_called_off(begin_under, ines, olaf, marta):
    """Nor from other decks: who has seen their cards does not begin again for better ones."""
    first = play_on(begin_under(plays=True), ines, olaf)
    drawn, hands, decks = (_told(first, visible) for visible in ("server", "side", "public"))
    call_off(actor=marta, match=first, reason="Rain", now=NOW)
    home, away = (first.sides.get(side=side).team for side in (AWAY, HOME))
    league = first.league
    match = begin_and_agree(
        actor=olaf, league=league, home=home, away=away, played_on=NOW.date(), now=NOW
    )
    while (run := open_runs(match)[0]).step != "kick-off":
        give(run, ines if run.side == AWAY else olaf, {ask.key: quiet(ask) for ask in asked(run)})
    with pytest.raises(Refused):
        give(run, olaf, {ask.key: quiet(ask) for ask in asked(run) if ask.kind == "roll"})
    for ask in asked(run):
        give(run, olaf, {ask.key: decks[_other_way(ask.key)]})
    (ask,) = asked(run)
    named = decks[_other_way(ask.key)]
    unseen = next(offer.key for offer in ask.offers if offer.key not in named)
    mine = ines if ask.key.endswith("away/decks") else olaf
    with pytest.raises(Refused) as refused:
        give(run, mine, {ask.key: {unseen: sum(named.values())}})
    assert refused.value.reasons[0].code == "dice_have_fallen"
    while asks := [ask for run in open_runs(match) for ask in asked(run)]:
        theirs = {**decks, **hands}.get(_other_way(asks[0].key))
        mine = ines if asks[0].who == "opponent" else olaf
        give(open_runs(match)[0], mine, {asks[0].key: theirs or quiet(asks[0])})
    assert _told(match, "server") == drawn
    assert {_other_way(key): cards for key, cards in _told(match, "side").items()} == hands


def _told(match, visible):
    rows = Answer.objects.filter(run__match=match, run__step="kick-off", visible=visible)
    return dict(rows.values_list("key", "value"))


def _other_way(key):
    sides = {HOME: AWAY, AWAY: HOME}
    return "/".join(sides.get(part, part) for part in key.split("/"))


def test_a_seed_makes_the_server_draw_the_same_again():
    with rolling.thrown_by(random.Random(5)):
        first = [rolling.throw("2D6") for _ in range(5)]
    with rolling.thrown_by(random.Random(5)):
        assert [rolling.throw("2D6") for _ in range(5)] == first


class TestSitting:
    def test_answers_several_steps_or_none(self, begin_under, ines):
        match = begin_under()
        with pytest.raises(Refused):
            _answer_and_stumble(match, ines)
        assert not Answer.objects.exists()

    def test_is_for_ones_own_side_alone(self, begin_under, ines):
        match = begin_under()
        with pytest.raises(Forbidden):
            answer_step(
                actor=ines,
                match=match,
                side=AWAY,
                step="inducements",
                revision=0,
                answers=[],
                now=NOW,
            )


def _answer_and_stumble(match, coach):
    (run,) = open_runs(match)
    with match_session(actor=coach, match=match.uuid, side=None) as seated:
        seated.answer(None, run.step, 0, [Given("weather", [3, 3])], now=NOW)
        later = next(each for each in seated.record.runs.values() if not each.finished_at)
        seated.answer(None, later.step, 0, [Given("nonsense", 1)], now=NOW)
