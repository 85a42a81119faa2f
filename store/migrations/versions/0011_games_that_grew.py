"""Which games have positions that were not looked through yet, so that those long over are not visited again."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """All games from before are looked through once."""
    op.add_column("games", sa.Column("is_grown", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_index(
        "games_that_grew",
        "games",
        ["id"],
        sqlite_where=sa.text("is_grown IS 1"),
        postgresql_where=sa.text("is_grown IS true"),
    )
