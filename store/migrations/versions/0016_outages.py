"""When the bot was last seen at work, and when it was away."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Nobody noted it before."""
    op.create_table(
        "presence",
        sa.Column("shard", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "shards", name="pk_presence"),
    )
    op.create_table(
        "outages",
        sa.Column("shard", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("began_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "shards", "began_at", name="pk_outages"),
    )
    op.create_index("ix_outages_ended_at", "outages", ["ended_at"])
