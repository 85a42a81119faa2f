"""Dice that everybody can check: how they are drawn, published and verified."""
