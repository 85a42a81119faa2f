"""The national advantages of Germany."""
