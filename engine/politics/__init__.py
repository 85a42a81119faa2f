"""Sides, wars, and what powers and spaces are to one another."""
