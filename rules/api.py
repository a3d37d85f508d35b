"""The rulebook for programs: the editions, their catalogues, and every ruling."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rules.asking import ask_data, put, read_answers
from rules.book import AnyQuestion
from rules.bounds import short
from rules.catalogue import Catalogue
from rules.describing import Unfit
from rules.editions import Edition, NoSuchEdition, edition
from rules.engine.drive import Asks
from rules.engine.effects import to_data
from rules.engine.rulings import Allowed, Reason, Refused
from rules.loading import editions
from rules.ruleset import ruleset
from rules.schemas import RULING_REQUEST, names_of_rulings, rulings_document
from rules.words import ask_words, effect_words, line_words, reason_params, reason_words

EDITION = OpenApiParameter(
    "edition",
    str,
    OpenApiParameter.PATH,
    enum=editions(),
    examples=[OpenApiExample("The edition of 2016", "bb2016")],
)
RULING = OpenApiParameter(
    "name",
    str,
    OpenApiParameter.PATH,
    enum=names_of_rulings(),
    examples=[OpenApiExample("What a side earns", "winnings")],
)
MEMBERS = ("circumstances", "house", "answers")


def edition_or_404(key: str) -> Edition:
    try:
        return edition(key)
    except NoSuchEdition:
        known = ", ".join(editions())
        raise NotFound(
            _("There is no such edition. There are: %(known)s.") % {"known": known}
        ) from None


def question_or_404(rules: Edition, name: str) -> AnyQuestion:
    if name not in rules.questions:
        raise NotFound(_("This edition has no such ruling."))
    return rules.questions[name]


# --- the editions and their facts


class PresetSerializer(serializers.Serializer):
    key = serializers.CharField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    house = serializers.DictField(
        source="turned", help_text=later("The house rules that it turns.")
    )


class WordSerializer(serializers.Serializer):
    word = serializers.CharField(source="said")
    meaning = serializers.CharField()


class EditionSerializer(serializers.Serializer):
    key = serializers.CharField(help_text=later("What addresses call it."))
    title = serializers.CharField()
    catalogue = serializers.URLField(help_text=later("Everything that it states as fact."))
    rulings = serializers.URLField(help_text=later("Everything that it can be asked."))
    presets = PresetSerializer(many=True, help_text=later("What a league can begin with."))
    words = WordSerializer(many=True, help_text=later("What its coaches say."))


class EditionsView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="list_editions",
        summary=later("The editions of the rulebook"),
        tags=["Rules"],
        responses=EditionSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        every = [self.about(request, edition(key)) for key in editions()]
        return Response(EditionSerializer(every, many=True).data)

    def about(self, request: Request, rules: Edition) -> dict[str, Any]:
        address = request.build_absolute_uri(f"{request.path}{rules.key}/")
        return {
            "key": rules.key,
            "title": rules.title,
            "catalogue": address,
            "rulings": f"{address}rulings/",
            "presets": [*rules.knobs.presets.values()],
            "words": [*rules.glossary.values()],
        }


class ProfileSerializer(serializers.Serializer):
    ma = serializers.IntegerField()
    st = serializers.IntegerField()
    ag = serializers.IntegerField()
    av = serializers.IntegerField()
    skills = serializers.ListField(child=serializers.CharField())
    skill_keys = serializers.ListField(child=serializers.CharField())


class CertainSerializer(serializers.Serializer):
    certain = serializers.BooleanField(
        required=False, help_text=later("False where its source has lost a number; else not said.")
    )


class PositionSerializer(ProfileSerializer, CertainSerializer):
    key = serializers.CharField(help_text=later("What every other call knows it by."))
    name = serializers.CharField()
    max = serializers.IntegerField()
    cost = serializers.IntegerField()
    normal = serializers.CharField(help_text=later("Letters of GASPM, in this order."))
    double = serializers.CharField(help_text=later("Letters of GASPM, in this order."))
    keywords = serializers.ListField(
        child=serializers.CharField(), required=False, help_text=later("Where the edition has any.")
    )


class PositionLimitSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    positions = serializers.ListField(child=serializers.CharField())
    max = serializers.IntegerField(help_text=later("How many of all of them together."))


class RuleChoiceSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    brings = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text=later("What comes along with one of them."),
    )


class TeamListSerializer(CertainSerializer):
    key = serializers.CharField(help_text=later("What every other call knows it by."))
    name = serializers.CharField()
    reroll_cost = serializers.IntegerField(
        required=False, help_text=later("Not there in a game without re-rolls.")
    )
    apothecary = serializers.BooleanField(
        required=False, help_text=later("Not there in a game without apothecaries.")
    )
    tier = serializers.IntegerField(required=False, help_text=later("Where the edition has tiers."))
    rules = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=later("Special rules and leagues of all its teams, by key."),
    )
    choices = RuleChoiceSerializer(
        many=True, required=False, help_text=later("Those of which a team takes one.")
    )
    limits = PositionLimitSerializer(
        many=True, required=False, help_text=later("Over several positions at once.")
    )
    positions = PositionSerializer(many=True)
    stars = serializers.ListField(child=serializers.CharField())
    star_keys = serializers.ListField(child=serializers.CharField())


class StarMemberSerializer(ProfileSerializer):
    name = serializers.CharField()


class StarSerializer(CertainSerializer):
    key = serializers.CharField(help_text=later("What every other call knows it by."))
    name = serializers.CharField()
    cost = serializers.IntegerField()
    ma = serializers.IntegerField(required=False)
    st = serializers.IntegerField(required=False)
    ag = serializers.IntegerField(required=False)
    av = serializers.IntegerField(required=False)
    skills = serializers.ListField(child=serializers.CharField(), required=False)
    skill_keys = serializers.ListField(child=serializers.CharField(), required=False)
    plays_for = serializers.ListField(child=serializers.CharField())
    plays_for_keys = serializers.ListField(child=serializers.CharField())
    for_rules = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=later("They also play for who has one of these."),
    )
    not_for_rules = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=later("They play for nobody with one of these."),
    )
    keywords = serializers.ListField(child=serializers.CharField(), required=False)
    members = StarMemberSerializer(
        many=True, required=False, help_text=later("Of a pair: a profile each, in place of one.")
    )


class SkillSerializer(CertainSerializer):
    key = serializers.CharField(help_text=later("What every other call knows it by."))
    name = serializers.CharField()
    category = serializers.CharField()
    needs = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=later("Skills by key; who learns it has one of them."),
    )


class InducementSerializer(CertainSerializer):
    key = serializers.CharField(help_text=later("What every other call knows it by."))
    name = serializers.CharField()
    max = serializers.IntegerField()
    cost = serializers.IntegerField(help_text=later("0 where the price depends on what it is."))
    cost_for = serializers.DictField(
        child=serializers.IntegerField(), help_text=later("Other prices, by the team's name.")
    )
    cost_for_keys = serializers.DictField(
        child=serializers.IntegerField(), help_text=later("The same prices, by the team's key.")
    )
    only_for = serializers.ListField(
        child=serializers.CharField(), help_text=later("Empty if every team may have it.")
    )
    for_rules = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=later("Special rules or leagues of which a team must have one."),
    )
    only_for_keys = serializers.ListField(child=serializers.CharField())


class EntrySerializer(CertainSerializer):
    key = serializers.CharField(help_text=later("What every other call knows it by."))
    name = serializers.CharField()
    summary = serializers.CharField()


class SpecialRuleSerializer(EntrySerializer):
    kind = serializers.ChoiceField(choices=["rule", "league"])


class CardSerializer(EntrySerializer):
    timing = serializers.CharField(help_text=later("When it may be played."))


class DeckSerializer(EntrySerializer):
    set = serializers.CharField()
    cost = serializers.IntegerField(help_text=later("The price of a card."))
    cards = CardSerializer(many=True)


class RulesetSerializer(serializers.Serializer):
    """An edition's catalogue, as `manage.py ruleset` prints it."""

    edition = serializers.CharField()
    dated = serializers.DateField(
        required=False, help_text=later("When its lists were last corrected.")
    )
    teams = TeamListSerializer(many=True)
    stars = StarSerializer(many=True)
    skills = SkillSerializer(many=True)
    inducements = InducementSerializer(many=True)
    decks = DeckSerializer(many=True)
    sponsors = EntrySerializer(many=True)
    referees = EntrySerializer(many=True)
    balls = EntrySerializer(many=True)
    special_rules = SpecialRuleSerializer(
        many=True, required=False, help_text=later("Where lists have any, or leagues.")
    )
    tables = serializers.DictField(
        child=serializers.ListField(child=serializers.DictField()),
        help_text=later("Rows with from, to, name and whatever else a row holds."),
    )
    table_names = serializers.DictField(
        child=serializers.CharField(), help_text=later("What people call each table, by its key.")
    )


class CatalogueView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="show_ruleset",
        summary=later("An edition's catalogue"),
        description=later("Teams, stars, skills, inducements and tables; gold in single pieces."),
        tags=["Rules"],
        parameters=[EDITION],
        responses=RulesetSerializer,
    )
    def get(self, request: Request, edition: str) -> Response:
        return Response(ruleset(edition_or_404(edition).catalogue))


# --- the rulings


class RulingInWordsSerializer(serializers.Serializer):
    name = serializers.CharField()
    sentence = serializers.CharField(help_text=later("What it is about."))
    circumstances = serializers.DictField(help_text=later("A JSON schema of what it asks for."))
    example = serializers.DictField(help_text=later("A body that can be sent."))


class RulingsSerializer(serializers.Serializer):
    edition = serializers.CharField()
    rulings = RulingInWordsSerializer(many=True)
    house = serializers.DictField(help_text=later("A JSON schema of the house rules."))
    definitions = serializers.DictField(help_text=later("What the schemas refer to."))


class RulingsView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="list_rulings",
        summary=later("Everything that an edition can be asked"),
        description=later("Each ruling with its sentence and a schema of its circumstances."),
        tags=["Rules"],
        parameters=[EDITION],
        responses=RulingsSerializer,
    )
    def get(self, request: Request, edition: str) -> Response:
        return Response(rulings_document(edition_or_404(edition)))


class OfferSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    price = serializers.IntegerField()
    at_most = serializers.IntegerField(help_text=later("How many the team as it stands may take."))
    ceiling = serializers.IntegerField(
        help_text=later("How many if it lets others go in the same basket; never more.")
    )


class WithheldSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    code = serializers.CharField(help_text=later("Why it cannot be had, for programs."))
    message = serializers.CharField()
    params = serializers.DictField()


ASK_KINDS = ["roll", "choose", "pick", "shop", "confirm"]


class LineSerializer(serializers.Serializer):
    code = serializers.CharField()
    amount = serializers.IntegerField(
        allow_null=True, help_text=later("What it adds; null where nothing is added.")
    )
    params = serializers.DictField()
    sentence = serializers.CharField()


class AskSerializer(serializers.Serializer):
    key = serializers.CharField(help_text=later("What the answer stands under in answers."))
    kind = serializers.ChoiceField(
        choices=ASK_KINDS,
        help_text=later(
            "roll: a number, or a list for several dice; choose: an option; pick: a list of "
            "candidates; shop: how many of each offer; confirm: true or false."
        ),
    )
    who = serializers.ChoiceField(choices=["side", "opponent", "either", "commissioner"])
    visible = serializers.ChoiceField(choices=["public", "side", "server"])
    sentence = serializers.CharField()
    dice = serializers.CharField(required=False)
    options = serializers.ListField(child=serializers.CharField(), required=False)
    candidates = serializers.ListField(child=serializers.CharField(), required=False)
    names = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text=later(
            "What people call the options or candidates, by key; with the sum, if it has one."
        ),
    )
    about = serializers.DictField(
        child=serializers.CharField(),
        help_text=later("What taking an option comes to, or does, by key."),
    )
    because = LineSerializer(
        many=True, help_text=later("What is known already: why it is asked, what dice have said.")
    )
    withheld = WithheldSerializer(
        many=True,
        required=False,
        help_text=later("What there is and cannot be had here, each with why not."),
    )
    at_least = serializers.IntegerField(required=False)
    at_most = serializers.IntegerField(required=False)
    offers = OfferSerializer(many=True, required=False)
    purse = serializers.IntegerField(required=False)
    count = serializers.IntegerField(
        required=False,
        help_text=later("How many a basket has to hold in all; 0 where that is open."),
    )


class EffectSerializer(serializers.Serializer):
    """Each kind has fields of its own beside these two."""

    kind = serializers.CharField()
    sentence = serializers.CharField()


class RulingSerializer(serializers.Serializer):
    outcome = serializers.ChoiceField(
        choices=["asks", "allowed"],
        help_text=later("asks: answer these and ask again; allowed: this is the ruling."),
    )
    asks = AskSerializer(many=True)
    effects = EffectSerializer(many=True)
    because = LineSerializer(many=True)


class RulingView(APIView):
    """One ruling. Nothing is written, whatever is asked."""

    permission_classes = (AllowAny,)
    changes_nothing = True

    @extend_schema(
        operation_id="ask_ruling",
        summary=later("Ask for a ruling"),
        description=later(
            "The circumstances of each ruling are the schema named after it: those of winnings "
            "are WinningsCircumstances. Begin without answers; while the outcome is asks, answer "
            "them under their keys and send everything again. Nothing is kept and nothing "
            "changes. What is refused names the field, the house rule or the ask."
        ),
        tags=["Rules"],
        parameters=[EDITION, RULING],
        request=RULING_REQUEST,
        examples=[
            OpenApiExample(
                "What a side earns",
                edition("bb2016").example("winnings")
                | {"answers": {"winnings": 4, "winnings/again": "keep"}},
                request_only=True,
            )
        ],
        responses=RulingSerializer,
    )
    def post(self, request: Request, edition: str, name: str) -> Response:
        rules = edition_or_404(edition)
        question = question_or_404(rules, name)
        try:
            body = read_body(request.data)
            asked = put(rules, question, body["circumstances"], body["house"])
            outcome = asked.follow(read_answers(body["answers"])).outcome
        except Unfit as unfit:
            return refusal(rules.catalogue, unfit.reasons)
        if isinstance(outcome, Refused):
            return refusal(rules.catalogue, outcome.reasons)
        return Response(ruling_data(rules.catalogue, outcome))


def read_body(data: object) -> dict[str, Any]:
    """The body's three members; each may be left out. Raises Unfit."""
    if not isinstance(data, dict):
        raise Unfit([Reason("not-an-object", integrity=True)])
    if strangers := [member for member in data if member not in MEMBERS]:
        raise Unfit([Reason("unknown-field", short(each), integrity=True) for each in strangers])
    return {member: data.get(member, {}) for member in MEMBERS}


def ruling_data(catalogue: Catalogue, outcome: Asks | Allowed) -> dict[str, Any]:
    is_open = isinstance(outcome, Asks)
    return {
        "outcome": "asks" if is_open else "allowed",
        "asks": [
            ask_data(ask, catalogue) | {"sentence": ask_words(catalogue, ask)}
            for ask in (outcome.open if isinstance(outcome, Asks) else ())
        ],
        "effects": [
            to_data(effect) | {"sentence": effect_words(catalogue, effect)}
            for effect in (() if isinstance(outcome, Asks) else outcome.effects)
        ],
        "because": [
            {
                "code": line.code,
                "amount": line.amount,
                "params": line.params,
                "sentence": line_words(catalogue, line),
            }
            for line in (() if isinstance(outcome, Asks) else outcome.because)
        ],
    }


def refusal(catalogue: Catalogue, reasons: tuple[Reason, ...]) -> Response:
    """The one error shape, with every reason."""
    errors = [
        {
            "code": reason.code,
            "message": reason_words(catalogue, reason),
            "subject": short(reason.subject),
            "params": reason_params(catalogue, reason),
        }
        for reason in reasons
    ]
    return Response({"errors": errors}, status=422)
