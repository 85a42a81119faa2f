"""What came of games that are over, who lets their own be shown, and what finds all that is known of a person."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Games that were over before are counted one by one; nobody has chosen to be shown."""
    op.add_column("games", sa.Column("is_counted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "games_not_counted",
        "games",
        ["status", "id"],
        sqlite_where=sa.text("is_counted IS 0"),
        postgresql_where=sa.text("is_counted IS false"),
    )
    op.create_table(
        "results",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("winner", sa.Text(), nullable=False),
        sa.Column("rounds", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.BigInteger(), nullable=False),
        sa.Column("luck", sa.JSON(), nullable=False),
        sa.Column("battle", sa.Text()),
        sa.Column("battle_cost", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_results"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_results_game_id"),
    )
    op.create_index("results_of_a_server", "results", ["guild_id", "setup", "winner", "rounds", "seconds"])
    op.create_index("battles_of_a_server", "results", ["guild_id", "battle_cost"])
    op.create_table(
        "shown_players",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_shown_players"),
    )
    op.create_index("ix_shown_players_user_id", "shown_players", ["user_id"])
    op.create_index("ix_former_players_user_id", "former_players", ["user_id"])
    op.create_index("ix_drafts_user_id", "drafts", ["user_id"])
