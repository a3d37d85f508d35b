"""The file of a league tells no secret of a match that is being played, and the match goes on."""

import json
from io import BytesIO

import pytest

from league.commands.leagues import create_league
from league.models import Membership, Role
from league.queries import current_season
from league_file.bringing import import_league
from league_file.purging import purge_league
from league_file.writing import export_league
from matches import reading
from matches.commands.beginning import call_off
from matches.commands.correcting import look_at_correction
from matches.commands.reporting import confirm_report, submit_report
from matches.models import Answer, Match
from matches.pitch.reports import MatchEnding
from matches.pitch.resources import cards_of
from teams.commands.drafting import draft_team
from teams.models import TeamEvent
from teams.verifying import differences
from tests.conftest import A_TEAM, NOW, play_freely
from tests.league_file.league_files import members, rows
from tests.matches.playing import begin_and_agree, open_runs, play_on


@pytest.fixture
def table(marta, make_user):
    """Whoever runs the league, Ines and Olaf; the two are about to play with cards and events."""
    house = {"plays": True, "match-events": True}
    league = create_league(actor=marta, name="Deaths", edition_key="bb2016", house=house, now=NOW)
    coaches = [make_user(name) for name in ("Ines", "Olaf")]
    for coach in coaches:
        Membership.objects.create(league=league, user=coach, role=Role.COACH, since=NOW)
    home, away = (
        draft_team(
            actor=coach,
            season=current_season(league),
            race="human",
            name=coach.name,
            wish=A_TEAM,
            now=NOW,
        )
        for coach in coaches
    )
    play_freely(league)
    day = {"league": league, "played_on": NOW.date(), "now": NOW}
    return begin_and_agree(actor=marta, home=home, away=away, **day), (marta, *coaches)


def kicked_off(match, people):
    while match.state == Match.State.PRE_MATCH:
        for person in people:
            match = play_on(match, person)
    return match


def secrets_of(match):
    """Every card that somebody holds, and the event that waits."""
    events = TeamEvent.objects.filter(chapter__side__match=match).exclude(visible="public")
    facts = [each for event in events for each in event.effects]
    hidden = Answer.objects.filter(run__match=match).exclude(visible="public")
    return {
        *(card for each in facts if each["what"] == "hand" for card in each["value"]),
        *(each["value"] for each in facts if each["what"] == "match-event"),
        *(card for each in hidden if isinstance(each.value, list) for card in each.value),
    }


def exported(match, actor):
    file = BytesIO()
    export_league(actor=actor, league=match.league, into=file, now=NOW)
    return file


def told_of(file):
    return {
        name: content.decode()
        for name, content in members(file).items()
        if name.startswith(("rows/matches", "rows/teams", "rows/jobs", "people"))
    }


def moved(match, file, actor):
    """The match where its league has gone to."""
    purge_league(league=match.league, now=NOW)
    file.seek(0)
    import_league(actor=actor, file=file, now=NOW)
    return Match.objects.get(uuid=match.uuid)


def play_to_the_end(match, actor):
    if match.state == Match.State.PLAYING:
        match = submit_report(actor=actor, match=match, ending=MatchEnding(), now=NOW)
        if match.state == Match.State.REPORTED:
            match = confirm_report(actor=actor, match=match, now=NOW)
    match = play_on(match, actor)
    assert match.state == Match.State.OVER
    for side in match.sides.select_related("team"):
        assert not [*differences(side.team)]
    return match


def test_a_hand_that_is_being_chosen_is_dealt_anew(table):
    match, (marta, *coaches) = table
    while not Answer.objects.filter(visible="side").exists():
        for person in (marta, *coaches):
            play_on(match, person, until=None if person != marta else "match-events")
            if Answer.objects.filter(visible="side").exists():
                break
    match.refresh_from_db()
    assert match.state == Match.State.PRE_MATCH
    file = exported(match, marta)
    assert {each["visible"] for each in rows(file)["matches.answer"]} == {"public"}
    there = moved(match, file, marta)
    assert there.state == Match.State.PRE_MATCH
    assert open_runs(there)
    drawn = Answer.objects.filter(run__match=there, visible="server")
    assert {each.source for each in drawn} == {"server"}
    assert drawn.exists()
    play_to_the_end(kicked_off(there, [marta]), marta)


def test_hands_decks_and_events_stay_behind_and_the_match_goes_on(table):
    match, (marta, *coaches) = table
    match = kicked_off(match, (marta, *coaches))
    hidden = secrets_of(match)
    assert hidden
    file = exported(match, marta)
    for name, text in told_of(file).items():
        assert not [each for each in hidden if json.dumps(each) in text], name
    there = moved(match, file, marta)
    assert there.state == Match.State.PLAYING
    cards = cards_of(reading.load(there), "home")
    assert cards is not None
    assert cards.hand is None  # as with cards on the table: only their number is known
    assert cards.count
    over = play_to_the_end(there, marta)
    correction = look_at_correction(actor=marta, match=over)
    assert not correction.conflicts
    assert not correction.changes


def test_what_a_match_called_off_leaves_to_the_next_stays_behind(table):
    match, (marta, *coaches) = table
    match = kicked_off(match, (marta, *coaches))
    hidden = secrets_of(match)
    call_off(actor=marta, match=match, reason="Rain", now=NOW)
    file = exported(match, marta)
    for name, text in told_of(file).items():
        assert not [each for each in hidden if json.dumps(each) in text], name
    assert moved(match, file, marta).state == Match.State.CALLED_OFF


def test_of_a_match_that_is_over_everything_is_told(table):
    match, (marta, *coaches) = table
    match = kicked_off(match, (marta, *coaches))
    hidden = secrets_of(match)
    submit_report(actor=marta, match=match, ending=MatchEnding(), now=NOW)
    while Match.objects.get(pk=match.pk).state != Match.State.OVER:
        for person in (marta, *coaches):
            play_on(match, person)
    text = "".join(told_of(exported(match, marta)).values())
    assert all(json.dumps(each) in text for each in hidden)
