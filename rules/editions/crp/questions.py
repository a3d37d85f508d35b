"""The questions of bb2016, without those about what these rules do not have."""

from rules.book import Questions
from rules.editions.bb2016.edition import EDITION as BASE

# Stadiums, referees, sponsors, match events, rostered stars, and the draw of special plays.
GONE = (
    "stadium",
    "give-up-home",
    "residency",
    "residency-contested",
    "residency-loss",
    "stadium-purchase",
    "stadium-sale",
    "stadium-fund",
    "exposure",
    "referee",
    "match-events",
    "sponsor-search",
    "one-time-sponsorship",
    "ongoing-sponsorship",
    "major-sponsor",
    "bombardier",
    "end-sponsorship",
    "sig-payout",
    "sig-bill",
    "upkeep",
    "special-plays",
    "special-plays-round-robin",
    "special-plays-points",
    "special-plays-one-deck",
    "special-plays-draft",
)

question = Questions(BASE.questions, without=GONE)
