"""How near a side is to winning the war, and what follows for those who hold or want the cities that count."""
