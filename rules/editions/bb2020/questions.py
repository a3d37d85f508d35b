"""The questions that this edition answers."""

from rules.book import Questions

question = Questions()
