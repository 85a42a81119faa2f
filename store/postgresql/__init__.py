"""A server of PostgreSQL: locks of shards and copies by its own tools."""
