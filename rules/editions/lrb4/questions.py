"""Where this edition's rulings are registered under the names people ask for them by."""

from rules.book import Questions

question = Questions()
