"""What standings found out and schedules complain of, as sentences."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from acts.failures import Reason
from competition.standings.tie_breakers import Above, LowerStrength, Value
from rules.editions import award_declared
from rules.engine import rulings
from rules.engine.lineup import Pitch
from rules.words.labels import TITLES

MEASURES: Mapping[str, str | Promise] = {
    "points": gettext_lazy("Above %(other)s on points: %(mine)s to %(theirs)s."),
    "wins": gettext_lazy("Above %(other)s on wins: %(mine)s to %(theirs)s."),
    "win-rate": gettext_lazy("Above %(other)s on the share won: %(mine)s to %(theirs)s."),
    "opponents": gettext_lazy(
        "Above %(other)s on the strength of opponents, in points: %(mine)s to %(theirs)s."
    ),
    LowerStrength.key: gettext_lazy(
        "Above %(other)s on lower %(strength)s: %(mine)s to %(theirs)s."
    ),
}
PER_MATCH: Mapping[str, str | Promise] = {
    "points": gettext_lazy("Above %(other)s on points per match: %(mine)s to %(theirs)s."),
    "wins": gettext_lazy("Above %(other)s on wins per match: %(mine)s to %(theirs)s."),
}
AWARDS: Mapping[str, str | Promise] = {
    "scorer": gettext_lazy("Top scorer"),
    "killer": gettext_lazy("Most casualties"),
    "passer": gettext_lazy("Most completions"),
    "most-mvps": gettext_lazy("Most MVPs"),
    "best-defence": gettext_lazy("Best defence"),
    "most-brutal": gettext_lazy("Most brutal team"),
    "wooden-spoon": gettext_lazy("Wooden spoon"),
}


def award_title(code: str) -> str:
    """What an award is called that records give; nothing where none is called so."""
    if code in AWARDS:
        return str(AWARDS[code])
    declared = award_declared(code)
    return _(declared.title) if declared else ""


# What the winner had of it; "much" is how it is written, "n" what the plural goes by.
COUNTED: Mapping[str, Any] = {
    "scorer": ngettext_lazy("%(much)s touchdown", "%(much)s touchdowns", "n"),
    "killer": ngettext_lazy("%(much)s casualty", "%(much)s casualties", "n"),
    "passer": ngettext_lazy("%(much)s completion", "%(much)s completions", "n"),
    "most-mvps": ngettext_lazy("%(much)s time", "%(much)s times", "n"),
    "best-defence": ngettext_lazy(
        "%(much)s touchdown conceded a match", "%(much)s touchdowns conceded a match", "n"
    ),
    "most-brutal": ngettext_lazy("%(much)s casualty", "%(much)s casualties", "n"),
    "wooden-spoon": gettext_lazy("place %(much)s"),
}
BRIEFLY: Mapping[str, str | Promise] = {
    "minimum": gettext_lazy("enough matches played"),
    "level": gettext_lazy("level; lots not drawn"),
    "lots": gettext_lazy("level; lots drawn"),
}
NAMES: Mapping[str, str | Promise] = {
    "points": gettext_lazy("points"),
    "wins": gettext_lazy("wins"),
    "win-rate": gettext_lazy("share won"),
    "head-to-head": gettext_lazy("own meetings"),
    "opponents": gettext_lazy("opponents"),
    LowerStrength.key: TITLES[LowerStrength.key],
}


def _is_signed(measure: str) -> bool:
    return measure.endswith(("-difference", "-differences"))


def _counted(measure: str, pitch: Pitch) -> str:
    """What a tie-breaker over tallies compares, in the edition's words."""
    if measure == "both-differences":
        return " + ".join(_(each.difference) for each in pitch.counted)
    of, _dash, kind = measure.rpartition("-")
    tally = next((each for each in pitch.counted if each.key == of), pitch.score)
    if kind == "difference":
        return _(tally.difference)
    if kind == "for":
        return _(tally.scored)
    return _("fewer %(what)s") % {"what": _(tally.conceded)}


def why_above(above: Above, other: str, pitch: Pitch) -> str:
    """Why a row stands above the next, whose name is given; tallies are named as on its pitch."""
    if above.code == "level":
        return _("Level with %(other)s in all that counts. Lots have not been drawn.") % {
            "other": other
        }
    if above.code == "lots":
        return _("Above %(other)s by lots: nothing else told them apart.") % {"other": other}
    if above.code == "minimum":
        return ngettext(
            "Above %(other)s, which has not played the %(n)d match that it takes to be ranked.",
            "Above %(other)s, which has not played the %(n)d matches that it takes to be ranked.",
            int(above.mine),
        ) % {"other": other, "n": int(above.mine)}
    measure = above.measure or above.code
    mine, theirs = _apart(above.mine, above.theirs, signed=_is_signed(measure))
    known = {"other": other, "mine": mine, "theirs": theirs, "teams": len(above.table)}
    if above.code == "head-to-head":
        return _head_to_head(above) % (known | {"what": _(pitch.score.difference)})
    words = (PER_MATCH if above.per_match else MEASURES).get(above.code)
    if words:
        return str(words) % (known | {"strength": NAMES[LowerStrength.key]})
    sentence = (
        _("Above %(other)s on %(what)s per match: %(mine)s to %(theirs)s.")
        if above.per_match
        else _("Above %(other)s on %(what)s: %(mine)s to %(theirs)s.")
    )
    return sentence % (known | {"what": _counted(above.code, pitch)})


def by_what(above: Above, pitch: Pitch) -> str:
    """The same in a few words, for a column of its own."""
    if above.code in BRIEFLY:
        return str(BRIEFLY[above.code])
    measure = above.measure or above.code
    mine, theirs = _apart(above.mine, above.theirs, signed=_is_signed(measure))
    named = "head-to-head" if above.measure else measure
    return _("%(what)s, %(mine)s to %(theirs)s") % {
        "what": NAMES[named] if named in NAMES else _counted(measure, pitch),
        "mine": mine,
        "theirs": theirs,
    }


def _head_to_head(above: Above) -> str:
    on_points, between_two = above.measure == "points", len(above.table) == 2
    if between_two and on_points:
        return _("Above %(other)s on their own meetings: %(mine)s points to %(theirs)s.")
    if between_two:
        return _(
            "Above %(other)s on their own meetings: level on points, "
            "%(what)s %(mine)s to %(theirs)s."
        )
    if on_points:
        return _(
            "Above %(other)s on the meetings of the %(teams)s teams that are level: "
            "%(mine)s points to %(theirs)s."
        )
    return _(
        "Above %(other)s on the meetings of the %(teams)s teams that are level: "
        "%(what)s %(mine)s to %(theirs)s."
    )


def fate_words(fate: str, places: int) -> str:
    """What is certain, in a sentence."""
    match fate:
        case "champion":
            return _("First, whatever happens: nobody can catch up any more.")
        case "clinched":
            return _("Certain of going on, whatever happens.")
        case "out":
            return ngettext(
                "Out of the running for first place.",
                "Out of the running for the top %(places)s.",
                places,
            ) % {"places": places}
        case _:
            return ""


def lots_for_seeds(before: object, groups: Iterable[Iterable[object]]) -> list[str]:
    """Whose seeds in a stage lots decided, the highest first."""
    return [
        _("Level after %(before)s, so lots decided their seeds: %(names)s.")
        % {"before": before, "names": ", ".join(map(str, group))}
        for group in groups
    ]


def lots_for_movers(groups: Iterable[Iterable[object]]) -> list[str]:
    """Who shared a place where only some go up or down, the best first."""
    return [
        _("They shared a place, so lots decided who moves: %(names)s.")
        % {"names": ", ".join(map(str, group))}
        for group in groups
    ]


def stands_words(round_: int, *, left: int, left_before: int, is_open: bool) -> str:
    """After which round a table stands, or during which one."""
    if not round_:
        return _("Before the first match") if is_open else _("Before the first round")
    if is_open:
        return _("As played so far")
    known = {"number": round_, "left": left, "before": left_before}
    if not left and not left_before:
        return _("After round %(number)d") % known
    if not left:
        text = ngettext(
            "Round %(number)d is played, %(before)d match before it is not",
            "Round %(number)d is played, %(before)d matches before it are not",
            left_before,
        )
    elif left_before:
        text = ngettext(
            "During round %(number)d: %(left)d match to play, and %(before)d from before it",
            "During round %(number)d: %(left)d matches to play, and %(before)d from before it",
            left,
        )
    else:
        text = ngettext(
            "During round %(number)d: %(left)d match to play",
            "During round %(number)d: %(left)d matches to play",
            left,
        )
    return text % known


def counted_words(*, short: int, uncounted: int) -> list[str]:
    """In open play: what a team has yet to play to be ranked, and what it played for nothing."""
    sentences = []
    if short:
        sentences.append(
            ngettext(
                "Not ranked: %(n)d more match to play.",
                "Not ranked: %(n)d more matches to play.",
                short,
            )
            % {"n": short}
        )
    if uncounted:
        sentences.append(
            ngettext(
                "%(n)d match more was played and does not count.",
                "%(n)d matches more were played and do not count.",
                uncounted,
            )
            % {"n": uncounted}
        )
    return sentences


def _apart(mine: Value, theirs: Value, *, signed: bool) -> tuple[str, str]:
    """Both numbers, with as many decimals as it takes to see that they differ."""
    whole = mine.denominator == theirs.denominator == 1
    for decimals in [0] if whole else range(2, 7):
        said = _number(mine, decimals, signed=signed), _number(theirs, decimals, signed=signed)
        if said[0] != said[1]:
            break
    return said


def _number(value: Value, decimals: int, *, signed: bool) -> str:
    size = number_format(round(abs(float(value)), decimals), decimals, force_grouping=True)
    if value < 0:
        return f"−{size}"
    return f"+{size}" if signed and value else size


COMPLAINTS: Mapping[str, str | Promise] = {
    "out-of-range": gettext_lazy("This number is out of range."),
    "too-few-teams": gettext_lazy("Too few teams: %(count)s of the %(at_least)s that it takes."),
    "too-many-teams": gettext_lazy("%(count)s teams are too many: there is room for %(at_most)s."),
    "team-twice": gettext_lazy("Somebody is in twice: %(teams)s."),
    "third-place-needs-four": gettext_lazy("A match for third place takes four teams or more."),
    "divisions-uneven": gettext_lazy(
        "One division has %(larger)s teams, the others %(smaller)s: too uneven for so many games "
        "between them."
    ),
    "one-division": gettext_lazy(
        "Games across divisions take two divisions or more. Divide the teams, or plan none of them."
    ),
    "too-few-for-divisions": gettext_lazy(
        "%(count)s teams do not fill %(divisions)s divisions: it takes %(at_least)s."
    ),
    "team-in-two-divisions": gettext_lazy("In two divisions: %(teams)s."),
    "team-without-division": gettext_lazy("In no division: %(teams)s."),
    "not-entered": gettext_lazy("Not in this season: %(teams)s."),
    "division-too-small": gettext_lazy("Division %(division)s has only %(count)s teams."),
    "too-few-for-wild-cards": gettext_lazy(
        "Only %(count)s teams are left for %(wild_cards)s wild cards."
    ),
    "too-few-qualify": gettext_lazy("%(count)s teams are too few to go on."),
    "not-in-the-stage": gettext_lazy("%(team)s is not in this stage."),
    "against-itself": gettext_lazy("A team does not play against itself."),
    "plays-enough": gettext_lazy("%(team)s plays %(at_most)s matches already: no more count."),
    "too-often-in-a-row": gettext_lazy("They meet %(at_most)s times in a row at most."),
    "others-first": gettext_lazy(
        "They have met: %(team)s plays %(others)s before the two meet again."
    ),
    "plays-already": gettext_lazy("%(team)s plays here already."),
    "no-replacement": gettext_lazy("Say who takes over."),
    "replacement-not-wanted": gettext_lazy("Nobody takes over if it is done like this."),
    "clocks-skip-it": gettext_lazy(
        "Round %(round)s: at %(time)s on %(date)s the clocks jump; take %(instead)s instead."
    ),
    "deadline-before-start": gettext_lazy("Round %(round)s would end before it begins."),
    "no-such-zone": gettext_lazy("Nobody knows the time zone %(zone)s."),
    "beyond-the-calendar": gettext_lazy("That is beyond any calendar."),
    "weekday-needs-weeks": gettext_lazy("A day of the week goes with weeks, not with days."),
    "holiday-ends-before-it-begins": gettext_lazy(
        "Holidays from %(first)s would be over on %(last)s, before they begin."
    ),
    "holiday-too-long": gettext_lazy(
        "Holidays from %(first)s to %(last)s are too long: %(at_most)s days at most."
    ),
    "too-many-holidays": gettext_lazy(
        "%(count)s stretches of holidays are too many: %(at_most)s at most."
    ),
    "too-few-to-move": gettext_lazy(
        "Division %(division)s has %(count)s teams, and %(moving)s would leave it."
    ),
    "division-changes-size": gettext_lazy(
        "Division %(division)s had %(before)s teams and would have %(after)s."
    ),
    # What a Swiss round could not avoid.
    "rematch": gettext_lazy("%(home)s and %(away)s meet again. Meetings so far: %(times)s."),
    "forbidden-pair": gettext_lazy("%(home)s and %(away)s were to be kept apart."),
    "club-mates": gettext_lazy("%(home)s and %(away)s are of one club."),
    # Brackets.
    "no-such-match": gettext_lazy("There is no match %(match)s in this bracket."),
    "match-not-ready": gettext_lazy("Match %(match)s does not have both its teams yet."),
    "not-in-the-match": gettext_lazy("%(team)s does not play match %(match)s."),
}


def complaints_said(reasons: Iterable[rulings.Reason], names: Mapping[int, str]) -> list[Reason]:
    """What a schedule complains of, in sentences with the names of the teams."""
    named = [(reason, _with_names(reason.params, names)) for reason in reasons]
    return [
        Reason(
            reason.code.replace("-", "_"),
            str(COMPLAINTS[reason.code]) % params,
            reason.subject,
            params,
        )
        for reason, params in named
    ]


def _with_names(params: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    said = dict(params)
    for one in ("team", "home", "away"):
        if one in said:
            said[one] = names.get(said[one], str(said[one]))
    if "others" in said:
        said["others"] = ", ".join(names.get(each, str(each)) for each in said["others"])
    for clock in ("time", "instead"):
        if clock in said:
            said[clock] = f"{said[clock]:%H:%M}"
    if "teams" in said:
        said["teams"] = ", ".join(names.get(team, str(team)) for team in said["teams"])
    return said
