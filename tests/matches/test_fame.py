"""FAME follows from the fans and from what happens in the match; nobody types it at will."""

import pytest

from acts.failures import Refused
from league.models import RulesPin
from league.queries import current_season
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.proposing import agree_to_correction, propose_correction
from matches.commands.reporting import submit_report
from matches.commands.tapping import enter_taps
from matches.models import Match
from matches.pitch.reports import MatchEnding
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import play_on, tap
from tests.matches.through_the_api import program_of

# What may be, and what comes of it: the same on any database.
pytestmark = pytest.mark.pure

TWICE_AS_MANY = {"fans-and-fame/home": [6, 6], "fans-and-fame/away": [1, 1]}


def under(match_or_league, **house):
    pin = getattr(match_or_league, "pin", None) or current_season(match_or_league).pin
    house = {key.replace("__", ".").replace("_", "-"): value for key, value in house.items()}
    RulesPin.objects.filter(pk=pin.pk).update(house={**pin.house, **house})


def codes(refused):
    return [(each.code, each.subject) for each in refused.value.reasons]


def fame(home, away):
    return tap("crowd", home=home, away=away)


class TestAScoreAlone:
    @pytest.mark.parametrize("told", [(3, 0), (0, -1), (9, -9)])
    def test_has_what_a_crowd_can_give(self, report, told):
        with pytest.raises(Refused) as refused:
            report(fame=told)
        assert {code for code, _subject in codes(refused)} == {"crowd_out_of_range"}
        assert not Match.objects.exists()

    def test_has_it_for_one_side(self, report):
        with pytest.raises(Refused) as refused:
            report(fame=(1, 1))
        assert codes(refused) == [("crowd_of_both", "crowd_home"), ("crowd_of_both", "crowd_away")]

    def test_has_it_for_both_where_there_may_be_a_rabble(self, league, report):
        """1734: a Boisterous Rabble gives 1 to each, up to 2."""
        under(league, stadiums=True)
        with pytest.raises(Refused):
            report(fame=(2, 2))
        report(fame=(2, 1))

    def test_has_none_by_a_coach_where_the_server_counts(self, league, report, *, ines, marta):
        under(league, dice__pre_match="server")
        with pytest.raises(Refused) as refused:
            report(fame=(2, 0), actor=ines)
        assert codes(refused) == [("server_rolls", "crowd")]
        report(fame=(2, 0), actor=marta)

    def test_is_told_so_by_pages_and_programs(self, league, rovers, scurriers, ines, client):
        body = {
            "home": str(rovers.uuid),
            "away": str(scurriers.uuid),
            "played_on": DAY.isoformat(),
            "score": {"home": 1, "away": 0},
            "crowd": {"home": -9, "away": 9},
        }
        refused = program_of(ines).post(f"/api/v1/leagues/{league.uuid}/matches/", body)
        assert refused.status_code == 422
        assert [each["code"] for each in refused.json()["errors"]] == ["crowd_out_of_range"] * 2
        client.force_login(ines)
        page = client.get(f"/leagues/{league.uuid}/matches/new/").content.decode()
        assert '<option value="2"' in page
        assert '<option value="3"' not in page
        assert '<option value="-1"' not in page


class TestAMatchWhoseFansWereCounted:
    @pytest.fixture
    def on(self, begin):
        return begin(TWICE_AS_MANY)

    @pytest.mark.parametrize("told", [(0, 2), (3, 0), (1, 0), (2, -1)])
    def test_has_its_fame_from_them(self, on, ines, told):
        with pytest.raises(Refused) as refused:
            enter_taps(actor=ines, match=on, taps=[fame(*told)], now=NOW)
        assert {code for code, _subject in codes(refused)} == {"crowd_follows"}
        assert "enter that first" in str(refused.value.reasons[0].message)

    def test_has_nothing_to_tap_and_its_fame_in_view(self, on, ines, client):
        client.force_login(ines)
        page = client.get(f"/matches/{on.uuid}/board/").content.decode()
        assert 'id="tap-crowd"' not in page
        assert "· FAME 2–0</span>" in page

    def test_is_corrected_by_nobody_who_types_another(self, on, *, ines, marta):
        submit_report(actor=marta, match=on, ending=MatchEnding(), now=NOW)
        over = play_on(Match.objects.get(pk=on.pk), marta)
        for person in (ines, marta):
            with pytest.raises(Refused) as refused:
                look_at_correction(actor=person, match=over, crowd={"home": 0, "away": 2})
            assert {code for code, _subject in codes(refused)} == {"crowd_follows"}

    def test_has_another_after_a_scandal_and_no_less_than_it_takes(self, begin, league, ines):
        under(league, kick_off__table="blitzmania")
        on = begin(TWICE_AS_MANY)
        scandal = tap("kick-off", result="breaking-scandal")
        with pytest.raises(Refused):
            enter_taps(actor=ines, match=on, taps=[scandal, fame(2, -4)], now=NOW)
        enter_taps(actor=ines, match=on, taps=[scandal, fame(-1, -3)], now=NOW)
        with pytest.raises(Refused):
            enter_taps(actor=ines, match=on, taps=[fame(3, -3)], now=NOW)

    def test_is_offered_what_a_scandal_may_make_of_it(self, begin, league, ines, client):
        under(league, kick_off__table="blitzmania")
        on = begin(TWICE_AS_MANY)
        client.force_login(ines)
        board = client.get(f"/matches/{on.uuid}/board/").content.decode()
        assert 'id="tap-crowd"' in board
        assert '<option value="-3"' in board
        assert '<option value="-4"' not in board
        assert '<option value="3"' not in board


class TestWhereTheServerCounts:
    @pytest.fixture
    def scandal(self, league, begin, marta):
        """A scandal on the pitch, and only who does not play says what it took."""
        under(league, kick_off__table="blitzmania")
        match = begin()
        under(league, dice__pre_match="server")
        enter_taps(
            actor=marta, match=match, taps=[tap("kick-off", result="breaking-scandal")], now=NOW
        )
        return match

    def test_no_coach_changes_it_nor_takes_a_change_back(self, scandal, *, ines, marta):
        told = fame(-3, -3)
        with pytest.raises(Refused) as refused:
            enter_taps(actor=ines, match=scandal, taps=[told], now=NOW)
        assert codes(refused) == [("server_rolls", str(told.uuid))]
        (tapped,) = [
            each
            for each in enter_taps(actor=marta, match=scandal, taps=[told], now=NOW)
            if each.kind == "crowd"
        ]
        over = submit_report(actor=marta, match=scandal, ending=MatchEnding(), now=NOW)
        with pytest.raises(Refused) as refused:
            look_at_correction(actor=ines, match=over, taps=[tap("void", of=str(tapped.uuid))])
        assert "server_rolls" in {code for code, _subject in codes(refused)}

    def test_two_coaches_who_agree_do_not(self, league, report, *, ines, marta):
        """The score was told alone, by whoever runs the league."""
        under(league, dice__pre_match="server")
        match = play_on(report(0, 1, fame=(0, 0), actor=marta), marta)
        wish = {"crowd": {"home": 1, "away": 0}}
        with pytest.raises(Refused) as refused:
            look_at_correction(actor=ines, match=match, **wish)
        assert codes(refused) == [("server_rolls", "crowd")]
        seen = look_at_correction(actor=marta, match=match, **wish)
        about = {"match": match, "seen": seen.seen, "reason": "Miscounted", "now": NOW}
        with pytest.raises(Refused):
            propose_correction(actor=ines, **about, **wish)
        correct_match(actor=marta, **about, **wish)
        assert match.reports.order_by("version").last().data["crowd"] == wish["crowd"]


def test_two_coaches_agree_on_what_a_crowd_can_give(report, *, ines, olaf, marta):
    match = play_on(report(0, 1, fame=(0, 0), actor=marta), marta)
    with pytest.raises(Refused):
        look_at_correction(actor=ines, match=match, crowd={"home": 9, "away": -9})
    wish = {"crowd": {"home": 1, "away": 0}}
    seen = look_at_correction(actor=ines, match=match, **wish)
    proposal = propose_correction(
        actor=ines, match=match, seen=seen.seen, reason="Miscounted", now=NOW, **wish
    )
    agree_to_correction(actor=olaf, match=match, proposal=proposal.uuid, now=NOW)
    assert match.reports.order_by("version").last().data["crowd"] == wish["crowd"]
