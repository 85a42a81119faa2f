"""The channels and threads in which games are played."""
