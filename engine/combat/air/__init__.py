"""Battles in the air and from it: antiaircraft fire, raids, rockets, interception, scrambles, kamikazes."""
