"""Seats that are lent: whose they are while somebody else plays them."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Nobody had lent a seat before."""
    op.add_column("seats", sa.Column("lender_id", sa.BigInteger()))
    op.create_index("ix_seats_lender_id", "seats", ["lender_id"])
