"""Casualties: who chooses them, what may be chosen, and the printed default."""
