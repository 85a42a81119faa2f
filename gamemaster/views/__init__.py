"""What one user may see of a game: the state, the board, the log, the buttons."""
