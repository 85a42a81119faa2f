"""When attackers leave a battle that they could go on with."""
