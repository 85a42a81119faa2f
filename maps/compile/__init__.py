"""Compiles the committed pictures of the boards from their geography: `python -m maps.compile`."""
