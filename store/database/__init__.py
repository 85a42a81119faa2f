"""Opening a database: dialects, tables, migrations, and the lock that keeps other bots out."""
