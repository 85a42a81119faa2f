"""Standing orders with conditions: what their lines come to in a position, as plain orders that rules understand."""
