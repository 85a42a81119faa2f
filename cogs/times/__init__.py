"""Commands for the time that a table has agreed on, and for being reminded and being away."""
