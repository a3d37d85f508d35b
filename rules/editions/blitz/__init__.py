"""Blitz Bowl, second season: six on a side, challenge cards, and coaches who learn."""
