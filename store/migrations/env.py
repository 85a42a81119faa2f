"""Run by Alembic: migrates within the connection and transaction that it is given."""

from alembic import context

from store.database.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=False)
context.run_migrations()
