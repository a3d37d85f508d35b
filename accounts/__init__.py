"""People: sign-up, sign-in, their settings and their API tokens."""
