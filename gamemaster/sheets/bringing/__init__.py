"""Bringing units to a place: attacks, landings, moves; who can come, what comes of it, and the orders."""
