"""When a battle is over, and when attackers leave one that they could go on with."""
