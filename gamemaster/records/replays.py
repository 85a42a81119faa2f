"""Replays of games in the store."""

from __future__ import annotations

from gamemaster.errors import TableRefusal
from gamemaster.jobs.logged import Logged
from gamemaster.jobs.past.replays import DrawnReplay, ReplayOrder, replay_of
from gamemaster.keys import round_of
from gamemaster.orders.loading import logged
from gamemaster.views.board_choices import FRONT
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, PlaceTeller, WorkerPool
from maps import region_view
from store import ReadTransaction, Store

LARGEST_FILE = 8_000_000


class Replays:
    """Has replays made in the worker pool, as each keeps a core busy for some seconds."""

    def __init__(self, store: Store, workers: WorkerPool, largest_file: int = LARGEST_FILE) -> None:
        self._store = store
        self._workers = workers
        self._largest_file = largest_file

    async def replay(
        self, view: GameView, first: int, last: int, region: str | None = None, *, told: PlaceTeller | None = None
    ) -> DrawnReplay:
        """The replay of some rounds as far as their phases are closed: of the board, a region, or the FRONT.

        `told` says how much comes before it.

        Raises NotBegun, TableRefusal, UnknownPlace, WorkFailed, TooManyWishes.
        """
        check_rounds(view, first, last)
        shown = view.board
        part = region_view(shown.edition.board.board, region) if region and region != FRONT else None
        async with self._store.read_at_length() as read:
            body, since = await log_from_round(read, view, first)
        order = ReplayOrder(body, since, (first, last), part, region == FRONT, self._largest_file)
        return await self._workers.slow(replay_of, order, asker=Asker(view.viewer, view.game.id, told))


def check_rounds(view: GameView, first: int, last: int) -> None:
    """Raise TableRefusal for rounds that have not been played, NotBegun."""
    shown = view.board
    if not 1 <= first <= last <= shown.round:
        rounds = "Round 1" if shown.round == 1 else f"Rounds 1 to {shown.round}"
        raise TableRefusal(f"{rounds} can be shown so far.")


async def log_from_round(read: ReadTransaction, view: GameView, first: int) -> tuple[str, Logged]:
    """A state on record before a round, the last that is whole, and what was logged since then."""
    game = view.game
    kept = await read.kept_states(game.id)
    stored = await read.state_at_or_before(game.id, max((seq for seq, key in kept if round_of(key) < first), default=0))
    return stored.body, await logged(read, game.id, stored.seq, game.seq)
