"""The questions of bb2020; both sides may hire the same star, so that nobody asks who goes home."""

from rules.book import Questions
from rules.editions.bb2020.edition import EDITION as BASE

question = Questions(BASE.questions, without=("double-hire",))
