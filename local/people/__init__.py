"""The people at the local table, for tests and for the page."""
