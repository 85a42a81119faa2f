"""The national advantages of the United States."""
