"""What a team is called, wears and says of itself."""

import pytest
from django.utils import timezone

from acts.failures import Forbidden, Refused
from acts.models import Act
from teams.commands.identity import change_identity
from teams.crests import crest_of
from teams.verifying import differences
from tests.teams.changing.conftest import codes


@pytest.fixture
def change(reivers, bram):
    def change(actor=bram, **wanted):
        changed = change_identity(actor=actor, team=reivers, now=timezone.now(), **wanted)
        reivers.refresh_from_db()
        return changed

    return change


def test_colours_crest_motto_and_story_are_worn_without_an_event(reivers, change):
    reivers.shirt, reivers.trim = "navy", "amber"  # a draft draws them by lot
    reivers.save(update_fields=["shirt", "trim"])
    change(
        shirt="royal",
        trim="white",
        crest_shape="shield",
        crest_pattern="hoops",
        motto="  Never twice  ",
        story="Once.\r\n\r\nUpon a time.",
    )
    crest = crest_of(reivers)
    assert (crest.shirt, crest.trim, crest.shape, crest.pattern) == (
        *("royal", "white"),
        *("shield", "hoops"),
    )
    assert (reivers.motto, reivers.story) == ("Never twice", "Once.\n\nUpon a time.")
    assert reivers.events.count() == 1
    assert Act.objects.get(name="teams.change_identity").payload["changed"] == [
        *("crest_pattern", "crest_shape", "motto", "shirt", "story", "trim")
    ]


def test_a_crest_goes_back_to_its_lot(reivers, change):
    drawn = crest_of(reivers)
    change(crest_shape="roundel", crest_pattern="sash")
    change(crest_shape="", crest_pattern="")
    assert crest_of(reivers) == drawn


def test_a_new_name_is_an_event(reivers, change):
    change(name="The Border Reivers")
    event = reivers.events.get(kind="team-renamed")
    assert event.words.text == "Bram's Reivers → The Border Reivers"
    assert reivers.name == "The Border Reivers"
    assert [*differences(reivers)] == []


def test_nothing_new_writes_nothing(reivers, change):
    change(name=reivers.name, motto="")
    assert not Act.objects.filter(name="teams.change_identity").exists()


def test_a_name_that_another_team_has_is_refused(reivers, team, change):
    with pytest.raises(Refused) as refused:
        change(name=team.name.upper())
    assert codes(refused) == ["name_taken"]
    reivers.refresh_from_db()
    assert (reivers.name, reivers.revision) == ("Bram's Reivers", 1)


def test_every_reason_is_told(change):
    with pytest.raises(Refused) as refused:
        change(
            name="x" * 500,
            motto="a\u202eb",
            story="\x07" + "x" * 5000,
            shirt="beige",
            trim="plaid",
            crest_shape="blob",
            crest_pattern="dots",
        )
    assert codes(refused) == [
        *("too_long", "not_one_line", "too_long", "not_plain_text"),
        *("no_such_kit", "no_such_kit", "no_such_shape", "no_such_pattern"),
    ]


def test_the_commissioner_may_and_others_may_not(change, marta, bram, cato):
    change(actor=marta, motto="By order")
    act = Act.objects.get(name="teams.change_identity")
    assert (act.actor, act.on_behalf_of) == (marta, bram)
    with pytest.raises(Forbidden):
        change(actor=cato, motto="By me")
