"""Amphibious assaults: who goes ashore, and the ships that support the landing."""
