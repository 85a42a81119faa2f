"""Shapes that overlays draw with: arrows, badges, coins, patterns, words beside lines."""
