"""What standing orders there were as a combat move ended, sealed."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """None were sealed before."""
    op.create_table(
        "seals",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_seals"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seals_game_id"),
    )
