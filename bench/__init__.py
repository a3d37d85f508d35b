"""Speed, recorded and never asserted: ratios count, seconds are only this machine's."""
