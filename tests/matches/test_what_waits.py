"""What waits for somebody stands at the top of the league's home and of their own desk."""

import pytest
from django.urls import reverse

from matches.commands.reporting import confirm_report, dispute_report
from tests.conftest import NOW


@pytest.fixture
def told(client, league):
    """What a person is told to do next: at the league's home, which says the same as their desk."""

    def look(person):
        client.force_login(person)
        home = client.get(reverse("press:league", args=[league.uuid]))
        desk = client.get("/")
        sentences = [each.why for each in home.context["home"].todos if each.what == "match"]
        assert [each.why for each in desk.context["desk"].todos] == sentences
        for sentence in sentences:
            assert sentence in home.content.decode()
            assert sentence in desk.content.decode()
        return sentences

    return look


def test_a_report_waits_for_the_other_coach_alone(report, told, ines, olaf, marta):
    report()
    assert told(ines) == []
    assert told(marta) == []
    assert told(olaf) == [
        "Greywater Rovers – Underquay Scurriers is reported, and waits for your word."
    ]


def test_a_post_match_waits_for_each_of_the_two(report, told, ines, olaf):
    confirm_report(actor=olaf, match=report(), now=NOW)
    assert told(ines) == [
        "Greywater Rovers – Underquay Scurriers: the post-match of Greywater Rovers is not "
        "finished."
    ]
    assert told(olaf) == [
        "Greywater Rovers – Underquay Scurriers: the post-match of Underquay Scurriers is not "
        "finished."
    ]


def test_a_dispute_waits_for_whoever_runs_the_league(report, told, ines, olaf, marta):
    dispute_report(actor=olaf, match=report(), reason="It was 2–2", now=NOW)
    assert told(olaf) == []
    assert told(marta) == [
        "The report of Greywater Rovers – Underquay Scurriers is disputed. It is yours to settle."
    ]


def test_nothing_waits_in_a_league_that_is_closed(report, told, league, olaf):
    report()
    league.closed_at = NOW
    league.save(update_fields=["closed_at"])
    assert told(olaf) == []
