"""What this edition answers; its modules register here."""

from rules.book import Questions

question = Questions()
