"""Questions about a position and its history, notation, descriptions: nothing here changes a game."""
