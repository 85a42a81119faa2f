"""Who may answer questions for the player of a power."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nobody had a deputy before."""
    op.add_column("seats", sa.Column("deputy_id", sa.BigInteger()))
    op.create_index("ix_seats_deputy_id", "seats", ["deputy_id"])
