"""Commands that are not answered yet stand in a file of the process, written before Discord hears of them."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """The new version does not tell users who wait just now what came of it; they see it in the game."""
    op.drop_table("under_way")
