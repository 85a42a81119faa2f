"""The player `greedy`: takes what it can win now and looks no further. Frozen."""
