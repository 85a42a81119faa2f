"""Where the units of each space stand in a picture."""
