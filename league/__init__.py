"""Who plays, and under which rules: leagues, membership, seasons, house rules."""
