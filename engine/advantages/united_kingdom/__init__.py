"""The national advantages of the United Kingdom."""
