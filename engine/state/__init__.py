"""The state of a game, the shapes of orders, and the words for both."""
