"""What a command leaves behind besides its rows: acts, receipts and the outbox of jobs."""
