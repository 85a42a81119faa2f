"""Deeds by which seats change hands: replacing, handing over, giving up, taking one without a player."""
