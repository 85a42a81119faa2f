"""Phases, turns and whole games told from what happened."""
