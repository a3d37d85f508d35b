"""Leagues for programs: the same commands as the pages, with the same refusals."""
