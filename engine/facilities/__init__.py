"""Territories that make units: what they yield, and where facilities may stand."""
