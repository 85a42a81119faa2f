"""What enemies could strike in their next turn, and with which units."""
