"""Events that take a quarter of the room."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """What was logged before stays as it is, so that a long log is opened at once."""
    op.add_column("log", sa.Column("packed", sa.LargeBinary()))
