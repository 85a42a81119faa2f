"""How each player wants to be reminded, and when not."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Everybody was reminded in the channel of the game, at any hour."""
    op.create_table(
        "own_reminders",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("zone", sa.Text()),
        sa.Column("quiet_from", sa.BigInteger()),
        sa.Column("quiet_until", sa.BigInteger()),
        sa.Column("is_closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_own_reminders"),
    )
