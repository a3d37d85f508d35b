"""A league leaves with its data: one file, into an empty site, and nothing is lost."""

import json
import zipfile
from io import BytesIO

import pytest

from accounts.models import User
from competition.commands.entries import register_team
from competition.commands.planning import plan_stage
from competition.commands.results import Score, enter_score
from competition.commands.starting import start_stage
from jobs import runner
from jobs.failures import Forbidden, Refused
from jobs.models import Act
from league.models import League, Membership
from league.queries import current_season
from press.demo import make_demo_league
from press.league_file.reading import import_league
from press.league_file.writing import export_league
from press.purging import purge_league
from teams.models import Team
from teams.verifying import differences
from tests.conftest import NOW


@pytest.fixture
def full(marta):
    """Six teams that have played, in a season with a table."""
    league = make_demo_league(founder=marta, now=NOW)
    season = current_season(league)
    for team in Team.objects.filter(league=league):
        register_team(actor=marta, season=season, team=team, now=NOW)
    stage = plan_stage(actor=marta, season=season, name="League", format="round-robin", now=NOW)
    start_stage(actor=marta, stage=stage, now=NOW)
    runner.run_due(now=NOW)
    for fixture in stage.fixtures.filter(round__number=1).select_related("stage__season__league"):
        enter_score(actor=marta, fixture=fixture, score=Score((2, 1), (1, 0)), now=NOW)
    return league


def exported(league, marta):
    file = BytesIO()
    export_league(actor=marta, league=league, into=file, now=NOW)
    file.seek(0)
    return file


def told(file):
    """All that a file says, without the numbers of a site."""
    with zipfile.ZipFile(file) as opened:
        return {
            name: sorted(_plain(json.loads(line)) for line in opened.read(name).splitlines())
            for name in opened.namelist()
            if name.startswith("rows/") and "jobs.act" not in name
        }


def _plain(row):
    kept = {
        key: value
        for key, value in row.items()
        if key != "id" and not key.endswith("_id") and key not in ("name", "until", "version")
    }
    return json.dumps(kept, sort_keys=True)


def moved(league, marta, make_user):
    """The league on a site that has never seen it, brought by somebody new."""
    file = exported(league, marta)
    before = told(file)
    purge_league(league=league, now=NOW)
    Act.objects.all().delete()
    User.objects.exclude(pk=marta.pk).delete()
    bringer = make_user("Bringer")
    file.seek(0)
    return import_league(actor=bringer, file=file, now=NOW), bringer, before


class TestRoundTrip:
    def test_nothing_is_lost(self, full, marta, make_user):
        league, bringer, before = moved(full, marta, make_user)
        assert told(exported(league, bringer)) == before
        assert all(not list(differences(team)) for team in league.teams.all())

    def test_whoever_brings_it_runs_it_and_the_others_are_there_by_name(
        self, full, marta, make_user
    ):
        coaches = {str(place) for place in full.memberships.exclude(user=marta)}
        league, bringer, _before = moved(full, marta, make_user)
        lead = league.memberships.get(role="commissioner")
        assert lead.user == bringer
        others = Membership.objects.filter(league=league).exclude(pk=lead.pk)
        assert {place.name for place in others} == coaches
        assert not others.filter(user__isnull=False).exists()

    def test_no_address_travels(self, full, marta):
        with zipfile.ZipFile(exported(full, marta)) as opened:
            everything = b"".join(opened.read(name) for name in opened.namelist())
        assert b"marta@example.org" not in everything


class TestRefusals:
    def refuse(self, bringer, file):
        with pytest.raises(Refused) as refused:
            import_league(actor=bringer, file=file, now=NOW)
        return str(refused.value.reasons[0].message)

    def test_a_league_comes_in_once(self, full, marta):
        assert "already" in self.refuse(marta, exported(full, marta))

    def test_only_the_commissioner_takes_it_along(self, full, make_user):
        with pytest.raises(Forbidden):
            exported(full, make_user("Otto"))

    @pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04 half"])
    def test_what_is_no_league_is_a_sentence(self, marta, data):
        assert "no league" in self.refuse(marta, BytesIO(data))

    def test_a_file_changed_by_hand_stays_out(self, full, marta, make_user):
        file = exported(full, marta)
        purge_league(league=full, now=NOW)
        for forge in (self.richer, self.richer_with_digest):
            assert self.refuse(marta, forge(file))
        assert not League.objects.exists()

    def richer(self, file):
        return self.changed(file, with_digest=False)

    def richer_with_digest(self, file):
        return self.changed(file, with_digest=True)

    def changed(self, file, *, with_digest):
        """The same with a fuller treasury."""
        import hashlib  # noqa: PLC0415

        out = BytesIO()
        with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
            members = {name: old.read(name) for name in old.namelist()}
            teams = [json.loads(line) for line in members["rows/teams.team.jsonl"].splitlines()]
            teams[0]["treasury"] += 1_000_000
            members["rows/teams.team.jsonl"] = b"\n".join(json.dumps(t).encode() for t in teams)
            if with_digest:
                manifest = json.loads(members["league.json"])
                digest = hashlib.sha256(members["rows/teams.team.jsonl"]).hexdigest()
                manifest["members"]["rows/teams.team.jsonl"] = digest
                members["league.json"] = json.dumps(manifest).encode()
            for name, data in members.items():
                new.writestr(name, data)
        out.seek(0)
        return out
