"""Small pictures that are drawn many times: units, emblems, dice, symbols."""
