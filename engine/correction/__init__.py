"""Corrections of the position by the game master."""
