"""Adoptions are in the file with everything about a person: their own, and those they typed."""

import json

from league.models import Membership
from teams.commands.adopting import begin_adoption, change_adoption
from tests.conftest import NOW


def test_the_download_tells_of_adoptions(client, league, marta, make_user):
    bram, vera = make_user("Bram"), make_user("Vera")
    place = Membership.objects.create(league=league, user=bram, role="coach", since=NOW)
    adoption = begin_adoption(actor=marta, league=league, race="orc", coach=place, now=NOW)
    change_adoption(actor=marta, adoption=adoption, sheet={"treasury": "85"}, now=NOW)
    values = {}
    for person in (marta, bram, vera):
        client.force_login(person)
        values[person] = json.loads(client.get("/me/download/").content)["adoptions"]
    assert [each["sheet"] for each in values[marta]] == [{"treasury": "85"}]
    whose = [
        (each["begun_by_you"], each["coached_by_you"]) for each in values[marta] + values[bram]
    ]
    assert whose == [(True, False), (False, True)]
    assert values[vera] == []
