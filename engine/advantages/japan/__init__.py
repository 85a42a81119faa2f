"""The national advantages of Japan."""
