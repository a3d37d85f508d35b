"""Blood Bowl 2025, over bb2020: draft and pre-match so far."""
