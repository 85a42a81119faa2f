"""Games as rows: read, written, packed, deleted."""
