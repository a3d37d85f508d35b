"""The eye that watches locks sees what is held out of order."""

import pytest

from tests.lock_order import _note

pytestmark = pytest.mark.pure

ONE = 'SELECT * FROM "teams_team" WHERE "teams_team"."id" = %s FOR NO KEY UPDATE'
SOME = 'SELECT * FROM "teams_team" WHERE "teams_team"."id" IN (%s, %s)'
IN_ORDER = f'{SOME} ORDER BY "teams_team"."id" ASC FOR UPDATE'
A_MATCH = 'SELECT * FROM "matches_match" WHERE "matches_match"."id" = %s FOR UPDATE'


@pytest.mark.parametrize(
    ("statements", "faults"),
    [
        ([(A_MATCH, (9,)), (ONE, (1,)), (ONE, (2,)), (ONE, (1,))], 0),
        ([(IN_ORDER, (2, 1)), (ONE, (1,))], 0),
        ([(ONE, (2,)), (ONE, (1,))], 1),
        ([(f"{SOME} FOR UPDATE", (1, 2))], 1),
        ([(ONE, (1,)), (A_MATCH, (9,))], 1),
    ],
)
def test_finds_what_is_out_of_order(statements, faults):
    held, wrong = {}, []
    for sql, params in statements:
        _note(sql, params, held, wrong)
    assert len(wrong) == faults
