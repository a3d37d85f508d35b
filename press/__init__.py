"""What is shown about all of it: league home, statistics, news, feeds, account export."""
