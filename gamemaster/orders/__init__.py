"""Orders of a running game: loaded, checked, carried out in memory, saved."""
