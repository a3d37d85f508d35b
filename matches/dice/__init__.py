"""Dice that the server throws, keeps and gives back."""
