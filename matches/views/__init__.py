"""Pages of matches."""
