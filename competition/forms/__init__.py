"""What people fill in about a season."""
