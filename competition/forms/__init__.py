"""What people type about competitions."""
