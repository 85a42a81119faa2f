"""Every kind of picture that players see, on every board: looked at by eye, and held against tests."""
