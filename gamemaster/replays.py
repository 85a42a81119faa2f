"""Replays of games in the store."""

from __future__ import annotations

from gamemaster.errors import TableRefusal
from gamemaster.loading import logged
from gamemaster.lobby import START_KEY
from gamemaster.looks import FRONT
from gamemaster.viewing import GameView
from gamemaster.works.logged import Logged
from gamemaster.works.replays import Replay, ReplayOrder, replay_of
from gamemaster.workshop import Workshop
from maps import region_view
from store import Reading, Store

LARGEST_FILE = 8_000_000


class Replays:
    """Has replays made in the workshop, as each keeps a core busy for some seconds."""

    def __init__(self, store: Store, workshop: Workshop, largest_file: int = LARGEST_FILE) -> None:
        self._store = store
        self._workshop = workshop
        self._largest_file = largest_file

    async def replay(self, view: GameView, first: int, last: int, region: str | None = None) -> Replay:
        """The replay of some rounds as far as their phases are closed: of the board, a region, or the FRONT.

        Raises NotBegun, TableRefusal, UnknownPlace, WorkLost, TooManyWishes.
        """
        shown = view.board
        if not 1 <= first <= last <= shown.round:
            raise TableRefusal(f"There are rounds 1 to {shown.round} to be shown.")
        part = region_view(shown.edition.board.board, region) if region and region != FRONT else None
        async with self._store.read_at_length() as read:
            body, since = await _log(read, view, first)
        order = ReplayOrder(body, since, (first, last), part, region == FRONT, self._largest_file)
        return await self._workshop.slow(replay_of, order, asker=view.viewer)


async def _log(read: Reading, view: GameView, first: int) -> tuple[str, Logged]:
    """The last state on record before a round, and what was logged since then."""
    game = view.game
    kept = await read.kept_states(game.id)
    seq = max((seq for seq, key in kept if _round_of(key) < first), default=0)
    body = (await read.state_at_or_before(game.id, seq)).body
    return body, await logged(read, game.id, seq, game.seq)


def _round_of(key: str) -> int:
    """The round of a phase key; 0 of the key of the start."""
    head = key.partition(".")[0]
    return 0 if head == START_KEY else int(head)
