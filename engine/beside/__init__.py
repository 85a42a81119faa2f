"""What stands beside apply: questions about a position, notation, records, stories of a game."""
