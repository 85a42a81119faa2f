"""What happened in battles, raids and strikes, as values: folded once from events, and only rendered by all others."""
