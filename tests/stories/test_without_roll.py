"""Casualties for which nobody rolls (4939, 4691, 4671), and a knock-out that was treated (623)."""

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from acts.failures import Refused
from matches.commands.correcting import look_at_correction
from matches.commands.totals import Casualty, Totals, enter_totals
from matches.models import Match, StepRun
from matches.pitch.lineups import standing_taps
from tests.competition.filling import Desk, Sheet
from tests.conftest import NOW
from tests.matches.untouched import differing
from tests.stories.conftest import AWAY, HOME, tap

pytestmark = pytest.mark.pure

LOOK = ("do", "look")


@pytest.fixture
def on(story):
    """Goblins against humans, where the server rolls for casualties."""
    return story.between("goblin", "human", dice__casualties="server").begin()


def refused(story, *taps):
    with pytest.raises(Refused) as refused:
        story.happens(*taps)
    return {each.code for each in refused.value.reasons}


def eaten(player, **data):
    return tap("casualty", HOME, player=player, how="team-mate", injury="eaten", **data)


def badly_hurt(story, player, side=HOME, **data):
    return tap("casualty", side, player=player, how="block", injury="badly-hurt", **data)


def test_it_is_offered_to_the_side_that_has_somebody_for_it(on, marta, client):
    client.force_login(marta)
    board = client.get(reverse("matches:board", args=[on.match.uuid])).content.decode()
    assert board.count('name="injury" value="badly-hurt"') == 1
    lineups = client.get(f"/api/v1/matches/{on.match.uuid}/lineups/").json()
    for injury in lineups["injuries_without_roll"]:
        assert injury["befalls"] == {HOME: on.keys(HOME), AWAY: []}


def test_a_goblin_is_badly_hurt_on_the_scoreboard_and_whoever_did_it_earns_points(
    on, marta, client
):
    goblin, blitzer = on.keys(HOME)[0], on.keys(AWAY, "blitzer")[0]
    client.force_login(marta)
    board = reverse("matches:board", args=[on.match.uuid])
    texts = {"player": goblin, "by": blitzer, "how": "block", "injury": "badly-hurt"}
    page = client.get(board)
    form = _casualty_form(page)
    for name, value in texts.items():
        form.write(name, value)
    assert client.post(board, form.told, follow=True).status_code == 200
    shown = client.get(board).content.decode()
    assert "Badly hurt, without a roll" in shown
    on.ends().afterwards()
    # 5694: it counts as a casualty.
    assert on.match.reports.get().data["deeds"][AWAY] == {blitzer: {"casualty": 1}}
    contract = on.teams[HOME].contracts.get(key=goblin)
    assert contract.until is None
    assert not contract.player.misses_next
    assert not StepRun.objects.get(match=on.match, step="report").answers.exists()
    assert differing(on.match, marta) == []


def test_dice_that_were_tapped_before_the_injury_was_said_do_not_count(story, marta, client):
    on = story.between("goblin", "human").begin()
    client.force_login(marta)
    board = reverse("matches:board", args=[on.match.uuid])
    form = _casualty_form(client.get(board))
    dice = [name for name, faces in form.offered.items() if faces[0] == "1"]
    assert len(dice) == 2
    for name in dice:
        form.write(name, form.offered[name][0])
    form.write("player", on.keys(HOME)[0])
    form.write("injury", "badly-hurt")
    client.post(board, form.told, follow=True)
    assert "answers" not in on.match.taps.get().data


def _casualty_form(page):
    return next(
        each
        for each in _forms(page)
        if each.told.get("kind") == ["casualty"] and each.told["side"] == [HOME]
    )


def _forms(page):
    return Sheet(page.content.decode()).forms


def test_whoever_is_eaten_is_dead_and_nobody_treats_them(on, marta):
    goblin = on.keys(HOME)[0]
    assert refused(on, eaten(goblin, treated="apothecary")) == {"beyond-recovery"}
    by_a_block = tap("casualty", HOME, player=goblin, how="block", injury="eaten")
    assert refused(on, by_a_block) == {"not_its_cause"}
    assert refused(on, eaten(goblin), tap("touchdown", HOME, player=goblin)) == {"dead_by_then"}
    on.happens(eaten(goblin)).ends().afterwards()
    assert on.teams[HOME].contracts.get(key=goblin).until is not None
    assert differing(on.match, marta) == []


def test_others_roll_as_ever(on):
    lineman = on.keys(AWAY, "lineman")[0]
    assert refused(on, badly_hurt(on, lineman, AWAY)) == {"rolls-for-it"}
    no_such = tap("casualty", AWAY, player=lineman, how="block", injury="petrified")
    assert refused(on, no_such) == {"no_such_injury"}
    assert refused(on, badly_hurt(on, on.keys(HOME)[0], roll=[""])) == {"not_asked"}


def test_totals_tell_it_too_and_change_nothing_when_they_are_sent_as_they_came(on, marta, client):
    goblin = on.keys(HOME)[0]
    match = Match.objects.get(pk=on.match.pk)
    told = [Casualty(side=HOME, player=goblin, how="fall", injury="badly-hurt")]
    enter_totals(
        actor=marta, match=match, revision=match.revision, totals=Totals({}, told), now=NOW
    )
    (hurt,) = match.taps.all()
    assert hurt.data["injury"] == "badly-hurt"
    client.force_login(marta)
    Desk(client).fill(reverse("matches:totals", args=[match.uuid]), {"hurt.0.how": "fall"})
    assert match.taps.count() == 1


def test_a_death_that_was_rolled_for_wrongly_is_corrected(story, marta):
    on = story.between("goblin", "human").begin()
    goblin = on.keys(HOME)[0]
    dead = tap("casualty", HOME, player=goblin, how="block", answers={"": 61})
    on.happens(dead).ends().afterwards()
    assert on.teams[HOME].contracts.get(key=goblin).until is not None
    taps = [tap("void", of=str(dead.uuid)), badly_hurt(on, goblin)]
    looked_at = look_at_correction(actor=marta, match=on.match, taps=taps)
    assert looked_at.conflicts == []
    assert {each.side for each in looked_at.replay.rewritings} == {HOME}


def test_an_apothecary_spent_on_a_knock_out_is_spent(on, marta, client):
    first, second = on.keys(HOME)[:2]
    on.happens(tap("knock-out", HOME, player=first, treated="apothecary"))
    assert refused(on, badly_hurt(on, second, treated="apothecary")) == {"nobody_left_to_treat"}
    assert refused(on, tap("knock-out", HOME, player=second, treated="igor")) == {"not_to_treat"}
    on.happens(tap("touchdown", HOME, player=first))
    client.force_login(marta)
    shown = client.get(reverse("matches:board", args=[on.match.uuid])).content.decode()
    assert "treated: Apothecary" in shown
    assert "Nobody is left to treat a knock-out." in shown
    told = client.get(reverse("api-lineups", args=[on.match.uuid])).json()
    assert [each["key"] for each in told["injuries_without_roll"]] == ["badly-hurt", "eaten"]
    assert told["treats_knock_outs"] == ["apothecary"]


def _standing(match):
    return [
        (each.kind, each.player, each.data.get("treated"))
        for each in standing_taps(match.taps.all())
    ]


def test_totals_tell_of_a_knock_out_that_was_treated(on, marta, client):
    first, second = on.keys(HOME)[:2]
    totals, program = reverse("matches:totals", args=[on.match.uuid]), APIClient()
    api = reverse("api-totals", args=[on.match.uuid])
    client.force_login(marta)
    program.force_authenticate(marta)
    on.happens(badly_hurt(on, first))
    hurt = ("casualty", first, None)
    on_paper = {"knocked-out.0.player": f"{HOME}.{first}", "knocked-out.0.treated": "apothecary"}
    Desk(client).fill(totals, on_paper)
    assert _standing(on.match) == [("knock-out", first, "apothecary"), hurt]
    Desk(client).fill(totals, on_paper)
    assert on.match.taps.count() == 4
    told = program.get(api).data
    (out,) = told["knock_outs"]
    assert (out["side"], out["player"], out["treated"]) == (HOME, first, "apothecary")
    wish = {"revision": told["revision"], "knock_outs": [out | {"player": second}]}
    assert program.post(api, wish, format="json").status_code == 200
    assert _standing(on.match) == [hurt, ("knock-out", second, "apothecary")]
    one_too_many = {"side": HOME, "player": first, "treated": "apothecary"}
    wish = {"revision": program.get(api).data["revision"], "knock_outs": [one_too_many]}
    answer = program.post(api, wish, format="json")
    assert (answer.status_code, answer.data["errors"][0]["code"]) == (422, "nobody_left_to_treat")
    Desk(client).fill(totals, {"knocked-out.0.player": ""})
    assert _standing(on.match) == [hurt]


def test_a_correction_tells_of_a_knock_out_that_was_treated(on, marta, client):
    first, second = on.keys(HOME)[:2]
    on.happens(tap("knock-out", HOME, player=first, treated="apothecary"), badly_hurt(on, first))
    on.happens(badly_hurt(on, second)).ends().afterwards()
    assert differing(on.match, marta) == []
    out = on.match.taps.get(kind="knock-out")
    client.force_login(marta)
    desk, page = Desk(client), reverse("matches:correct", args=[on.match.uuid])
    both = {
        f"knocked-out.{HOME}.0": second, f"tap.{out.uuid}": first,
    }  # fmt: skip
    shown = client.post(page, _filled(client, page, both) | {"do": ["look"]})
    assert "Nobody is left to treat this knock-out." in shown.content.decode()
    shown = desk.fill(page, {f"tap.{out.uuid}": second}, press=LOOK)
    assert "nothing comes of it for either team" in shown.content.decode()
    desk.fill(shown, {"reason": "It was another"}, press=("do", "apply"))
    assert _standing(on.match) == [
        ("knock-out", second, "apothecary"), ("casualty", first, None), ("casualty", second, None),
    ]  # fmt: skip
    assert differing(on.match, marta) == []


def _filled(client, page, values):
    paper = next(each for each in _forms(client.get(page)) if LOOK in each.buttons)
    for name, value in values.items():
        paper.write(name, value)
    return paper.told
