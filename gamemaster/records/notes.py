"""Notes that players attach to their turns: in `/history`, and in the record."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine import GameState
from engine.quoting import in_one_line
from gamemaster.dice.phases import START
from gamemaster.errors import TableRefusal
from gamemaster.keys import phase_key, turn_of
from gamemaster.narration.phrases import as_plain_text, power_name
from gamemaster.roles import Actor, check_may
from gamemaster.views.view import GameView
from store import ReadTransaction, Store
from store.notes import Note, keep_note, notes_of

LONGEST = 500


class Notes:
    """The use case of `/note`: one for each turn, by the player of its power."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def write(self, view: GameView, actor: Actor, text: str, *, private: bool) -> str:
        """Keep a note on the player's present turn, or else their last one, in place of the one before.

        Without text it is taken away. Raises NotBegun, NotAllowed, TableRefusal.
        """
        board = view.board
        check_may("give orders", actor, view)
        if len(text) > LONGEST:
            raise TableRefusal(
                f"A note takes up to {LONGEST} characters, and yours has {len(text):,}. Nothing changed; write less."
            )
        text = text.strip() if in_one_line(text, LONGEST) else ""  # what only looks empty is empty
        async with self._store.write() as write:
            turn = await _turn_meant(write, view)
            former = next((note for note in await notes_of(write, view.game.id) if note.turn == turn), None)
            await keep_note(write, view.game.id, Note(turn, text, private), self._store.now())
        of = _heading(board, turn)
        if not text:
            return f"Your note on {of} is deleted." if former else f"There is no note on {of}. Write one with /note."
        open_turn = turn == _present(board)
        seen = "Others see it once this turn is over" if private and open_turn else "Everybody can read it"
        return f"Your note on {of} is saved. {seen}, with /history and in the record."


async def _turn_meant(read: ReadTransaction, view: GameView) -> str:
    """The present turn of a player, else their last one; raises TableRefusal where they have had none."""
    if view.is_on_turn:
        return _present(view.board)
    kept = [turn_of(key.removeprefix(START)) for _, key in await read.kept_states(view.game.id)]
    own = [turn for turn in kept if turn.split(".")[1] in view.powers]
    if not own:
        raise TableRefusal("You haven't had a turn in this game yet. Write your note when it comes.")
    return own[-1]


def _present(board: GameState) -> str:
    return turn_of(phase_key(board))


def seen_of(notes: Sequence[Note], board: GameState, powers: Collection[str] = ()) -> tuple[Note, ...]:
    """The notes that the player of these powers may read: of others those alone that are not private any more."""
    present = "" if board.winner else _present(board)
    hidden = (note for note in notes if note.is_private and note.turn == present)
    others = {note.turn for note in hidden if note.turn.split(".")[1] not in powers}
    return tuple(note for note in notes if note.turn not in others)


def told(notes: Sequence[Note], board: GameState) -> list[str]:
    """A line for each note."""
    return [f"**Note on {_heading(board, note.turn)}**: {as_plain_text(note.text, LONGEST)}" for note in notes]


def _heading(board: GameState, turn: str) -> str:
    """ "Germany, round 2"."""
    round_number, power = turn.split(".")
    return f"{power_name(board, power)}, round {round_number}"
