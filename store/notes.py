"""What players note on their turns, for those who look back."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, select

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.writing import WriteTransaction


@dataclass(frozen=True)
class Note:
    """turn: what the phase keys of its turn begin with. is_private: until that turn is over."""

    turn: str
    text: str
    is_private: bool


async def notes_of(read: ReadTransaction, game_id: int) -> tuple[Note, ...]:
    """All notes of a game, those that are still private too, in the order in which they were first written."""
    table = tables.notes
    query = select(table.c.turn, table.c.text, table.c.is_private).where(table.c.game_id == game_id)
    rows = (await read.connection.execute(query.order_by(table.c.written_at, table.c.turn))).all()
    return tuple(Note(**row._mapping) for row in rows)


async def keep_note(write: WriteTransaction, game_id: int, note: Note, written_at: int) -> None:
    """Keeps the note of a turn in place of the one before; one without text is forgotten."""
    values = {"text": note.text, "is_private": note.is_private, "written_at": written_at}
    await put(write.connection, tables.notes, {"game_id": game_id, "turn": note.turn}, values if note.text else None)


async def forget_notes(write: WriteTransaction, game_id: int, *, but: Collection[str]) -> None:
    """Forgets the notes of turns that are taken back, all but those of these turns."""
    table = tables.notes
    await write.connection.execute(delete(table).where(table.c.game_id == game_id, table.c.turn.not_in(list(but))))
