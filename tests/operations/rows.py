"""Errands inside an installation: `python -m tests.operations.rows fill | more | write | …`."""

import json
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

import django

AT = datetime(2026, 2, 28, 23, 59, 59, 123457, tzinfo=UTC)
NAME = "Zoë “Ω” 🏈 o'Gnut\tand \\ sons\u2028"
PAYLOAD = {
    "big": 2**63 - 1,
    "float": 0.1,
    "null": None,
    "deep": [{"ключ": [True, False, "line\nbreak", "\u2028", "🏈"]}],
    "": "",
}
BIG_ID = 5_000_000_000


def fill():
    """At least one row in every table that a backup keeps, with everything awkward in it."""
    from django.conf import settings  # noqa: PLC0415
    from django.contrib.sessions.models import Session  # noqa: PLC0415

    from accounts.models import (  # noqa: PLC0415
        ApiToken,
        Attempt,
        SignInLink,
        User,
        WaitingPerson,
    )
    from acts.models import Act, Receipt  # noqa: PLC0415
    from jobs.models import Job  # noqa: PLC0415

    zoe = User(name=NAME, email="zoë@example.org", joined_at=AT, last_login=AT, reach_me="'")
    zoe.set_password("a fine password")
    zoe.save()
    former = User(name="Former coach", joined_at=AT, scrubbed_at=AT, is_active=False, id=BIG_ID)
    former.set_unusable_password()
    former.save(force_insert=True)
    digests = [uuid.uuid4().hex * 2 for _ in range(3)]
    WaitingPerson.objects.create(name=NAME, email="waits@example.org", asked_at=AT)
    ApiToken.objects.create(user=zoe, name=NAME, digest=digests[0], hint="abcd", created_at=AT)
    Act.objects.create(name="t.act", payload=PAYLOAD, actor=zoe, on_behalf_of=former, at=AT)
    Job.objects.create(kind="t.job", payload=PAYLOAD, owner=None, due_at=AT, created_at=AT)
    Job.objects.create(
        kind="t.job", state="done", result=[], lease=uuid.uuid4(), due_at=AT, created_at=AT
    )
    fill_league(zoe, digests[2])
    # What a backup leaves out:
    Receipt.objects.create(actor=zoe, key="k", fingerprint="f", at=AT)
    Attempt.objects.create(kind="sign-in", key="k", at=AT)
    SignInLink.objects.create(user=zoe, digest=digests[1], issued_at=AT, expires_at=AT)
    Session.objects.create(session_key="k", session_data="d", expire_date=AT)
    uploads = Path(settings.MEDIA_ROOT)
    (uploads / "crests/ünï").mkdir(parents=True)
    (uploads / "crests/ünï/crest.svg").write_bytes(b"<svg/>\x00\xff")
    (uploads / "empty").touch()


def fill_league(zoe, digest):
    """A league with two teams that have met, and whatever else hangs on a league or a team."""
    from league.commands.house_rules import change_house_rules  # noqa: PLC0415
    from league.commands.invitations import invite  # noqa: PLC0415
    from league.commands.leagues import create_league  # noqa: PLC0415
    from league.models import JoinRequest, Membership  # noqa: PLC0415
    from league.queries import current_season  # noqa: PLC0415
    from matches.commands.answering import Given, answer_step  # noqa: PLC0415
    from matches.commands.recording import record_result  # noqa: PLC0415
    from teams.commands.adjusting import adjust_team  # noqa: PLC0415
    from teams.commands.drafting import draft_team  # noqa: PLC0415
    from teams.commands.windows import open_window  # noqa: PLC0415
    from teams.models import Adoption, Picture, Words  # noqa: PLC0415
    from tests.conftest import playing_freely  # noqa: PLC0415
    from tests.matches.playing import play_on  # noqa: PLC0415

    league = create_league(actor=zoe, name="Ω 🏈", edition_key="bb2016", teams_per_coach=2, now=AT)
    season = current_season(league)
    wish = {"players": {"lineman": 11}}
    home, away = (
        draft_team(actor=zoe, season=season, race="human", name=name, wish=wish, now=AT)
        for name in ("Zoë's", "o'Gnut's")
    )
    score = {"home": 2, "away": 1}
    with playing_freely(league):
        match = record_result(
            actor=zoe,
            league=league,
            home=home,
            away=away,
            score=score,
            crowd={"home": 0, "away": 0},
            played_on=AT.date(),
            now=AT,
        )
    play_on(match, zoe, until="fortune", now=AT)
    fill_pitch(zoe, match, home.events.latest("id").act)
    given = [Given("winnings", roll=True)]
    values = {"side": "away", "step": "fortune", "revision": 0, "answers": given}
    answer_step(actor=zoe, match=match, now=AT, **values)
    adjust_team(actor=zoe, team=home, change={"treasury": 5_000}, reason="Ω 🏈", now=AT)
    open_window(actor=zoe, team=away, now=AT)
    invite(actor=zoe, league=league, now=AT)
    place = Membership.objects.get(user=zoe)
    looks = {"race": "orc", "shirt": "royal", "trim": "white"}
    Adoption.objects.create(
        season=season, coach=place, begun_by=zoe, begun_at=AT, changed_at=AT, **looks
    )
    fill_season(zoe, season, home, away)
    fill_downtime(zoe, season, home, away)
    Picture.objects.create(team=home, digest=digest, width=1, height=1, size=1, uploaded_at=AT)
    Words.objects.create(text=NAME)
    JoinRequest.objects.create(league=league, user_id=BIG_ID, words="Ω 🏈", at=AT)
    change_house_rules(
        actor=zoe, league=league, house={"plays": True}, from_round=2, reason="Ω 🏈", now=AT
    )


def fill_pitch(zoe, match, act):
    """A note, which was taken back, a dispute about it, a proposal, and dice that were seen."""
    from matches.models import Answer, Dispute, Lending, Proposal, Tap, Witness  # noqa: PLC0415
    from matches.replay.edited_reports import Wish  # noqa: PLC0415
    from teams.models import Words  # noqa: PLC0415

    known = {"match": match, "actor": zoe, "at": AT}
    said = Words.objects.create(text="Ω 🏈")
    note = Tap.objects.create(uuid=uuid.UUID(int=1), number=1, kind="note", words=said, **known)
    void = {"kind": "void", "voids": note, "data": {"of": str(note.uuid)}}
    Tap.objects.create(uuid=uuid.UUID(int=2), number=2, **void, **known)
    words = Words.objects.create(text=NAME)
    Dispute.objects.create(match=match, side="away", by=zoe, words=words, at=AT, act=act)
    values = {"wish": Wish().as_data(), "seen": "0" * 64, "words": words}
    Proposal.objects.create(match=match, side="home", by=zoe, at=AT, **values)
    answer = Answer.objects.filter(run__match=match).earliest("pk")
    Witness.objects.create(answer=answer, by=zoe, act=act, at=AT)
    Lending.objects.create(side=match.sides.get(side="home"), lent_by=zoe, lent_at=AT)


def fill_season(zoe, season, home, away):
    """A stage that is played: a result, points by hand, lots, a proposed date and an award."""
    from acts.models import Act  # noqa: PLC0415
    from competition.commands.entries import register_every_team  # noqa: PLC0415
    from competition.commands.outcomes import Score  # noqa: PLC0415
    from competition.commands.planning import plan_stage  # noqa: PLC0415
    from competition.commands.results import enter_score  # noqa: PLC0415
    from competition.commands.starting import start_stage  # noqa: PLC0415
    from competition.models import (  # noqa: PLC0415
        Adjustment,
        Award,
        DateProposal,
        Division,
        Entry,
        Lot,
        ResultSetAside,
    )
    from jobs.runner import run_due  # noqa: PLC0415

    first = Division.objects.create(season=season, position=1, name="Ω 🏈")
    entries = register_every_team(actor=zoe, season=season, now=AT).entries
    Entry.objects.filter(season=season).update(division=first)
    stage = plan_stage(actor=zoe, season=season, name="Ω 🏈", format="round-robin", now=AT)
    start_stage(actor=zoe, stage=stage, now=AT)
    run_due(now=AT)
    fixture = stage.fixtures.select_related("stage__season__league").get()
    enter_score(actor=zoe, fixture=fixture, score=Score((2, 1), {"cas": (1, 0)}), now=AT)
    entry, act = entries[0], Act.objects.latest("id")
    aside = {"score_home": 1, "score_away": 1, "ending": "played", "entered_at": AT}
    ResultSetAside.objects.create(fixture=fixture, pin=season.pin, act=act, **aside)
    Adjustment.objects.create(
        stage=stage, entry=entry, points=-1, reason="Ω 🏈", made_by=zoe, made_at=AT
    )
    Lot.objects.create(stage=stage, entry=entry, number=1, after_round=1, drawn_at=AT, act=act)
    place = season.league.memberships.get(user=zoe)
    when = {"made_at": AT, "kick_off_at": AT, "venue": "Ω 🏈"}
    DateProposal.objects.create(fixture=fixture, side="home", made_by=place, **when)
    Award.objects.create(season=season, title="Ω 🏈", entry=entry, given_at=AT, act=act)


def fill_downtime(zoe, season, home, away):
    """A team between two seasons, and a trade that waits."""
    from competition.models import (  # noqa: PLC0415
        Downtime,
        HealingDie,
        Redraft,
        Trade,
        TradedPlayer,
    )

    Downtime.objects.create(season=season, due_wall="2026-03-29T20:00", due_at=AT)
    redraft = Redraft.objects.create(
        season=season, team=home, returning=["draft/1"], begun_at=AT, changed_at=AT
    )
    die = {"key": "redraft-healing/draft/1/1", "value": 4, "source": "server"}
    HealingDie.objects.create(redraft=redraft, rolled_by=zoe, rolled_at=AT, **die)
    trade = Trade.objects.create(
        league=season.league, offering=home, asked=away, offered_by=zoe, offered_at=AT
    )
    TradedPlayer.objects.create(trade=trade, contract=home.contracts.earliest("id"))


def wrong():
    """What became of the rows of `fill`, read through this installation's own models."""
    from accounts.models import Attempt, SignInLink, User  # noqa: PLC0415
    from acts.models import Act, Receipt  # noqa: PLC0415
    from jobs.models import Job  # noqa: PLC0415
    from teams.models import Team  # noqa: PLC0415
    from teams.verifying import differences  # noqa: PLC0415

    zoe = User.objects.get(email="zoë@example.org")
    act = Act.objects.get(name="t.act")
    holds = {
        "name": zoe.name == NAME,
        "instant": zoe.joined_at == AT,
        "password": zoe.check_password("a fine password"),
        "payload": act.payload == PAYLOAD,
        "links": (act.actor_id, act.on_behalf_of_id) == (zoe.id, BIG_ID),
        "jobs": Job.objects.filter(kind="t.job").count() == 2,
        "nulls": Job.objects.filter(kind="t.job", result__isnull=True).count() == 1,
        "ledger": not [each for team in Team.objects.all() for each in differences(team)],
        "left out": not any(m.objects.exists() for m in (Attempt, SignInLink, Receipt)),
    }
    return [fact for fact, true in holds.items() if not true]


def more():
    """One person more, as the database numbers them; prints the number."""
    from accounts.models import User  # noqa: PLC0415

    return User.objects.create(name="Next", email="next@example.org", joined_at=AT).pk


def many():
    """Enough rows for a backup to take its time."""
    from acts.models import Act  # noqa: PLC0415

    Act.objects.bulk_create(
        (Act(name="many", payload=PAYLOAD, at=AT) for _ in range(20_000)), batch_size=2_000
    )


def write(stop: str):
    """Pairs of rows, each pair in one transaction, until a file appears; prints how many."""
    from django.db import transaction  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415
    from acts.models import Act  # noqa: PLC0415

    count = 0
    while not Path(stop).exists():
        with transaction.atomic():
            Act.objects.create(name="pair", payload={"n": count}, at=AT)
            User.objects.create(name="pair", email=f"pair-{count}@example.org", joined_at=AT)
        count += 1
        Path(stop).with_name("count").write_text(str(count))
    return count


def nul():
    """A character that SQLite takes and PostgreSQL does not."""
    from accounts.models import User  # noqa: PLC0415

    User.objects.create(name="a\0b", email="nul@example.org", joined_at=AT)


if __name__ == "__main__":
    django.setup()
    errand, *arguments = sys.argv[1:]
    print(json.dumps(globals()[errand](*arguments)))
