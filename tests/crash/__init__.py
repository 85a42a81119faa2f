"""Bots that die in the middle of play, and what must hold all the same: `python -m tests.crash`."""
