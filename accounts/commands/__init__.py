"""Everything that can be done to an account, by use case."""
