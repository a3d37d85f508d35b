"""A league as one file, to leave with: docs/league-file.md says what is in it."""
