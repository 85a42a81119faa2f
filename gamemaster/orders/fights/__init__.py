"""Battles that are fought without a press for each round."""
