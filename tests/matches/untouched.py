"""The correction of a match, sent as it came: nothing was changed, so nothing may differ."""

from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.models import Match
from matches.reading import matches
from tests.competition.filling import Sheet

LOOK = ["look"]


def confirmed(league):
    """Every match of a league that could be corrected."""
    return matches().filter(league=league).exclude(confirmed_at=None)


def sampled(match):
    """Somebody who may look at it: by turns whoever runs the league, and either coach."""
    people = [match.league.memberships.get(role="commissioner").user]
    people += [
        row.team.tenures.filter(until=None).first().coach.user
        for row in match.sides.order_by("side")
    ]
    return [people[match.pk % len(people)]]


def differing(match, *people):
    """What an untouched form, and the API's own answers sent back, would change."""
    found = []
    for person in people:
        browser, program = Client(), APIClient()
        browser.force_login(person)
        program.force_authenticate(person)
        found += _on_the_page(browser, match)
        found += _through_the_api(program, match)
    return found


def _on_the_page(client, match: Match):
    address = reverse("matches:correct", args=[match.uuid])
    page = client.get(address, {"anew": "1"})
    paper = next(
        each for each in Sheet(page.content.decode()).forms if ("do", "look") in each.buttons
    )
    answer = client.post(address, paper.told | {"do": LOOK})
    correction = answer.context["correction"]
    edits = correction.replay.edits
    problems = [
        edits.report and "another report",
        edits.taps,
        {place: given for place, given in edits.answers.items() if given},
        answer.context["reasons"],
        correction.conflicts,
        [change.title for side in answer.context["differences"] for change in side.changes],
        answer.status_code != 200 and answer.status_code,
        correction.changes and "changes",
        "Nothing is different from what stands." not in answer.content.decode() and "the page",
    ]
    return [("page", match.uuid, each) for each in problems if each]


def _through_the_api(client, match: Match):
    shown = client.get(reverse("api-match", args=[match.uuid])).data
    answers = []
    for step in shown["steps"]:
        told = client.get(step["address"]).data
        answers += [
            {"side": step["side"], "step": step["step"], **{k: each[k] for k in ("key", "value")}}
            for each in told["answered"]
        ]
    report = client.get(reverse("api-report", args=[match.uuid])).data
    ending = {what: report[what] for what in ("ending", "before_set_up", "could_field", "shots")}
    ending["side"] = report["decided_for"] or report["conceded_by"]
    if report["rerolls"] is not None:
        ending["rerolls"] = report["rerolls"]
    wish = {
        "answers": answers,
        "ending": ending,
        "crowd": {side: shown[side]["crowd"] for side in ("home", "away")},
        "score": {side: shown[side]["score"] for side in ("home", "away")},
    }
    address = reverse("api-correction-preview", args=[match.uuid])
    answer = client.post(address, wish, format="json")
    if answer.status_code != 200:
        return [("API", match.uuid, answer.data)]
    told = answer.data
    stands = client.post(address, {}, format="json").data
    otherwise = [told[what] for what in ("changes", "conflicts", "asks") if told[what]]
    otherwise += ["another wish"] if told["seen"] != stands["seen"] else []
    return [("API", match.uuid, each) for each in otherwise]
