"""A match as pages, paper and programs show it."""
