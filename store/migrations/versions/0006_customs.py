"""What a table has agreed on beside the rules."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Games from before have the usual customs."""
    op.add_column("games", sa.Column("customs", sa.JSON()))
