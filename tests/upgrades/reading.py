"""What an upgraded site holds, as one JSON object: `python -m tests.upgrades.reading`."""

import json
from http import HTTPStatus

import django

NAME = "Simulated league 7"
OF_A_LEAGUE = ("", "standings/", "fixtures/", "matches/", "honours/", "rules/")
OF_A_TEAM = ("", "ledger/", "roster.pdf")
OF_A_MATCH = ("", "live/")


def digests():
    """The digest of each league that played itself, by its edition."""
    from league.models import League  # noqa: PLC0415
    from league.queries import current_season  # noqa: PLC0415
    from simulator.digests import digest  # noqa: PLC0415

    return {
        current_season(league).pin.catalogue.edition: digest(league)[:16]
        for league in League.objects.filter(name=NAME)
    }


def unanswered():
    """Each page that does not answer, of what a visitor may read of these leagues."""
    from django.test import Client  # noqa: PLC0415

    from league.models import League  # noqa: PLC0415
    from matches.models import Match  # noqa: PLC0415
    from teams.models import Team  # noqa: PLC0415

    leagues = League.objects.filter(name=NAME)
    addresses = [f"leagues/{each.uuid}/{part}" for each in leagues for part in OF_A_LEAGUE]
    teams = Team.objects.filter(league__in=leagues)
    addresses += [f"teams/{each.uuid}/{part}" for each in teams for part in OF_A_TEAM]
    matches = Match.objects.filter(league__in=leagues)
    addresses += [f"matches/{each.uuid}/{part}" for each in matches for part in OF_A_MATCH]
    programs = [f"api/v1/leagues/{each.uuid}/" for each in leagues]
    programs += [f"api/v1/teams/{each.uuid}/" for each in teams]
    programs += [f"api/v1/matches/{each.uuid}/" for each in matches]
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    answers = {each: client.get(f"/{each}").status_code for each in addresses + programs}
    return {each: status for each, status in answers.items() if status != HTTPStatus.OK}


if __name__ == "__main__":
    django.setup()
    print(json.dumps({"digests": digests(), "unanswered": unanswered()}))
