"""The chances of a battle, exactly: the forces of both sides, the chain of their rounds, and what it comes to."""
