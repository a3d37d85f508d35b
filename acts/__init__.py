"""What a command leaves behind besides its rows, and how it says no: acts, receipts, failures."""
