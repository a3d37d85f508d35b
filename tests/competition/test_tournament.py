"""A tournament's day: people pasted and checked in, rounds paired, mended, started and clocked."""

from datetime import timedelta

import pytest
from django.db.models import Q

from acts.failures import Forbidden, Refused
from competition.commands.outcomes import Score
from competition.commands.score_sheet import enter_scores
from competition.commands.tournament import (
    add_entrant,
    check_in,
    check_out,
    look_at_list,
    paste_entrants,
)
from competition.commands.tournament_rounds import (
    add_minutes,
    pair_next,
    set_clock,
    start_round,
    start_tournament,
    stop_clock,
    swap_players,
)
from competition.models import Entry, Fixture, Round, Stage
from competition.queries.tournament import (
    out_of_step,
    tables_in,
    tournament_for,
    worth_knowing,
)
from tests.conftest import NOW

SIX = "Anna\tKettle\nBert\tKettle\nCleo\tAnchor\nDirk\tAnchor\nEdda\tBridge\nFinn\tBridge"


@pytest.fixture
def otto(make_user):
    return make_user("Otto")


@pytest.fixture
def paste(marta, season):
    return lambda text: paste_entrants(actor=marta, season=season, text=text, now=NOW)


@pytest.fixture
def day(plan, paste):
    """A Swiss of three rounds with six people, not begun."""
    paste(SIX)
    return plan("Cup", "swiss", swiss_rounds=3)


def begin(marta, stage):
    start_tournament(actor=marta, stage=stage, now=NOW)
    return Stage.objects.select_related("season__league").get(pk=stage.pk)


def named(season, *names):
    return list(Entry.objects.filter(season=season, name__in=names).order_by("name"))


def codes(refused):
    return [(reason.subject, reason.code) for reason in refused.value.reasons]


def pairs(of):
    rows = of.fixtures.select_related("home", "away").order_by("number")
    return [{str(each.home), str(each.away) if each.away else None} for each in rows]


def play(marta, of):
    """Start a round, and home wins everywhere."""
    of = Round.objects.select_related("stage__season__league").get(pk=of.pk)
    start_round(actor=marta, of=of, minutes=0, now=NOW)
    open_ = of.fixtures.filter(state=Fixture.State.OPEN)
    scores = {fixture.pk: Score((1, 0)) for fixture in open_}
    enter_scores(actor=marta, of=of, scores=scores, now=NOW)


class TestAPastedList:
    @pytest.mark.parametrize("mark", ["\t", ",", ";"])
    def test_has_any_mark_between_columns(self, paste, mark):
        (anna,) = paste(mark.join(["Anna", "Kettle", "Wood Elves", "77"]))
        assert (anna.name, anna.club, anna.race, anna.number) == ("Anna", "Kettle", "wood-elf", 77)
        assert anna.state == Entry.State.ACCEPTED
        assert anna.team is None

    def test_may_have_another_mark_in_every_line(self, paste):
        entries = paste("Anna\tKettle\nBert, Anchor\nCleo; Bridge")
        told = [(entry.name, entry.club) for entry in entries]
        assert told == [("Anna", "Kettle"), ("Bert", "Anchor"), ("Cleo", "Bridge")]

    def test_may_name_its_columns(self, paste):
        (anna,) = paste("NAF no;Race;Coach;Shirt\n#12;orc;Anna;XL")
        assert (anna.name, anna.club, anna.race, anna.number) == ("Anna", "", "orc", 12)

    def test_takes_names_alone_and_gives_free_numbers(self, paste):
        paste("Zoe,,,2")
        made = paste('"Nell, the younger",Bridge\n\nBert,,,1\nCleo')
        assert [(each.name, each.number) for each in made] == [
            ("Nell, the younger", 3),
            ("Bert", 1),
            ("Cleo", 4),
        ]

    def test_is_refused_whole_with_every_fault_at_its_line(self, paste, season):
        paste("Zoe,,,5")
        with pytest.raises(Refused) as refused:
            paste(f"Anna,,Wod Elf\nanna,,,5\nzoe,,,x\n{'y' * 61},,,7\n,Club,orc,7")
        assert codes(refused) == [
            ("1.race", "no_such_race"),
            ("2.name", "twice"),
            ("2.number", "number_taken"),
            ("3.number", "no_number"),
            ("3.name", "entered_already"),
            ("4.name", "too_long"),
            ("4.number", "number_twice"),
            ("5.name", "blank"),
            ("5.number", "number_twice"),
        ]
        assert "Is it Wood Elf?" in refused.value.reasons[0].message
        assert season.entries.count() == 1

    @pytest.mark.parametrize("text", ["", " \n\t\n", "name,club"])
    def test_of_nobody_is_refused(self, paste, text):
        with pytest.raises(Refused) as refused:
            paste(text)
        assert codes(refused) == [("text", "nobody_on_list")]

    def test_has_two_hundred_lines_at_most(self, paste):
        assert len(paste("\n".join(f"P{n}" for n in range(200)))) == 200
        with pytest.raises(Refused) as refused:
            paste("\n".join(f"Q{n}" for n in range(201)))
        assert codes(refused) == [("text", "too_many_lines")]

    @pytest.mark.parametrize("text", ['"Anna', "An\x00na", "a,b,c,d,e", "٣,,,٣", "A,,,0"])
    def test_of_nonsense_is_refused_or_taken_but_never_breaks(self, season, text):
        for line in look_at_list(season, text):
            assert line.name or line.faults

    def test_is_for_whoever_runs_the_league(self, season, otto):
        with pytest.raises(Forbidden):
            paste_entrants(actor=otto, season=season, text="Anna", now=NOW)


class TestCheckIn:
    def test_only_who_is_here_is_paired(self, day, marta, season):
        check_in(actor=marta, season=season, people=named(season, "Anna", "Cleo", "Edda"), now=NOW)
        first = begin(marta, day).rounds.get()
        assert set().union(*pairs(first)) == {"Anna", "Cleo", "Edda", None}

    def test_everybody_is_paired_while_nobody_is_checked_in(self, day, marta):
        assert len(set().union(*pairs(begin(marta, day).rounds.get()))) == 6

    def test_a_late_one_joins_with_the_next_round(self, day, marta, season):
        stage = begin(marta, day)
        play(marta, stage.rounds.get())
        season.refresh_from_db()
        late = add_entrant(actor=marta, season=season, name="Greta", race="Orcs", now=NOW)
        assert stage.places.get(entry=late).from_round == 2
        assert late.number == 7
        second = pair_next(actor=marta, stage=stage, now=NOW)
        assert set().union(*pairs(second)) >= {"Greta", "Anna", "Bert", "Cleo", "Dirk", "Edda"}
        assert stage.rounds.get(number=1).state == Round.State.CLOSED
        assert stage.standings.get(entry=late).points == 0

    def test_one_added_while_nobody_is_counted_does_not_play_alone(self, day, marta, season):
        add_entrant(actor=marta, season=season, name="Greta", now=NOW)
        assert len(set().union(*pairs(begin(marta, day).rounds.get()))) == 8
        assert not season.entries.filter(checked_in_at=None).exists()

    def test_in_a_swiss_begun_without_it_whoever_plays_is_here(self, day, marta, season, start):
        stage = start(day)
        play(marta, stage.rounds.get())
        add_entrant(actor=marta, season=season, name="Greta", now=NOW)
        assert len(set().union(*pairs(pair_next(actor=marta, stage=stage, now=NOW)))) == 8

    def test_who_goes_is_out_and_may_come_back(self, day, marta, season):
        check_in(actor=marta, season=season, people=season.entries.all(), now=NOW)
        stage = begin(marta, day)
        play(marta, stage.rounds.get())
        gone = named(season, "Anna", "Bert")
        check_out(actor=marta, season=season, people=gone, now=NOW)
        second = pair_next(actor=marta, stage=stage, now=NOW)
        assert set().union(*pairs(second)).isdisjoint({"Anna", "Bert"})
        assert stage.standings.count() == 6
        play(marta, second)
        check_in(actor=marta, season=season, people=gone, now=NOW)
        third = pair_next(actor=marta, stage=stage, now=NOW)
        assert {"Anna", "Bert"} <= set().union(*pairs(third))
        assert stage.places.count() == 6

    def test_somebody_added_has_every_fault_at_its_field(self, day, marta, season):
        with pytest.raises(Refused) as refused:
            add_entrant(actor=marta, season=season, name="anna", race="x", number="-", now=NOW)
        assert {subject for subject, _code in codes(refused)} == {"name", "race", "number"}

    def test_nobody_left_to_be_paired_is_a_sentence(self, day, marta, season):
        check_in(actor=marta, season=season, people=season.entries.all(), now=NOW)
        stage = begin(marta, day)
        left = season.entries.exclude(name="Anna")
        check_out(actor=marta, season=season, people=left, now=NOW)
        with pytest.raises(Refused) as refused:
            pair_next(actor=marta, stage=stage, now=NOW)
        assert codes(refused)[0][1] == "too_few_teams"

    def test_is_for_whoever_runs_the_league(self, season, otto):
        for command in (check_in, check_out):
            with pytest.raises(Forbidden):
                command(actor=otto, season=season, people=[], now=NOW)


class TestPairing:
    def test_keeps_club_mates_apart_in_the_first_round(self, day, marta):
        stage = begin(marta, day)
        day = tournament_for(marta, stage.uuid)
        assert worth_knowing(day, day.last, tables_in(day, day.last)) == []

    def test_says_what_could_not_be_avoided(self, paste, plan, marta):
        paste("Anna,Kettle\nBert,kettle")
        stage = begin(marta, plan("Cup", "swiss", swiss_rounds=2))
        day = tournament_for(marta, stage.uuid)
        (said,) = worth_knowing(day, day.last, tables_in(day, day.last))
        assert "are of one club" in said
        play(marta, day.last)
        pair_next(actor=marta, stage=stage, now=NOW)
        day = tournament_for(marta, stage.uuid)
        (said,) = worth_knowing(day, day.last, tables_in(day, day.last))
        assert "meet again. Meetings so far: 1." in said

    def test_is_done_anew_until_the_round_starts(self, day, marta):
        stage = begin(marta, day)
        seen = {str(pairs(stage.rounds.get()))}
        for _again in range(8):
            seen.add(str(pairs(pair_next(actor=marta, stage=stage, now=NOW))))
        assert len(seen) > 1
        start_round(actor=marta, of=stage.rounds.get(), minutes=0, now=NOW)
        with pytest.raises(Refused):
            pair_next(actor=marta, stage=stage, now=NOW)

    def test_the_job_that_makes_fixtures_leaves_it_alone(self, day, marta, run_jobs):
        stage = begin(marta, day)
        before = pairs(stage.rounds.get())
        run_jobs()
        assert pairs(stage.rounds.get()) == before

    def test_says_who_is_out_of_step(self, day, marta, season):
        check_in(actor=marta, season=season, people=season.entries.all(), now=NOW)
        stage = begin(marta, day)
        check_out(actor=marta, season=season, people=named(season, "Anna"), now=NOW)
        add_entrant(actor=marta, season=season, name="Greta", now=NOW)
        seen = tournament_for(marta, stage.uuid)
        assert out_of_step(seen, seen.last, tables_in(seen, seen.last)) == [
            "Paired, but not here: Anna.",
            "Here, but not paired: Greta.",
        ]


class TestASwap:
    def swap(self, marta, of, one, other):
        return swap_players(actor=marta, of=of, one=one, other=other, now=NOW)

    def test_changes_two_places(self, day, marta):
        first = begin(marta, day).rounds.get()
        a, b, *_rest = first.fixtures.order_by("number")
        self.swap(marta, first, a.home, b.away)
        after = [(each.home, each.away) for each in first.fixtures.order_by("number")]
        assert after[:2] == [(b.away, a.away), (b.home, a.home)]

    def test_takes_the_bye_too(self, paste, plan, marta):
        paste("Anna\nBert\nCleo")
        stage = begin(marta, plan("Cup", "swiss"))
        first = stage.rounds.get()
        match, bye = first.fixtures.order_by("number")
        self.swap(marta, first, match.away, bye.home)
        swapped, free = first.fixtures.order_by("number")
        assert (swapped.away, free.home) == (bye.home, match.away)
        assert (swapped.state, free.state) == (Fixture.State.OPEN, Fixture.State.BYE)

    def test_in_one_match_changes_sides(self, day, marta):
        first = begin(marta, day).rounds.get()
        match = first.fixtures.first()
        self.swap(marta, first, match.home, match.away)
        fresh = first.fixtures.get(pk=match.pk)
        assert (fresh.home, fresh.away) == (match.away, match.home)

    def test_gives_whoever_plays_no_other_opponent(self, enter_team, plan, season, *, marta, coach):
        for name in ("Anna", "Bert", "Cleo"):
            enter_team(f"{name}s", actor=coach(name))
        own = enter_team("House Eleven", actor=marta)
        first = begin(marta, plan("Cup", "swiss", swiss_rounds=2)).rounds.get()
        hers = first.fixtures.get(Q(home=own) | Q(away=own))
        others = first.fixtures.exclude(pk=hers.pk).get()
        theirs = hers.away if hers.home == own else hers.home
        for one in (own, theirs):
            with pytest.raises(Forbidden) as refused:
                self.swap(marta, first, one, others.home)
            assert "deputy" in str(refused.value)
        self.swap(marta, first, own, theirs)
        self.swap(coach("Dora", role="deputy"), first, theirs, others.home)
        hers.refresh_from_db()
        assert {hers.home, hers.away} == {own, others.home}

    def test_is_refused_once_the_round_has_begun(self, day, marta):
        first = begin(marta, day).rounds.get()
        match = first.fixtures.first()
        start_round(actor=marta, of=first, minutes=0, now=NOW)
        with pytest.raises(Refused) as refused:
            self.swap(marta, first, match.home, match.home)
        assert [code for _subject, code in codes(refused)] == ["round_begun", "same_twice"]

    def test_is_for_those_in_the_round(self, day, marta, season):
        first = begin(marta, day).rounds.get()
        late = add_entrant(actor=marta, season=season, name="Greta", now=NOW)
        with pytest.raises(Refused) as refused:
            self.swap(marta, first, first.fixtures.first().home, late)
        assert codes(refused) == [("other", "not_paired")]


class TestTheClock:
    @pytest.fixture
    def first(self, day, marta):
        first = begin(marta, day).rounds.get()
        return start_round(actor=marta, of=first, minutes=120, now=NOW)

    def test_starts_with_its_round(self, first):
        assert first.state == Round.State.OPEN
        assert (first.clock_from, first.clock_minutes) == (NOW, 120)

    def test_gets_minutes_added_and_is_stopped(self, first, marta):
        version = Stage.objects.get(pk=first.stage_id).version
        later = NOW + timedelta(minutes=30)
        assert add_minutes(actor=marta, of=first, minutes=10, now=later).clock_minutes == 130
        assert stop_clock(actor=marta, of=first, now=later).clock_from is None
        assert Stage.objects.get(pk=first.stage_id).version == version + 2
        again = set_clock(actor=marta, of=first, minutes=15, now=later)
        assert (again.clock_from, again.clock_minutes) == (later, 15)

    def test_that_has_run_out_gets_its_minutes_from_now(self, first, marta):
        late = NOW + timedelta(minutes=150)
        assert add_minutes(actor=marta, of=first, minutes=5, now=late).clock_minutes == 155

    @pytest.mark.parametrize("minutes", [-1, 0, 601])
    def test_has_sensible_minutes(self, first, marta, minutes):
        with pytest.raises(Refused) as refused:
            set_clock(actor=marta, of=first, minutes=minutes, now=NOW)
        assert codes(refused) == [("minutes", "out_of_range")]

    def test_is_a_running_rounds(self, day, marta):
        first = begin(marta, day).rounds.get()
        with pytest.raises(Refused) as refused:
            add_minutes(actor=marta, of=first, minutes=5, now=NOW)
        assert [code for _subject, code in codes(refused)] == ["round_not_open", "no_clock"]
