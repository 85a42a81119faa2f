"""Charts of a game over its rounds."""
