"""How a battle may end: exactly, by the chain of its rounds, or by many fights."""
