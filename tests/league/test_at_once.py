"""Many hands at the same moment: the last use is taken once, and a league has one commissioner."""

from threading import Barrier, Event, Thread
from time import sleep

import pytest
from django.db import connection
from django.utils import timezone

from accounts.commands.deletion import delete_account
from accounts.commands.proof import Proof
from accounts.hooks import AccountDeletion
from acts.failures import Failure
from league.commands.house_rules import change_house_rules
from league.commands.invitations import invite, invite_to_place
from league.commands.members import accept_invitation, add_coach_by_name, hand_over
from league.models import Membership, Role, RulesPin
from league.queries import current_season
from tests.league.conftest import place_of
from tests.lock_order import held_in_order

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds):
    """Everything begins at the same moment; gives what came of each, a failure as its code. What
    is no failure is an error here too, as are rows held out of order."""
    start, came_of, errors = Barrier(len(deeds)), [None] * len(deeds), []

    def carry_out(number, deed):
        try:
            start.wait()
            with held_in_order():
                came_of[number] = deed()
        except Failure as failure:
            came_of[number] = failure.reasons[0].code
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    hands = [Thread(target=carry_out, args=each) for each in enumerate(deeds)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert not errors, errors
    return came_of


def test_the_last_use_of_a_link_lets_one_in(league, marta, make_user):
    now = timezone.now()
    _made, secret = invite(actor=marta, league=league, uses=1, now=now)
    people = [make_user(f"Coach {number}") for number in range(6)]
    came_of = at_once(
        *(
            lambda person=person: accept_invitation(actor=person, secret=secret, now=now)
            for person in people
        )
    )
    assert sorted(map(str, came_of)).count("invitation_over") == 5
    assert league.memberships.filter(until=None).count() == 2


def test_whoever_follows_two_links_at_once_comes_in_once(league, marta, make_user):
    now = timezone.now()
    secrets = [invite(actor=marta, league=league, now=now)[1] for _ in range(4)]
    jonas = make_user("Jonas")
    came_of = at_once(
        *(
            lambda secret=secret: accept_invitation(actor=jonas, secret=secret, now=now)
            for secret in secrets
        )
    )
    assert set(came_of) == {jonas.memberships.get()}


def test_a_place_is_claimed_by_one(league, marta, make_user):
    now = timezone.now()
    tom = add_coach_by_name(actor=marta, league=league, name="Old Tom", now=now)
    secrets = [invite_to_place(actor=marta, membership=tom, now=now)[1] for _ in range(4)]
    people = [make_user(f"Coach {number}") for number in range(4)]
    came_of = at_once(
        *(
            lambda person=person, secret=secret: accept_invitation(
                actor=person, secret=secret, now=now
            )
            for person, secret in zip(people, secrets, strict=True)
        )
    )
    assert sum(isinstance(each, Membership) for each in came_of) == 1
    tom.refresh_from_db()
    assert tom.user in people
    assert league.memberships.filter(until=None).count() == 2


def test_a_league_is_handed_over_once(league, marta, join):
    heirs = [place_of(join(f"Coach {number}"), league) for number in range(4)]
    came_of = at_once(
        *(
            lambda heir=heir: hand_over(actor=marta, membership=heir, now=timezone.now())
            for heir in heirs
        )
    )
    assert sorted(map(str, came_of)) == ["None", *["not_commissioner"] * 3]
    assert league.memberships.filter(role=Role.COMMISSIONER, until=None).count() == 1


def test_a_name_is_entered_once(league, marta):
    came_of = at_once(
        *(
            lambda: add_coach_by_name(
                actor=marta, league=league, name="Old Tom", now=timezone.now()
            )
            for _ in range(4)
        )
    )
    assert sorted(map(str, came_of)) == ["Old Tom", *["name_taken"] * 3]


def test_house_rules_read_at_the_same_moment_are_changed_once(league, marta):
    seen = current_season(league).pin.uuid
    came_of = at_once(
        *(
            lambda points=points: change_house_rules(
                actor=marta,
                league=league,
                house={"points.win": points},
                pin=seen,
                now=timezone.now(),
            )
            for points in (4, 5, 6, 7)
        )
    )
    assert sum(isinstance(each, RulesPin) for each in came_of) == 1
    assert RulesPin.objects.count() == 2


def test_a_league_handed_to_one_who_goes_is_not_orphaned(league, marta, join):
    heir = join("Jonas")
    proof = Proof(client="127.0.0.1", password="a fine password")
    came_of = at_once(
        lambda: hand_over(actor=marta, membership=place_of(heir, league), now=timezone.now()),
        lambda: delete_account(user=heir, proof=proof, now=timezone.now()),
    )
    commissioner = league.memberships.get(role=Role.COMMISSIONER, until=None)
    assert commissioner.user.is_active
    assert [each is None for each in came_of].count(True) == 1


def test_a_league_is_handed_to_one_who_is_just_going(league, marta, join, monkeypatch):
    """The person is held before the place by both, so neither waits for the other for ever."""
    heir, person_is_held = join("Jonas"), Event()
    proof = Proof(client="127.0.0.1", password="a fine password")

    def take_time(_deletion):
        person_is_held.set()
        sleep(0.5)
        return []

    rooms = [take_time, *AccountDeletion.receivers]
    monkeypatch.setattr(AccountDeletion, "receivers", rooms)

    def go():
        delete_account(user=heir, proof=proof, now=timezone.now())

    def hand():
        person_is_held.wait()
        hand_over(actor=marta, membership=place_of(heir, league), now=timezone.now())

    assert at_once(go, hand) == [None, "membership_over"]
