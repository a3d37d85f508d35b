"""Work that is owed: an outbox written with the deed, and what carries it out."""
