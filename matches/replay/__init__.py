"""A match played again with something changed, and what that would do to later lives."""
