# Failures are named by what happened, as players and hosts would say it.
"""What can go wrong between the game and its database, each with a sentence that may be shown as it is."""

from collections.abc import Sequence

from store.games.rows import Entry


class StoreError(Exception):
    """Any expected failure of the store."""


class DatabaseUnavailable(StoreError):
    """The database cannot be opened, reached or written."""


class DatabaseNotSetUp(DatabaseUnavailable):
    """Its URL, its place, its driver or the rights of its user are wrong: only the host can fix that."""


class DatabaseNotAsLeft(DatabaseNotSetUp):
    """It is not what the last bot left there; the text says what is missing, and how to repair it."""


class StorageChanged(DatabaseUnavailable):
    """The file was removed, replaced or changed under the bot, which has told its host; nothing counts until then."""


class DatabaseInUse(StoreError):
    """Another bot has the SQLite file, or on PostgreSQL a shard."""

    def __init__(self, place: str, shard: int | None = None) -> None:
        if shard is None:
            remedy = "give this one its own DATABASE_URL (several bots can share games only on PostgreSQL)"
            super().__init__(f"A bot already uses the database {place}. Stop it first, or {remedy}.")
        else:
            what = "(one without SHARD_COUNT is the first shard, 0)"
            super().__init__(
                f"A bot already uses the database {place} as shard {shard} {what}. Stop it first, or give this one "
                "other SHARD_IDS."
            )


class DatabaseLocked(StoreError):
    """Another process holds the database for longer than we are willing to wait."""


class DatabaseFull(StoreError):
    """The disk or the database has no room left."""


class DatabaseDamaged(StoreError):
    """The file is no SQLite database, or its pages contradict each other."""


class DatabaseTooNew(StoreError):
    """The tables were made by a later version of Communiqué."""


class BackupRefused(StoreError):
    """No backup was written."""


class CopyRefused(StoreError):
    """The database cannot be copied there; the text says why."""


class NotInOrder(StoreError):
    """What is stored does not fit together; the text says where."""


class RestoreRefused(StoreError):
    """A backup cannot be put in place; the text says why."""


class DeletionRefused(StoreError):
    """Nothing was deleted."""


class UnknownGame(StoreError):
    """No game has this id."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"There is no game {game_id}.")
        self.game_id = game_id


class ChannelTaken(StoreError):
    """The channel already holds a game that is not over."""

    def __init__(self, channel_id: int) -> None:
        super().__init__("This channel already has a game that is not over.")
        self.channel_id = channel_id


class StaleVersion(StoreError):
    """The game has changed since it was read; nothing was written. Read it again and check the action again."""

    def __init__(self, game_id: int, expected_version: int) -> None:
        super().__init__(f"Game {game_id} has changed since it was read; nothing was saved.")
        self.game_id = game_id
        self.expected_version = expected_version


class RollIsOpen(StoreError):
    """Orders that have rolled must be carried out first; nothing was written. Carry them out and try again."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"Game {game_id} has a roll that is not carried out; nothing was saved.")
        self.game_id = game_id


class GameOver(StoreError):
    """The game is over and the seed of its dice public: it never goes on."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"Game {game_id} is over; its seed is public, so it cannot go on.")
        self.game_id = game_id


class AlreadyDone(StoreError):
    """The interaction was already saved; `entries` is what it led to then."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__("Already done; nothing else changed.")
        self.entries = tuple(entries)


class NoSuchEntry(StoreError):
    """The log has no such entry, or it was rolled back."""

    def __init__(self, game_id: int, seq: int) -> None:
        super().__init__(f"Game {game_id} has no entry {seq} to go back to.")
        self.game_id = game_id
        self.seq = seq


class StateNotKept(StoreError):
    """No state is stored for this entry; fold the events from the nearest earlier one that is."""

    def __init__(self, game_id: int, seq: int) -> None:
        super().__init__(f"Game {game_id} has no stored state at entry {seq}.")
        self.game_id = game_id
        self.seq = seq


class UnreadableMessage(StoreError):
    """A row of the outbox is not what any version has written; it must be set aside for the others to go on."""

    def __init__(self) -> None:
        super().__init__("The row of this message cannot be read.")


class LeaseLost(StoreError):
    """The message is no longer this worker's: its lease ran out and another took it, or it is done."""

    def __init__(self, message_id: int, worker: str) -> None:
        super().__init__(f"Message {message_id} is no longer claimed by {worker}.")
        self.message_id = message_id
        self.worker = worker


def befalls_all(failure: Exception) -> bool:
    """Whether it is a failure of the store that tells of more than one game whose rows are damaged or gone."""
    return isinstance(failure, StoreError) and not isinstance(failure, NoSuchEntry | StateNotKept | UnknownGame)
