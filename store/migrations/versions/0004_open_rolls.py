"""How the rolls of a game are made, and orders that are about to roll."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Games from before go on with the first method."""
    op.add_column("games", sa.Column("dice_method", sa.BigInteger(), nullable=False, server_default="1"))
    op.add_column("games", sa.Column("open_roll", sa.JSON()))
