"""The use cases: what players do, told in the words of the game."""
