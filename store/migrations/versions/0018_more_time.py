"""Time that a turn was given besides, and what powers have left of their time for the whole game."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """No turn was given more time before, and no power had a time for the whole game."""
    op.add_column("turn_times", sa.Column("extra", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("turn_times", sa.Column("extended_at", sa.BigInteger()))
    op.add_column("turn_times", sa.Column("banked", sa.JSON()))
