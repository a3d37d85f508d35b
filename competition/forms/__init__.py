"""What is typed about a season, parsed; the commands decide."""
