"""Commands that are not answered yet stand in a file of the process, written before Discord hears of them."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Who waits just now is not told by the new version what came of it; he sees it in the game."""
    op.drop_table("under_way")
