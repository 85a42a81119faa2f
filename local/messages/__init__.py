"""Messages at the local table, with files, mentions, threads and Discord's limits."""
