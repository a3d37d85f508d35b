"""A season for programs."""
