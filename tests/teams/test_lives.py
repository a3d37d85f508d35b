"""Whatever happens to teams, in whatever order: the books stay true after every step."""

import os
from collections import Counter
from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from acts.failures import Conflict, Refused
from acts.recording import record_act
from league.commands.leagues import create_league
from league.models import Membership
from league.queries import current_season
from rules.editions import edition
from rules.engine import effects as e
from rules.engine.rulings import total
from teams import chapters, ledger, projection
from teams.commands.adjusting import adjust_team
from teams.commands.adopting import adopt_team
from teams.commands.drafting import begin_draft, change_draft, finish_draft
from teams.commands.hiring import Word, finish_hiring
from teams.commands.taking_back import take_back
from teams.models import Chapter
from teams.verifying import differences
from tests.conftest import NOW
from tests.teams.adopting import arrival

# More of both in the soak.
LIVES = int(os.environ.get("SOAK_LIVES", "8"))
STEPS = int(os.environ.get("SOAK_STEPS", "25"))
MOST_TEAMS = 2
RACES = ("human", "orc", "skaven", "wood-elf")
SKILLS = ("block", "dodge", "guard", "mighty-blow", "claws")
BOOK = edition("bb2016").book()
VALUE = edition("bb2016").questions["team-value"]
WHY = "So it was."

which = st.integers(0, 30)
race = st.sampled_from(RACES)


def a_draft(race, extra):
    """Eleven of those of whom there are enough, and what the gold allows beside them."""
    many = max(BOOK.race(race).positions.values(), key=lambda each: each.max)
    return {"players": {many.key: 11}, "rerolls": extra % 3, "fan_factor": extra % 5}


class Lives(RuleBasedStateMachine):
    teams = Bundle("teams")

    def __init__(self):
        super().__init__()
        # One life is one transaction, which never happened in the end.
        self.whole = transaction.atomic()
        self.whole.__enter__()
        self.made = []
        self.touched = []

    def teardown(self):
        transaction.set_rollback(True)
        self.whole.__exit__(None, None, None)

    @initialize()
    def found_a_league(self):
        self.actor = User.objects.create(name="Marta", email="m@example.org", joined_at=NOW)
        self.league = create_league(
            actor=self.actor,
            name="The Old Bridge League",
            edition_key="bb2016",
            teams_per_coach=MOST_TEAMS,
            now=NOW,
        )
        self.own = Membership.objects.get(league=self.league)

    # --- how teams come to be

    @precondition(lambda self: len(self.made) < MOST_TEAMS)
    @rule(target=teams, race=race, extra=which)
    def draft(self, race, extra):
        draft = begin_draft(
            actor=self.actor, season=current_season(self.league), race=race, now=NOW
        )
        name = f"Team {len(self.made)}"
        draft = change_draft(
            actor=self.actor, draft=draft, name=name, wish=a_draft(race, extra), now=NOW
        )
        return self.welcome(finish_draft(actor=self.actor, draft=draft, now=NOW))

    def welcome(self, team):
        self.made.append(team)
        self.touched.append(team)
        return team

    @precondition(lambda self: len(self.made) < MOST_TEAMS)
    @rule(
        target=teams,
        race=race,
        squad=st.lists(
            st.tuples(which, st.sets(st.sampled_from(SKILLS), max_size=2), which), max_size=17
        ),
        treasury=st.integers(0, 300_000),
        override=st.booleans(),
    )
    def adopt(self, race, squad, treasury, override):
        positions = [*BOOK.race(race).positions]
        players = [
            {"position": positions[at % len(positions)], "skills": sorted(skills), "extra": points}
            for at, skills, points in squad
        ]
        # By a commissioner's word more than sixteen may come; that is not looked into here.
        coming = arrival(
            f"Team {len(self.made)}",
            race=race,
            players=players[:16] if override else players,
            people=[],
            treasury=treasury,
            staff={},
        )
        limits = all(
            sum(each["position"] == key for each in players) <= position.max
            for key, position in BOOK.race(race).positions.items()
        )
        try:
            team = adopt_team(
                actor=self.actor,
                league=self.league,
                coach=self.own,
                arrival=coming,
                override=override and limits,
                reason=WHY,
                now=NOW,
            )
        except Refused:
            return multiple()
        return self.welcome(team)

    # --- what happens to them

    @rule(team=teams, kind=which, count=st.integers(1, 3), cover=st.booleans())
    def hire(self, team, kind, count, cover):
        positions = [f"hire/{key}" for key in BOOK.race(team.race).positions]
        wares = [*positions, *positions, "reroll", "staff/cheerleader", "staff/apothecary"]
        self.shop(team, {wares[kind % len(wares)]: count}, cover=cover)

    @rule(team=teams, who=which)
    def fire(self, team, who):
        if player := self.somebody(team, who):
            self.shop(team, {f"fire/{player.key}": 1})

    def shop(self, team, basket, cover=False):
        word = Word(reason=WHY, cover=cover)
        self.attempt(
            team,
            lambda: finish_hiring(actor=self.actor, team=team, basket=basket, word=word, now=NOW),
        )

    @rule(
        team=teams,
        who=which,
        hurt=st.sampled_from(["misses", "niggle", "lower", "dies"]),
        name=st.sampled_from(BOOK.catalogue.characteristics),
    )
    def injure(self, team, who, hurt, name):
        player = self.somebody(team, who)
        if player is None:
            return
        effects = {
            "misses": (e.MissesNext(player.key),),
            "niggle": (e.Niggled(player.key), e.MissesNext(player.key)),
            "lower": (e.Lowered(player.key, name), e.MissesNext(player.key)),
            "dies": (e.Earned(player.key, "touchdown", 1), e.Left(player.key, "dead")),
        }[hurt]
        self.play(team, ledger.LedgerEntry("death" if hurt == "dies" else "injury", effects))

    @rule(team=teams, who=which, skill=st.sampled_from(SKILLS))
    def improve(self, team, who, skill):
        contract = self.somebody(team, who)
        if contract is None or skill in contract.player.skills:
            return
        self.play(
            team,
            ledger.LedgerEntry("mvp", (e.Earned(contract.key, "mvp", 2),)),
            ledger.LedgerEntry("improvement", (e.ImprovementOwed(contract.key, "1", [3, 4]),)),
            ledger.LedgerEntry("choice", (e.Improved(contract.key, "1", 20_000, skill=skill),)),
        )

    @rule(team=teams, gold=st.integers(-120_000, 120_000))
    def pay(self, team, gold):
        self.play(team, ledger.LedgerEntry("winnings", (e.Gold(gold, "winnings"),)))

    @rule(
        team=teams,
        who=which,
        change=st.one_of(
            st.fixed_dictionaries({"treasury": st.integers(-80_000, 80_000)}),
            st.fixed_dictionaries({"fan_factor": st.integers(-3, 3)}),
            st.fixed_dictionaries({"rerolls": st.integers(-2, 2)}),
            st.fixed_dictionaries({"points": st.integers(-9, 9)}),
            st.fixed_dictionaries({"skill_given": st.sampled_from(SKILLS)}),
            st.fixed_dictionaries({"skill_taken": st.sampled_from(SKILLS)}),
            st.fixed_dictionaries({"niggles": st.integers(-1, 1)}),
            st.fixed_dictionaries({"misses_next": st.sampled_from(["yes", "no"])}),
            st.fixed_dictionaries({"raised": st.fixed_dictionaries({"st": st.integers(-1, 1)})}),
        ),
        override=st.booleans(),
    )
    def adjust(self, team, who, change, override):
        contract = self.somebody(team, who)
        self.attempt(
            team,
            lambda: adjust_team(
                actor=self.actor,
                team=team,
                change=change,
                player=contract.player.uuid if contract else None,
                override=override,
                reason=WHY,
                now=NOW,
            ),
        )

    @rule(team=teams, back=which, any_kind=st.booleans())
    def take_back(self, team, back, any_kind):
        """Mostly what can be taken back by its kind; now and then the opening, or a match."""
        events = team.events.order_by("-seq")
        if not any_kind:
            events = events.filter(chapter__kind=Chapter.Kind.BETWEEN, reverses=None)
        there = list(events.values_list("seq", flat=True))
        if there:
            seq = there[back % len(there)]
            self.attempt(
                team, lambda: take_back(actor=self.actor, team=team, seq=seq, reason=WHY, now=NOW)
            )

    @rule(team=teams, at=which)
    def correct_a_match(self, team, at):
        """What a correction does: an event of a match reversed, and the present made anew."""
        played = team.events.filter(kind__in=("winnings", "injury", "mvp"), reversed_by=None)
        if event := played.order_by("seq")[at % 5 : at % 5 + 1].first():
            self.attempt(team, lambda: self.reverse(team, event))

    def reverse(self, team, event):
        with transaction.atomic():
            locked = ledger.lock(team)
            act = record_act("tests.correct", actor=None, now=NOW)
            pin = current_season(self.league).pin
            ledger.reverse(locked, [event], act=act, now=NOW, pin=pin)
            ledger.refold(locked, pin=pin, now=NOW)

    def play(self, team, *entries):
        """Something that a match brings, in a chapter of its own."""

        def write():
            with transaction.atomic():
                locked = ledger.lock(team)
                season = current_season(self.league)
                chapter = chapters.open_chapter(locked, Chapter.Kind.MATCH, season=season, now=NOW)
                act = record_act("tests.play", actor=None, now=NOW)
                ledger.record(locked, entries, act=act, chapter=chapter, pin=season.pin, now=NOW)

        self.attempt(team, write)

    def attempt(self, team, act):
        """Done or refused; a refusal leaves everything as it was."""
        self.touched.append(team)
        team.refresh_from_db()
        before = (team.revision, team.treasury, team.value)
        done = False
        with suppress(Refused, Conflict):
            act()
            done = True
        team.refresh_from_db()
        assert done or (team.revision, team.treasury, team.value) == before

    def somebody(self, team, who):
        there = list(team.contracts.filter(until=None).select_related("player"))
        return there[who % len(there)] if there else None

    # --- what holds whatever happens

    @invariant()
    def the_books_are_true(self):
        for team in {team.pk: team for team in self.touched}.values():
            self.touched.clear()
            team.refresh_from_db()
            assert team.treasury >= 0
            assert team.treasury == sum(event.gold for event in ledger.standing_events(team))
            present = projection.read(team).state
            assert len(present.contracted) <= 16
            for key, position in BOOK.race(team.race).positions.items():
                assert present.position_count(key) <= position.max
            assert team.value == total(VALUE.ask(BOOK, VALUE.circumstances(present), {}).because)
            self.look_at_the_departed(team)
            assert [*differences(team)] == []

    def look_at_the_departed(self, team):
        """Whoever is gone has what they earned until then, and nothing of what was taken back."""
        earned = Counter()
        for event in ledger.standing_events(team):
            for effect in ledger.effects_of(event):
                if isinstance(effect, e.Earned):
                    earned[effect.player, effect.award] += effect.times
        gone = team.contracts.exclude(until=None).exclude(ended="voided").select_related("player")
        for contract in gone:
            for award in ("touchdown", "mvp"):
                assert contract.player.awards.get(award, 0) == earned[contract.key, award]


@pytest.mark.django_db
def test_the_books_stay_true_whatever_happens():
    run_state_machine_as_test(
        Lives, settings=settings(max_examples=LIVES, stateful_step_count=STEPS, deadline=None)
    )
