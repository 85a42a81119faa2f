"""`/history`: what everybody may know of a round, a turn, a phase or a battle of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamemaster.dice.phases import START
from gamemaster.errors import TableRefusal
from gamemaster.jobs.past.history import Moment, Told, told
from gamemaster.keys import round_of, turn_of
from gamemaster.narration import LIMIT, cut_at_line
from gamemaster.narration.phrases import lines_within
from gamemaster.orders.loading import logged
from gamemaster.outbox.drawn import drawn
from gamemaster.records.notes import seen_of
from gamemaster.records.notes import told as notes_told
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, PlaceTeller, WorkerPool
from maps import Picture
from store import Store
from store.notes import notes_of

MOST_ROUNDS = 25
ROOM_FOR_NOTES = LIMIT * 3 // 5
"""Characters: the longest note has room, even where each of its characters needs an escape."""
NOT_YET = "No phase of this game has ended yet, so there is nothing to look back at. Try again after the first."


@dataclass(frozen=True)
class PastMoment:
    """A moment with its picture, and what else is on record: the last rounds, and the turns of its own.

    entry: after which the game stood there, where it can be put back to that; else None.
    """

    moment: Moment
    told: Told
    picture: Picture | None
    rounds: tuple[int, ...]
    turns: tuple[str, ...]
    entry: int | None


class Histories:
    """The use case of `/history`."""

    def __init__(self, store: Store, workers: WorkerPool) -> None:
        self._store = store
        self._workers = workers

    async def of(self, view: GameView, moment: Moment | None, place: PlaceTeller | None = None) -> PastMoment:
        """A moment, None: the last turn of which a phase has ended; `place` says how much comes before it.

        Raises NotBegun, TableRefusal where nothing is on record, WorkFailed, TooManyWishes.
        """
        board = view.board
        async with self._store.read_at_length() as read:
            kept = [(seq, key.removeprefix(START)) for seq, key in await read.kept_states(view.game.id)]
            closed = [key for _, key in kept if board.winner or key != kept[-1][1]]
            if not closed:
                raise TableRefusal(NOT_YET)
            moment = _on_record(closed, moment)
            first = next(n for n, (_, key) in enumerate(kept) if _is_in(key, moment))
            last = max(n for n, (_, key) in enumerate(kept) if _is_in(key, moment))
            stored = await read.state_at_or_before(view.game.id, kept[max(first - 1, 0)][0])
            until = kept[last + 1][0] if last + 1 < len(kept) else view.game.seq
            since = await logged(read, view.game.id, stored.seq, until)
            noted = [note for note in await notes_of(read, view.game.id) if _is_in(note.turn, moment)]
        asker = Asker(view.viewer, view.game.id, place)
        found = await self._workers.quick(told, stored.body, since, moment, asker=asker)
        found = _with_notes(found, notes_told(seen_of(noted, board, view.powers), board))
        what = f"the history of game {view.game.id}"
        picture = await drawn(self._workers, found.picture, what, asker) if found.picture else None
        rounds = tuple(dict.fromkeys(map(round_of, closed)))[-MOST_ROUNDS:]
        turns = tuple(dict.fromkeys(turn_of(key) for key in closed if round_of(key) == round_of(f"{moment.turn}.")))
        return PastMoment(moment, found, picture, rounds, turns, _entry(kept, moment, view.game.seq))


def _with_notes(found: Told, notes: Sequence[str]) -> Told:
    """The same with notes below it."""
    below = "\n".join(lines_within(notes, ROOM_FOR_NOTES, "notes"))
    return replace(found, text=f"{cut_at_line(found.text, LIMIT - len(below) - 1)}\n{below}") if notes else found


def _is_in(key: str, moment: Moment) -> bool:
    return f"{key}.".startswith(f"{moment.turn}.")


def _on_record(closed: Sequence[str], moment: Moment | None) -> Moment:
    """The moment itself; the last turn where there is no such one, as after a rollback."""
    if moment and any(_is_in(key, moment) for key in closed):
        return moment
    return Moment(turn_of(closed[-1]))


def _entry(kept: Sequence[tuple[int, str]], moment: Moment, seq: int) -> int | None:
    """The last entry of the moment, before which nothing is lost by going back; None of the present one."""
    wanted = f"{moment.turn}.{moment.phase}" if moment.phase else moment.turn
    found = [number for number, key in kept if f"{key}.".startswith(f"{wanted}.") and number < seq]
    return found[-1] if found else None
