"""A game looked back on: who was likely to win when, what dice decided, and what other orders would have been worth."""
