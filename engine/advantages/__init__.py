"""National advantages (OPT-07, OPT-11..47): small pieces that hook into the rules wherever an advantage has its effect.

What only changes a line of the unit table is in the setup's data. An advantage belongs only to its power (OPT-13).
"""
