"""Drafts of coming turns, made while others play."""
