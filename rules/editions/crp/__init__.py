"""The Competition Rules, also called Living Rulebook 6: bb2016 with a few things otherwise."""
