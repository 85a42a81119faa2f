"""The tables. Migrations make them; a test compares the two."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    FromClause,
    Index,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal,
    true,
)

from store.database.dialect import RowId
from store.games.rows import UNFINISHED, MessageState

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _game_id(*, primary_key: bool = False) -> Column[int]:
    return Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=primary_key, nullable=False)


def _index_of_some(name: str, these: ColumnElement[bool], *columns: Column[Any], unique: bool = False) -> None:
    """An index of those rows of a table alone for which this holds."""
    Index(name, *columns, unique=unique, sqlite_where=these, postgresql_where=these)


games = Table(
    "games",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("setup", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("organiser_id", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("next_roll", BigInteger, nullable=False),
    Column("engine_version", Text, nullable=False),
    Column("event_format", BigInteger, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("last_message_id", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Column("winner", Text),
    Column("dice_method", BigInteger, nullable=False, server_default="1"),
    Column("open_roll", JSON(none_as_null=True)),
    Column("customs", JSON(none_as_null=True)),
    Column("is_grown", Boolean, nullable=False, server_default=true()),
    Column("fight_all", JSON(none_as_null=True)),
    Column("house", JSON(none_as_null=True)),
    Column("is_counted", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,  # The id of a game that is gone must not come back: players have seen it in tags.
)
_index_of_some("one_unfinished_game_per_channel", games.c.status.in_(UNFINISHED), games.c.channel_id, unique=True)
_index_of_some("games_with_open_rolls", games.c.open_roll.is_not(None), games.c.id)
_index_of_some("games_of_the_house", games.c.house.is_not(None), games.c.status, games.c.id)
_index_of_some("games_that_grew", games.c.is_grown.is_(true()), games.c.id)
_index_of_some("games_not_counted", games.c.is_counted.is_(false()), games.c.status, games.c.id)
Index(None, games.c.channel_id, games.c.id)
Index(None, games.c.guild_id)
Index(None, games.c.status)
Index(None, games.c.organiser_id)

seats = Table(
    "seats",
    metadata,
    _game_id(primary_key=True),
    Column("power", Text, primary_key=True),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("deputy_id", BigInteger, index=True),
    Column("lender_id", BigInteger, index=True),
)

standing_orders = Table(
    "standing_orders",
    metadata,
    _game_id(primary_key=True),
    Column("power", Text, primary_key=True),
    Column("domain", String(16), primary_key=True),
    Column("order", JSON, nullable=False),
)

# What was sealed as the phase ended that this entry of the log ended, secret until the game is over.
seals = Table(
    "seals",
    metadata,
    _game_id(primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
    Column("text", Text, nullable=False),
)

# Why the house ordered what this entry of the log and those after it say, secret until the phase is over.
reasons = Table(
    "reasons",
    metadata,
    _game_id(primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("phase_key", Text, nullable=False),
    Column("body", JSON, nullable=False),
)

log = Table(
    "log",
    metadata,
    _game_id(primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("by", Text, nullable=False),
    Column("action", JSON, nullable=False),
    Column("cause", Text, nullable=False),
    Column("cause_index", BigInteger, nullable=False),
    Column("dice", JSON, nullable=False),
    Column("events", JSON, nullable=False),
    Column("auto", String(16)),
    Column("engine_version", Text, nullable=False),
    Column("event_format", BigInteger, nullable=False),
    Column("written_at", BigInteger, nullable=False),
    Column("rolled_back_by", BigInteger),
    # The events, compressed; older entries have them as text in `events`.
    Column("packed", LargeBinary),
    UniqueConstraint("game_id", "cause", "cause_index"),
)

rolls = Table(
    "rolls",
    metadata,
    _game_id(primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("cause", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("faces", JSON, nullable=False),
    Column("seq", BigInteger, nullable=False),
)

states = Table(
    "states",
    metadata,
    _game_id(primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("phase_key", Text, nullable=False),
    Column("acting", JSON(none_as_null=True)),
    Column("format", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", RowId, primary_key=True),
    _game_id(),
    Column("channel_id", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("role", Text),
    Column("message_id", BigInteger),
    Column("payload", JSON, nullable=False),
    Column("picture", JSON(none_as_null=True)),
    Column("state", String(16), nullable=False),
    Column("claimed_by", Text),
    Column("lease_until", BigInteger),
    Column("not_before", BigInteger, nullable=False),
    Column("attempts", BigInteger, nullable=False),
    Column("doubtful", Boolean, nullable=False),
    Column("failure", Text),
    Column("written_at", BigInteger, nullable=False),
    sqlite_autoincrement=True,  # The tag of a message that was sent and forgotten must not come back.
)


def in_state(messages: FromClause, *states: MessageState) -> ColumnElement[bool]:
    """Messages in one of these states, written out in a statement, so that the database sees which index has them."""
    return messages.c.state.in_([literal(state, literal_execute=True) for state in states])


def in_line(messages: FromClause) -> ColumnElement[bool]:
    """What waits or is under way."""
    return in_state(messages, "pending", "sending")


# An index for each state and none over all: the database would confuse them.
_index_of_some("messages_in_line", in_line(outbox), outbox.c.channel_id, outbox.c.id)
_index_of_some("messages_under_way", in_state(outbox, "sending"), outbox.c.claimed_by)
_index_of_some("messages_sent", in_state(outbox, "sent"), outbox.c.id)
_index_of_some("messages_set_aside", in_state(outbox, "parked"), outbox.c.id)
Index(None, outbox.c.game_id, outbox.c.role)

parked_channels = Table(
    "parked_channels",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("reason", Text, nullable=False),
    Column("parked_at", BigInteger, nullable=False),
)

posts = Table(
    "posts",
    metadata,
    _game_id(primary_key=True),
    Column("role", Text, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    _game_id(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("body", JSON, nullable=False),
    Column("written_at", BigInteger, nullable=False),
)
Index(None, drafts.c.user_id)

registered_commands = Table(
    "registered_commands",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("fingerprint", String(64), nullable=False),
)

proposals = Table(
    "proposals",
    metadata,
    Column("id", RowId, primary_key=True),
    _game_id(),
    Column("kind", String(32), nullable=False),
    Column("proposer_id", BigInteger, nullable=False),
    Column("proposer_name", Text, nullable=False),
    Column("body", JSON, nullable=False),
    Column("made_for", Text, nullable=False),
    Column("asked", JSON, nullable=False),
    Column("text", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("closed_by", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    UniqueConstraint("game_id", "cause"),
    sqlite_autoincrement=True,  # A button of a proposal that is gone must not mean another one.
)
Index(None, proposals.c.game_id, proposals.c.status)

former_players = Table(
    "former_players",
    metadata,
    _game_id(primary_key=True),
    Column("power", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
)

reminders = Table(
    "reminders",
    metadata,
    _game_id(primary_key=True),
    Column("of_what", Text, nullable=False),
    Column("given", BigInteger, nullable=False),
    Column("given_at", BigInteger, nullable=False),
)

turn_times = Table(
    "turn_times",
    metadata,
    _game_id(primary_key=True),
    Column("turn", Text, nullable=False),
    Column("told_at", BigInteger),
    Column("bumps", BigInteger, nullable=False),
    Column("bumped_at", BigInteger),
    Column("extra", BigInteger, nullable=False, server_default="0"),
    Column("extended_at", BigInteger),
    Column("banked", JSON(none_as_null=True)),
)

# What powers had left of their time for the whole game as the turn began that this entry of the log began.
banks = Table(
    "banks",
    metadata,
    _game_id(primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("banked", JSON, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("shard", BigInteger, primary_key=True, autoincrement=False),
    Column("shards", BigInteger, primary_key=True, autoincrement=False),
    Column("seen_at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("shard", BigInteger, primary_key=True, autoincrement=False),
    Column("shards", BigInteger, primary_key=True, autoincrement=False),
    Column("began_at", BigInteger, primary_key=True, autoincrement=False),
    Column("ended_at", BigInteger, nullable=False, index=True),
)

own_reminders = Table(
    "own_reminders",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("way", String(16), nullable=False),
    Column("zone", Text),
    Column("quiet_from", BigInteger),
    Column("quiet_until", BigInteger),
    Column("is_closed", Boolean, nullable=False),
)

templates = Table(
    "templates",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, primary_key=True),
    Column("setup", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("customs", JSON(none_as_null=True)),
    Column("is_locked", Boolean, nullable=False),
    Column("made_by", BigInteger, nullable=False, index=True),
)

notes = Table(
    "notes",
    metadata,
    _game_id(primary_key=True),
    Column("turn", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("is_private", Boolean, nullable=False),
    Column("written_at", BigInteger, nullable=False),
)

followers = Table(
    "followers",
    metadata,
    _game_id(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
)

# What came of a game that is over: the winning side, its luck by power and side in IPCs, its dearest battle.
results = Table(
    "results",
    metadata,
    _game_id(primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("setup", Text, nullable=False),
    Column("winner", Text, nullable=False),
    Column("rounds", BigInteger, nullable=False),
    Column("seconds", BigInteger, nullable=False),
    Column("luck", JSON, nullable=False),
    Column("battle", Text),
    Column("battle_cost", BigInteger, nullable=False),
)
Index(
    "results_of_a_server",
    *(results.c.guild_id, results.c.setup, results.c.winner, results.c.rounds, results.c.seconds),
)
Index("battles_of_a_server", results.c.guild_id, results.c.battle_cost)

# Who lets everybody in a server see what came of their games there.
shown_players = Table(
    "shown_players",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
)

# When users of a game are pinged after their quiet hours; user 0: when the seats kept in its lobby pass on.
late_pings = Table(
    "late_pings",
    metadata,
    _game_id(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("due_at", BigInteger, nullable=False, index=True),
)
