"""War diaries of games in the store."""

from __future__ import annotations

from collections.abc import Mapping

from engine.state.words import first_upper, listed
from gamemaster.jobs.past.diary import Diary, DiaryOrder, diary_of
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import logged
from gamemaster.records.notes import seen_of
from gamemaster.records.players import players_of
from gamemaster.records.replays import LARGEST_FILE, check_rounds, log_from_round
from gamemaster.views.view import GameView
from gamemaster.views.visible import at_phase_start
from gamemaster.workers import Asker, PlaceTeller, WorkerPool
from store import Store
from store.notes import notes_of


class Diaries:
    """Has diaries made in the worker pool, as each keeps a core busy for many seconds."""

    def __init__(self, store: Store, workers: WorkerPool, largest_file: int = LARGEST_FILE) -> None:
        self._store = store
        self._workers = workers
        self._largest_file = largest_file

    async def diary(
        self, view: GameView, first: int, last: int, names: Mapping[int, str], told: PlaceTeller | None = None
    ) -> Diary:
        """The diary of some rounds as far as their phases are closed; `names` of players, as far as they are known.

        It tells nothing but what everybody may know, whoever asks. `told` says how much comes before it.

        Raises NotBegun, TableRefusal, WorkFailed, TooManyWishes.
        """
        check_rounds(view, first, last)
        async with self._store.read_at_length() as read:
            body, since = await log_from_round(read, view, first)
            start = await read.state_at_or_before(view.game.id, 0)
            whole = since if first == 1 else await logged(read, view.game.id, 0, view.game.seq)
            notes = seen_of(await notes_of(read, view.game.id), view.board)
        order = DiaryOrder(
            as_plain_text(view.game.name),
            _players(view, names),
            body,
            since,
            start.body,
            whole,
            at_phase_start(view.public),
            (first, last),
            {note.turn: as_plain_text(note.text, len(note.text)) for note in notes},
            self._largest_file,
        )
        return await self._workers.slow(diary_of, order, asker=Asker(view.viewer, view.game.id, told))


def _players(view: GameView, names: Mapping[int, str]) -> list[str]:
    """The edition, and a line for each player, also for the house: "Anna: Germany and Japan"."""
    called = {user: as_plain_text(name) for user, name in names.items()}
    lines = [
        f"{called.get(each, 'Somebody') if isinstance(each, int) else first_upper(each)}: {listed(played)}"
        for each, played in players_of(view).items()
    ]
    return [f"-# {view.board.edition.title}", *lines]
