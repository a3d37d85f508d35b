"""What people do in a season, one intention each."""
