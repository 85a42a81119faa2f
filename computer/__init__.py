"""Computer players: who decides for a power, from what its seat may see, by ordinary orders."""

VERSION = 7
"""Of what the players decide; it counts up whenever one of them decides something otherwise."""
