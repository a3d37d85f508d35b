"""Ranking, in plain Python: from results to a table in which every row says why it stands there."""
