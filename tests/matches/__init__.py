"""Matches: results, steps, corrections."""
