"""Aircraft, as the level `normal` counts and moves them."""
