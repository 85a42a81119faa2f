"""What a host does with a database: backups, checks, copies, repair."""
