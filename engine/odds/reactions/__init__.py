"""What the enemy may do before a battle, which nobody knows yet: from what lies open on the board."""
