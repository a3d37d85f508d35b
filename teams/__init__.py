"""Teams, players and their money: the event log and its projections."""
