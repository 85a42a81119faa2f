"""/standing-order, a group of commands in parts."""
