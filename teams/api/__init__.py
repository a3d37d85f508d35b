"""Teams for programs."""
