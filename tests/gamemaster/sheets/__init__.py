"""Sheets as plain values."""
