"""How powers look: what `data/looks` says of them, and the shapes of their emblems."""
