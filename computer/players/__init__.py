"""Players that no level improves: they are frozen, so that results of years can be compared."""
