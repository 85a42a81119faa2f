"""Which commands Discord has from us, so that they are registered only when they have changed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """One line for each application that this database has served."""
    op.create_table(
        "registered_commands",
        sa.Column("application_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("application_id", name="pk_registered_commands"),
    )
