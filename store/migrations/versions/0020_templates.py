"""What servers keep for further games under a name."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Nothing was kept before."""
    op.create_table(
        "templates",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("customs", sa.JSON()),
        sa.Column("is_locked", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "name", name="pk_templates"),
    )
    op.create_index("ix_templates_made_by", "templates", ["made_by"])
