"""How the battles of a phase go on by themselves, and what powers had left of their time as each turn began."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """No battles went on by themselves before; of the time only what is left now is known."""
    op.add_column("games", sa.Column("fight_all", sa.JSON()))
    op.create_table(
        "banks",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("banked", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_banks"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_banks_game_id"),
    )
    op.execute(
        "INSERT INTO banks (game_id, seq, banked) SELECT game_id, 0, banked FROM turn_times WHERE banked IS NOT NULL"
    )
