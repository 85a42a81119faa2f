"""The house: a computer player that plays powers without a player (ASY-65)."""
