"""What happens on the pitch: who is on it, what is tapped, and the report that comes of it."""
