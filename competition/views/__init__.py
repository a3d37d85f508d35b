"""The pages of competitions."""
