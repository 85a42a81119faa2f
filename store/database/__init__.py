"""Opening a database: dialects, tables, migrations, and who has it alone."""
