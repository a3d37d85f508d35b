"""Whoever is dead or out does nothing more in a match, in whatever order it is entered."""

import pytest

from acts.failures import Refused
from matches.commands.correcting import look_at_correction
from matches.commands.totals import Totals, enter_totals
from matches.models import Match
from tests.conftest import NOW
from tests.matches.playing import give, open_runs
from tests.stories.conftest import AWAY, HOME, tap

pytestmark = pytest.mark.pure

DEAD, OUT, BADLY_HURT = 61, 45, 22


@pytest.fixture
def on(story):
    return story.between().begin()


def hurt(story, player, **data):
    return tap("casualty", HOME, player=player, how="unknown", **data)


def codes(refused):
    return [(each.code, each.subject) for each in refused.value.reasons]


def refuses(story, *taps):
    with pytest.raises(Refused) as refused:
        story.happens(*taps)
    return codes(refused)


class TestTaps:
    @pytest.mark.parametrize(
        ("rolled", "code"),
        [(DEAD, "dead_by_then"), (OUT, "off_the_pitch"), (BADLY_HURT, "off_the_pitch")],
    )
    def test_dice_before_the_deed_and_after_it(self, on, rolled, code):
        player = on.keys(HOME)[0]
        casualty, score = (
            hurt(on, player, answers={"": rolled}),
            tap("touchdown", HOME, player=player),
        )
        assert refuses(on, casualty, score) == [(code, str(score.uuid))]
        casualty = hurt(on, player)
        on.happens(casualty)
        assert refuses(on, score) == [("dice_first", str(score.uuid))]
        dice = tap("dice", of=str(casualty.uuid), answers={"": rolled})
        # A phone that was offline sends all of it at once.
        assert refuses(on, score, dice) == [(code, str(score.uuid))]
        on.happens(score := tap("touchdown", HOME, player=on.keys(HOME)[1]), dice)
        assert on.match.taps.count() == 3

    def test_every_kind_of_deed(self, on):
        player = on.keys(HOME)[0]
        on.happens(hurt(on, player, answers={"": DEAD}))
        block = tap("casualty", AWAY, player=on.keys(AWAY)[0], how="block", by=player)
        again = hurt(on, player)
        for late in (
            *(tap(kind, HOME, player=player) for kind in ("completion", "interception")),
            block,
            again,
        ):
            assert ("dead_by_then", str(late.uuid)) in refuses(on, late)
        # The referee sends a Secret Weapon off from whatever box it is in.
        on.happens(tap("sent-off", HOME, player=player))

    def test_two_who_go_down_together_hurt_each_other_in_either_order(self, on):
        ours, theirs = on.keys(HOME)[0], on.keys(AWAY)[0]
        on.happens(
            tap("casualty", HOME, player=ours, how="block", by=theirs, answers={"": DEAD}),
            tap("casualty", AWAY, player=theirs, how="block", by=ours, answers={"": OUT}),
        )

    def test_the_apothecarys_patient_comes_back(self, on):
        player = on.keys(HOME)[0]
        patched = {"": DEAD, "apothecary/roll": BADLY_HURT, "apothecary/kept": str(BADLY_HURT)}
        casualty = hurt(on, player, treated="apothecary", answers=patched)
        on.happens(casualty, tap("touchdown", HOME, player=player))
        # What brought the scorer back may be taken back, and keeps the report back then.
        on.happens(tap("void", of=str(casualty.uuid)))
        on.happens(open_again := hurt(on, player), tap("completion", HOME))
        dead = tap("dice", of=str(open_again.uuid), answers={"": DEAD})
        assert refuses(on, dead, tap("completion", HOME, player=player))

    def test_whoever_came_before_a_casualty_says_so(self, on):
        player = on.keys(HOME)[0]
        casualty = hurt(on, player, answers={"": DEAD})
        late = tap("touchdown", HOME, player=player, before=str(casualty.uuid))
        on.happens(casualty, late).ends().afterwards()
        assert on.match.reports.get().data["deeds"][HOME] == {player: {"touchdown": 1}}

    def test_the_servers_dice_are_not_thrown_until_they_suit(self, on):
        player = on.keys(HOME)[0]
        casualty = hurt(on, player)
        dice = tap("dice", of=str(casualty.uuid), roll=[""])
        batch = (casualty, tap("touchdown", HOME, player=player), dice)
        assert refuses(on, *batch) == [("seen_again", str(dice.uuid))]


class TestOtherwise:
    def test_totals_put_deeds_before_the_casualty(self, on, marta):
        player = on.keys(HOME)[0]
        on.happens(hurt(on, player, answers={"": DEAD}))
        totals = Totals({HOME: {player: {"touchdown": 2}}}, [])
        match = Match.objects.get(pk=on.match.pk)
        enter_totals(actor=marta, match=match, revision=match.revision, totals=totals, now=NOW)
        on.ends().afterwards()
        assert on.match.reports.get().data["score"] == {HOME: 2, AWAY: 0}

    def test_a_correction_neither_kills_a_scorer_nor_brings_the_dead_back(self, on, marta):
        player, *_others, other = on.keys(HOME)[:7]
        patched = {"": DEAD, "apothecary/roll": BADLY_HURT, "apothecary/kept": str(BADLY_HURT)}
        on.happens(
            hurt(on, player, treated="apothecary", answers=patched),
            tap("touchdown", HOME, player=player),
            hurt(on, other, answers={"": OUT}),
        )
        on.ends().afterwards()
        key = f"casualty/home/{player}/1/apothecary/kept"
        seen = look_at_correction(
            actor=marta, match=on.match, answers={("", "report"): {key: str(DEAD)}}
        )
        assert [each.code for each in seen.conflicts] == ["dead-by-then"]
        # When it was nobody says in a correction: the deed came before.
        more = tap("completion", HOME, player=other)
        seen = look_at_correction(actor=marta, match=on.match, taps=[more])
        assert seen.changes
        assert seen.conflicts == []

    def test_dice_that_are_told_otherwise_after_the_match(self, on, marta):
        player = on.keys(HOME)[0]
        patched = {"": DEAD, "apothecary/roll": BADLY_HURT, "apothecary/kept": str(BADLY_HURT)}
        on.happens(
            hurt(on, player, treated="apothecary", answers=patched),
            tap("touchdown", HOME, player=player),
            hurt(on, on.keys(HOME)[1]),
        ).ends()
        (run,) = open_runs(on.match)
        with pytest.raises(Refused) as refused:
            give(run, marta, {f"casualty/home/{player}/1/apothecary/kept": str(DEAD)})
        assert [each.code for each in refused.value.reasons] == ["dead-by-then"]

    def test_a_score_told_otherwise_keeps_its_place(self, on, marta):
        """Nobody is given a touchdown that fell after they had left the pitch."""
        first, dead, scorer = on.keys(HOME)[:3]
        early, late = (tap("touchdown", HOME, player=scorer) for _half in range(2))
        on.happens(early, hurt(on, dead, answers={"": DEAD}), late).ends().afterwards()

        def told(of, player):
            taps = [tap("void", of=str(of.uuid)), tap("touchdown", HOME, player=player)]
            return look_at_correction(actor=marta, match=on.match, taps=taps)

        assert told(early, dead).changes
        assert told(late, first).changes
        with pytest.raises(Refused) as refused:
            told(late, dead)
        assert [each.code for each in refused.value.reasons] == ["dead_by_then"]
