"""Powers that the house plays, and why it ordered what it did."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """It played none before."""
    op.add_column("games", sa.Column("house", sa.JSON()))
    has_seats = sa.text("house IS NOT NULL")
    op.create_index("games_of_the_house", "games", ["status", "id"], sqlite_where=has_seats, postgresql_where=has_seats)
    op.create_table(
        "reasons",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("phase_key", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_reasons"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_reasons_game_id"),
    )
