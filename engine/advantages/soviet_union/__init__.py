"""The national advantages of the Soviet Union."""
