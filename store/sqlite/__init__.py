"""A file of SQLite: its connection, its privacy, and whether it is still the same file."""
