"""A board and a position drawn on it."""
