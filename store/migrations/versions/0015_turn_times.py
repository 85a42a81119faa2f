"""What has happened with the time for the present turn of each game."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """No turn had a time before."""
    op.create_table(
        "turn_times",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("told_at", sa.BigInteger()),
        sa.Column("bumps", sa.BigInteger(), nullable=False),
        sa.Column("bumped_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("game_id", name="pk_turn_times"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_turn_times_game_id"),
    )
