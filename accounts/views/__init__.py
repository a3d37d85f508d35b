"""The pages about accounts, by use case."""
