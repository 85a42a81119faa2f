"""What players were last reminded of in each game."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Nobody was reminded of anything before."""
    op.create_table(
        "reminders",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("of_what", sa.Text(), nullable=False),
        sa.Column("given", sa.BigInteger(), nullable=False),
        sa.Column("given_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_reminders"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_reminders_game_id"),
    )
