"""The machinery every edition runs on: dice, asks, rulings, effects and their fold."""
