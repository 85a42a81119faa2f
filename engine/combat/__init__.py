"""Battles: which are due, how a round goes, and how they end."""
