"""What pages and API need to know of a season."""
