"""Who plays whom, and when: plain values, without a database, a clock or dice of its own."""
