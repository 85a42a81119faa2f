"""Games before their first turn, whose they are, and the channel they are played in."""
