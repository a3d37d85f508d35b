"""The rulebook: editions as data and pure functions. It knows nobody who asks."""
