"""Every command of match day dies before each of its writes and commits: nothing is half-written.

What is only read changes nothing on the disk: dying before it is dying before the next write.
"""

import hashlib
import os
import traceback
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, connections

from matches.commands.beginning import begin_match, call_off
from matches.commands.correcting import correct_match, look_at_correction
from matches.commands.interrupting import interrupt_match, resume_match
from matches.commands.lending import lend_side, take_back_side
from matches.commands.proposing import agree_to_correction, propose_correction
from matches.commands.reporting import (
    confirm_report,
    confirm_unanswered,
    dispute_report,
    remind_of_report,
    submit_report,
    withdraw_report,
)
from matches.commands.tapping import NewTap, enter_taps
from matches.commands.totals import Casualty, Totals, enter_totals
from matches.commands.witnessing import witness_dice
from matches.models import Match
from matches.pitch.reports import MatchEnding
from teams.models import Team
from teams.verifying import differences
from tests.conftest import NOW
from tests.matches.conftest import DAY
from tests.matches.playing import asked, begin_and_agree, give, open_runs, play_on
from tests.rules.evening import quiet

# Whether a command is one transaction is said by its code; `test_kills` dies on both databases.
pytestmark = [pytest.mark.pure, pytest.mark.django_db(transaction=True)]

DEAD, DONE, FAILED = 9, 0, 1
ROOMS = ("matches", "teams", "competition", "jobs")
MOST_WRITES = 400


def everything():
    """All rows of the rooms that a match touches, as one digest."""
    found = hashlib.sha256()
    tables = [model._meta for room in ROOMS for model in apps.get_app_config(room).get_models()]
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table.db_table}" ORDER BY "{table.pk.column}"')
            found.update(repr((table.db_table, cursor.fetchall())).encode())
    return found.hexdigest()


class Dying:
    """Lets the process die before its k-th write, of which a commit is one."""

    def __init__(self, at):
        self.left = at
        self.to_commit = connection.commit

    def __call__(self, execute, sql, params, many, context):
        if not sql.startswith("SELECT "):
            self.come_nearer()
        return execute(sql, params, many, context)

    def come_nearer(self):
        self.left -= 1
        if self.left < 0:
            os._exit(DEAD)

    def commit(self):
        self.come_nearer()
        self.to_commit()


def in_a_child(command, at):
    """Carry out a command in a child process that dies at a write. How it ended."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            dying = Dying(at)
            connection.commit = dying.commit
            with connection.execute_wrapper(dying):
                command()
        except BaseException:
            traceback.print_exc()
            os._exit(FAILED)
        os._exit(DONE)
    _pid, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def dies_everywhere(command):
    """How many writes it took, having died before each of them without a trace."""
    before = everything()
    for at in range(MOST_WRITES):
        ended = in_a_child(command, at)
        if ended == DONE:
            assert everything() != before
            return at
        assert ended == DEAD
        assert everything() == before, f"half-written at write {at}"
    raise AssertionError("it never ends")


@pytest.fixture
def fresh(rovers, scurriers, ines, olaf, marta):
    """The match as it is in the database."""
    return lambda: Match.objects.latest("pk")


def whole(*teams):
    for team in teams:
        assert [str(each) for each in differences(Team.objects.get(pk=team.pk))] == []


def answer_next(match, person, side):
    """One answer to whatever a side is asked first."""
    run = next(run for run in open_runs(match) if run.side in ("", side))
    return lambda: give(run, person, {ask.key: quiet(ask) for ask in asked(run)})


def test_beginning_and_the_pre_match(league, rovers, scurriers, *, marta, fresh):
    begin = dies_everywhere(
        lambda: begin_match(
            actor=marta, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW
        )
    )
    assert begin > 5
    while fresh().state == Match.State.PRE_MATCH:
        dies_everywhere(answer_next(fresh(), marta, open_runs(fresh())[0].side))
    assert fresh().state == Match.State.PLAYING
    whole(rovers, scurriers)


def test_the_pitch_and_the_report(league, rovers, scurriers, *, ines, olaf, marta, fresh):
    begin_and_agree(actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW)
    play_on(fresh(), marta)
    victim = rovers.contracts.order_by("id").first().key
    taps = [
        NewTap(uuid4(), "touchdown", "home"),
        NewTap(uuid4(), "casualty", "home", {"player": victim, "how": "foul", "answers": {"": 57}}),
    ]
    dies_everywhere(lambda: enter_taps(actor=ines, match=fresh(), taps=taps, now=NOW))
    assert fresh().taps.count() == len(taps)
    dies_everywhere(lambda: submit_report(actor=ines, match=fresh(), ending=MatchEnding(), now=NOW))
    dies_everywhere(lambda: withdraw_report(actor=ines, match=fresh(), now=NOW))
    submit_report(actor=ines, match=fresh(), ending=MatchEnding(), now=NOW)
    dies_everywhere(lambda: dispute_report(actor=olaf, match=fresh(), reason="It was 2-0", now=NOW))
    dies_everywhere(lambda: confirm_report(actor=marta, match=fresh(), now=NOW))
    whole(rovers, scurriers)


def test_the_post_match(match, rovers, scurriers, *, marta, fresh):
    if fresh().confirmed_at is None:
        confirm_report(actor=marta, match=fresh(), now=NOW)
    play_on(fresh(), marta, sides=("", "away"))
    while fresh().state != Match.State.OVER:
        dies_everywhere(answer_next(fresh(), marta, "home"))
    whole(rovers, scurriers)


def test_calling_off(league, rovers, scurriers, *, ines, marta, fresh):
    begin_and_agree(actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW)
    play_on(fresh(), marta, said={"home: inducements": {"bribe": 0}})
    dies_everywhere(lambda: call_off(actor=marta, match=fresh(), reason="Rain", now=NOW))
    whole(rovers, scurriers)


def test_one_phone_paper_and_another_day(league, rovers, scurriers, *, ines, olaf, marta, fresh):
    begin_and_agree(actor=ines, league=league, home=rovers, away=scurriers, played_on=DAY, now=NOW)
    dies_everywhere(lambda: lend_side(actor=olaf, match=fresh(), side="away", now=NOW))
    dies_everywhere(lambda: take_back_side(actor=olaf, match=fresh(), side="away", now=NOW))
    answer_next(fresh(), ines, "home")()
    dies_everywhere(
        lambda: witness_dice(actor=olaf, match=fresh(), side=None, step="conditions", now=NOW)
    )
    play_on(fresh(), marta)
    dies_everywhere(lambda: interrupt_match(actor=ines, match=fresh(), now=NOW))
    dies_everywhere(lambda: resume_match(actor=ines, match=fresh(), now=NOW))
    scorer = rovers.contracts.order_by("id").first().key
    totals = Totals(
        {"home": {scorer: {"touchdown": 2}}},
        [Casualty(side="away", player=scorer, by=scorer, by_side="home", how="block", dice=61)],
    )
    values = {"revision": fresh().revision, "totals": totals}
    dies_everywhere(lambda: enter_totals(actor=ines, match=fresh(), **values, now=NOW))
    Match.objects.update(is_scheduled=True)
    submit_report(actor=ines, match=fresh(), ending=MatchEnding(), now=NOW)
    due = fresh().confirms_at
    dies_everywhere(lambda: remind_of_report(match=fresh(), now=NOW))
    dies_everywhere(lambda: confirm_unanswered(match=fresh(), now=due))
    assert fresh().state == Match.State.POST_MATCH
    whole(rovers, scurriers)


def test_corrections(match, rovers, scurriers, *, ines, olaf, marta, fresh):
    play_on(fresh(), marta)
    wish = {"score": {"home": 3, "away": 1}}
    seen = look_at_correction(actor=marta, match=fresh(), **wish).seen
    about = {"seen": seen, "reason": "A touchdown was counted twice", "now": NOW}
    dies_everywhere(lambda: correct_match(actor=marta, match=fresh(), **about, **wish))
    back = {"score": {"home": 2, "away": 1}}
    about["seen"] = look_at_correction(actor=ines, match=fresh(), **back).seen
    dies_everywhere(lambda: propose_correction(actor=ines, match=fresh(), **about, **back))
    proposal = fresh().proposals.get(settled_at=None).uuid
    dies_everywhere(
        lambda: agree_to_correction(actor=olaf, match=fresh(), proposal=proposal, now=NOW)
    )
    whole(rovers, scurriers)
