"""Who must act stands beside each state, so that games need not be read to list those that wait for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """States from before know only their phase."""
    op.add_column("states", sa.Column("acting", sa.JSON(none_as_null=True)))
