"""Sheets of one's turn: private messages that change in place, one for each phase."""
