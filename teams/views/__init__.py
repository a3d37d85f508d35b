"""The pages of a team."""
