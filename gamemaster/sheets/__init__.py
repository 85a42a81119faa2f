"""Private sheets: what a player sees and can choose in a phase of their turn, as plain values that a cog shows."""
