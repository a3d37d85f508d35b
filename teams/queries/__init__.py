"""What pages and programs read about teams: frozen, each in a stated number of statements."""
