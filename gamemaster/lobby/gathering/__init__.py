"""Who comes to a table before and while it plays: those who are invited, and those who wait for a seat."""
