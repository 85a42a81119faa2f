"""The first tables: games, their log, rolls and states, and what is to be told."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0001"
down_revision = None

ROW_ID = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
UNFINISHED = sa.text("status IN ('lobby', 'running')")


def upgrade() -> None:
    """Tables in the order of their references."""
    _games()
    _tables_of_players()
    _log_rolls_and_states()
    _outbox()


def _game_id(table: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    reference = sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{table}_game_id")
    return sa.Column("game_id", sa.BigInteger(), nullable=False), reference


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("organiser_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("next_roll", sa.BigInteger(), nullable=False),
        sa.Column("engine_version", sa.Text(), nullable=False),
        sa.Column("event_format", sa.BigInteger(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("last_message_id", sa.BigInteger()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("winner", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_unfinished_game_per_channel",
        "games",
        ["channel_id"],
        unique=True,
        sqlite_where=UNFINISHED,
        postgresql_where=UNFINISHED,
    )
    for column in ("guild_id", "status", "organiser_id"):
        op.create_index(f"ix_games_{column}", "games", [column])


def _tables_of_players() -> None:
    op.create_table(
        "seats",
        *_game_id("seats"),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "power", name="pk_seats"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "standing_orders",
        *_game_id("standing_orders"),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("domain", sa.String(16), nullable=False),
        sa.Column("order", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "power", "domain", name="pk_standing_orders"),
    )
    op.create_table(
        "drafts",
        *_game_id("drafts"),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", "kind", name="pk_drafts"),
    )


def _log_rolls_and_states() -> None:
    op.create_table(
        "log",
        *_game_id("log"),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("action", sa.JSON(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("cause_index", sa.BigInteger(), nullable=False),
        sa.Column("dice", sa.JSON(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("auto", sa.String(16)),
        sa.Column("engine_version", sa.Text(), nullable=False),
        sa.Column("event_format", sa.BigInteger(), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("rolled_back_by", sa.BigInteger()),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_log"),
        sa.UniqueConstraint("game_id", "cause", "cause_index", name="uq_log_game_id_cause_cause_index"),
    )
    op.create_table(
        "rolls",
        *_game_id("rolls"),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("faces", sa.JSON(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_rolls"),
    )
    op.create_table(
        "states",
        *_game_id("states"),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("phase_key", sa.Text(), nullable=False),
        sa.Column("format", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_states"),
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", ROW_ID, nullable=False),
        *_game_id("outbox"),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("role", sa.Text()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("picture", sa.JSON()),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("lease_until", sa.BigInteger()),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("doubtful", sa.Boolean(), nullable=False),
        sa.Column("failure", sa.Text()),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_state_channel_id_id", "outbox", ["state", "channel_id", "id"])
    op.create_index("ix_outbox_game_id_role", "outbox", ["game_id", "role"])
    op.create_table(
        "parked_channels",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("parked_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_parked_channels"),
    )
    op.create_table(
        "posts",
        *_game_id("posts"),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "role", name="pk_posts"),
    )
