"""Leagues that play themselves: the real commands, with decisions and dice out of one seed."""
