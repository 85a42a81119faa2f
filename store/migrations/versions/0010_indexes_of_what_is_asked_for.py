"""Indexes for what each order, post and look at the outbox asks, so that nothing reads all games or all messages."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Nothing that is stored changes."""
    op.create_index("ix_games_channel_id_id", "games", ["channel_id", "id"])
    rolls = sa.text("open_roll IS NOT NULL")
    op.create_index("games_with_open_rolls", "games", ["id"], sqlite_where=rolls, postgresql_where=rolls)
    op.drop_index("ix_outbox_state_channel_id_id", "outbox")
    for name, states, columns in (
        ("messages_in_line", "'pending', 'sending'", ["channel_id", "id"]),
        ("messages_under_way", "'sending'", ["claimed_by"]),
        ("messages_sent", "'sent'", ["id"]),
        ("messages_set_aside", "'parked'", ["id"]),
    ):
        these = sa.text(f"state IN ({states})")
        op.create_index(name, "outbox", columns, sqlite_where=these, postgresql_where=these)
