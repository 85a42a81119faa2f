"""Who follows a game without playing in it."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Nobody followed one before."""
    op.create_table(
        "followers",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_followers"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_followers_game_id"),
    )
    op.create_index("ix_followers_user_id", "followers", ["user_id"])
