"""What a match was played under and with: weather, place, gate, purchases, casualties."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.models import MatchSide, Tap
from matches.pitch.casualties import CasualtyRecord
from matches.presentation.live import Live, live_of
from matches.presentation.telling import casualty_words
from matches.queries import Viewed
from matches.queries.flow import left_with
from matches.reading import side_of
from rules.engine.effects import Fact
from rules.engine.match import SIDES, Side, other
from rules.words import name
from teams.api.figures import OfAnyEdition, TeamFigureSerializer
from teams.figures import figures_now


class CatalogueItemSerializer(serializers.Serializer):
    key = serializers.CharField(help_text=_("What the catalogue knows it by."))
    name = serializers.CharField()


class BoughtSerializer(CatalogueItemSerializer):
    kind = serializers.ChoiceField(
        choices=["inducement", "star", "staff", "mercenary"], help_text=_("What it counts as.")
    )
    count = serializers.IntegerField()


class BoughtBySidesSerializer(serializers.Serializer):
    home = BoughtSerializer(many=True)
    away = BoughtSerializer(many=True)


class CasualtySerializer(serializers.Serializer):
    side = serializers.ChoiceField(choices=MatchSide.Side.choices, help_text=_("Who was hurt."))
    player = serializers.CharField(allow_blank=True, help_text=_("By their key in the team."))
    name = serializers.CharField()
    how = serializers.CharField(help_text=_("What it came from: block, foul, crowd …"))
    by = serializers.CharField(allow_blank=True, help_text=_("Of the other team, by key."))
    by_name = serializers.CharField(allow_blank=True)
    outcome = serializers.ChoiceField(
        choices=["out", "reserves", "dead"],
        allow_null=True,
        help_text=_("Null as long as the dice have not fallen."),
    )
    results = serializers.ListField(
        child=serializers.CharField(), help_text=_("What the dice said, by the table's names.")
    )
    sentences = serializers.ListField(child=serializers.CharField())


class LeftSerializer(OfAnyEdition):
    """What an edition has not is left out."""

    figures = TeamFigureSerializer(many=True)
    treasury = serializers.IntegerField()
    value = serializers.IntegerField(help_text=_("How strong the team is."))
    fan_factor = serializers.IntegerField()
    is_past = serializers.BooleanField(help_text=_("Something has happened to the team since."))


class LeftBySidesSerializer(serializers.Serializer):
    home = LeftSerializer(allow_null=True)
    away = LeftSerializer(allow_null=True)


class OnTheDaySerializer(serializers.Serializer):
    """Null where nothing is settled yet, or the league has no such thing."""

    weather = CatalogueItemSerializer(
        allow_null=True, help_text=_("As it is now, or was at the end.")
    )
    stadium = CatalogueItemSerializer(allow_null=True, help_text=_("The attribute of the place."))
    stadium_name = serializers.CharField(allow_blank=True)
    at_home = serializers.ChoiceField(
        choices=MatchSide.Side.choices, allow_null=True, help_text=_("Who plays in their own home.")
    )
    referee = CatalogueItemSerializer(allow_null=True)
    gate = serializers.IntegerField(allow_null=True)
    kicks_off = serializers.ChoiceField(choices=MatchSide.Side.choices, allow_null=True)
    inducements = BoughtBySidesSerializer()
    casualties = CasualtySerializer(many=True)
    left = LeftBySidesSerializer(
        help_text=_("What each team had when the match was over for it; null until then.")
    )


def on_the_day(viewed: Viewed) -> dict[str, Any]:
    """One statement, and one for each side to which something happened since."""
    live = live_of(viewed)
    facts = live.facts
    hurt = live.casualties_in.values() if live.taps else ()
    changed = [tap.data["weather"] for tap in live.taps if tap.kind == Tap.Kind.WEATHER]
    return {
        "weather": _named(live, changed[-1] if changed else facts.get("weather")),
        "stadium": _named(live, facts.get("stadium")),
        "stadium_name": facts.get("stadium-name") or "",
        "at_home": facts.get("at-home") or None,
        "referee": _named(live, facts.get("referee")),
        "gate": facts.get("gate"),
        "kicks_off": facts.get("kicks-off"),
        "inducements": {side: list(_bought(live, side)) for side in SIDES},
        "casualties": [_casualty(live, each) for each in hurt],
        "left": {side: _left(viewed, side) for side in SIDES},
    }


def _left(viewed: Viewed, side: Side) -> dict[str, Any] | None:
    left = left_with(viewed.record, side)
    if left is None:
        return None
    figures = figures_now(left.book, left.team, strength=left.value)
    return {
        "figures": TeamFigureSerializer(figures, many=True).data,
        **{each.key: each.value for each in figures if each.key in LeftSerializer().fields},
        "is_past": left.is_past,
    }


def _named(live: Live, key: str | None) -> dict[str, str] | None:
    return {"key": key, "name": name(live.catalogue, key)} if key else None


def _bought(live: Live, side: Side) -> Iterator[dict[str, Any]]:
    """What a side has for this match only, as it settled it."""
    for each in live.facts_of(side, "inducement"):
        yield _item(live, "inducement", each["key"], each["count"])
    for kind in ("star", "staff"):
        for key in live.facts_of(side, f"hired-{kind}"):
            yield _item(live, kind, key, 1)
    for each in live.facts_of(side, "mercenary"):
        yield _item(live, "mercenary", each["position"], 1)


def _item(live: Live, kind: str, key: str, count: int) -> dict[str, Any]:
    return {"kind": kind, "key": key, "name": name(live.catalogue, key), "count": count}


def _casualty(live: Live, suffering: CasualtyRecord) -> dict[str, Any]:
    hurt, ruling = suffering.hurt, suffering.ruling
    side = side_of(hurt["side"])
    by = hurt.get("by") or ""
    facts = [
        effect.value
        for effect in (ruling.effects if ruling else ())
        if isinstance(effect, Fact) and effect.what == "casualty"
    ]
    return {
        "side": side,
        "player": hurt["player"],
        "name": live.called(side, hurt["player"]),
        "how": hurt.get("how") or "unknown",
        "by": by,
        "by_name": live.called(other(side), by) if by else "",
        "outcome": facts[0]["outcome"] if facts else None,
        "results": facts[0]["results"] if facts else [],
        "sentences": casualty_words(live.record, suffering),
    }
