"""The editions: each its own data and the functions that need thought."""
