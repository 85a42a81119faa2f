"""Pings that wait for the end of somebody's quiet hours."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """None waited before."""
    op.create_table(
        "late_pings",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_late_pings"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_late_pings_game_id"),
    )
    op.create_index("ix_late_pings_due_at", "late_pings", ["due_at"])
