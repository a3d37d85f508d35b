"""Backups: every row and every upload of one moment in one file, for any database."""
