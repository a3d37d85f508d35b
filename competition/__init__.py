"""Stages, fixtures, schedules, standings, play-offs, awards, re-draft."""
