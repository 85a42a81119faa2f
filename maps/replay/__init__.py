"""Animated pictures of a stretch of a game."""
