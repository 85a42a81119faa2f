"""What players note on their turns."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Nothing was noted before."""
    op.create_table(
        "notes",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("is_private", sa.Boolean(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "turn", name="pk_notes"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_notes_game_id"),
    )
