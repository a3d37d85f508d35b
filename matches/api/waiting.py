"""A match that waits for somebody, for programs."""

from league.models import League
from matches.api.shapes import TeamInMatchSerializer
from matches.queries.waiting import Waiting
from web.api.shapes import shape
from web.api.todos import todo_shape

LeagueNamedSerializer = shape("LeagueNamed", League, "uuid name")
WaitingMatchSerializer = todo_shape(
    "WaitingMatch",
    Waiting,
    "match=match.uuid league=match.league state=match.state home away",
    at="todo.",
    doc="A match, whose own to_do says where each thing is done.",
    league=LeagueNamedSerializer,
    home=TeamInMatchSerializer,
    away=TeamInMatchSerializer,
)
