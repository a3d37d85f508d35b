"""A match from its pairing to the last post-match step."""
