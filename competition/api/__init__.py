"""Competitions for programs."""
