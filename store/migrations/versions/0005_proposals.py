"""Deeds that wait for somebody's consent, and who has played in a game before."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0005"
down_revision = "0004"

ROW_ID = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Two tables of their own; games from before have no proposals and no former players."""
    op.create_table(
        "proposals",
        sa.Column("id", ROW_ID, nullable=False),
        *_game_id("proposals"),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("proposer_id", sa.BigInteger(), nullable=False),
        sa.Column("proposer_name", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("made_for", sa.Text(), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("closed_by", sa.BigInteger()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_proposals"),
        sa.UniqueConstraint("game_id", "cause", name="uq_proposals_game_id_cause"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_proposals_game_id_status", "proposals", ["game_id", "status"])
    op.create_table(
        "former_players",
        *_game_id("former_players"),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "power", "user_id", name="pk_former_players"),
    )


def _game_id(table: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    reference = sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{table}_game_id")
    return sa.Column("game_id", sa.BigInteger(), nullable=False), reference
