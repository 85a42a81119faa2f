"""The level `normal`: its attacks are one plan, searched for and weighed with the best that each enemy can answer."""
