"""Battles in words and as boards, before, during and after the dice."""
