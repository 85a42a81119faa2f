"""`/games`: the unfinished games of a server, for everybody who may see their channels."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine import GameState, load_setup
from engine.state.words import number, phase_name
from gamemaster.narration.phrases import as_plain_text, in_brackets, power_name
from gamemaster.narration.politics.victory import who_is_ahead
from gamemaster.orders.loading import Loader
from gamemaster.roles import SeatedGame
from gamemaster.views.visible import seen_by_all
from store import Game, Post, Store, befalls_all
from store.outbox.threads import threads_of

ON_A_PAGE = 5
"""Games of which the position is read."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class GamesPage:
    """Some of the games, each in lines. number: how many there are in all."""

    told: Sequence[str]
    page: int
    pages: int
    number: int


class ServerGames:
    """The use case of `/games`."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    async def page(self, guild_id: int, is_seen: Callable[[int], bool], page: int) -> GamesPage:
        """A page of the games whose channels are seen, those that were played last first; the last page for more."""
        async with self._store.read() as read:
            games = await read.unfinished_games_of_guild(guild_id)
            own = await threads_of(read, [game.id for game in games])
        seen = sorted((game for game in games if is_seen(_place(game, own))), key=_quiet)
        pages = max(1, -(-len(seen) // ON_A_PAGE))
        shown = min(page, pages)
        here = seen[(shown - 1) * ON_A_PAGE : shown * ON_A_PAGE]
        return GamesPage([await self._told(game) for game in here], shown, pages, len(seen))

    async def _told(self, game: Game) -> str:
        """Its name and place, and how it stands; its name alone where it cannot be read."""
        head = f"**{as_plain_text(game.name)}** in <#{game.channel_id}>"
        try:
            loaded = await self._loader.by_id(game.id)
            return f"{head} · {await asyncio.to_thread(_how_it_stands, loaded.seating, loaded.state)}"
        except Exception as failure:  # a game that cannot be read keeps none of the others from being told
            if befalls_all(failure):
                raise
            log.exception("How game %s stands cannot be told.", game.id)
            return head


def _place(game: Game, own: Mapping[int, Post]) -> int:
    """The channel that a game's place belongs to: a thread of its own is seen by all who see its channel, and Discord
    tells of none that is archived.
    """
    thread = own.get(game.id)
    return thread.channel_id if thread is not None and thread.message_id == game.channel_id else game.channel_id


def _quiet(game: Game) -> tuple[bool, int]:
    return game.status == "lobby", -(game.last_message_id or 0)


def _how_it_stands(seated: SeatedGame, state: GameState | None) -> str:
    """ "Revised, round 3: Germany (<@1>), combat move", who is ahead, and who plays."""
    edition = load_setup(seated.game.setup)
    if state is None:
        free = [power.name for power in edition.powers_with_turns if power.id not in seated.taken]
        seats = f"free seats: {', '.join(free)}" if free else "all seats are taken"
        return f"{edition.title}, not begun; {seats}."
    board = seen_by_all(state)
    turn = f"{power_name(board, board.power)}{_played_by(seated, board.power)}, {phase_name(board.phase)}"
    return f"{edition.title}, round {board.round}: {turn}.\n-# {who_is_ahead(board)}"


def _played_by(seated: SeatedGame, power: str) -> str:
    return f" {in_brackets(seated.player_of(power))}"


def text_of(page: GamesPage) -> str:
    """The page as one message."""
    if not page.number:
        return "No game is under way in the channels that you see. Start one with /game create."
    more = f" Next: `/games page: {page.page + 1}`." if page.page < page.pages else ""
    note = f"-# Page {page.page} of {page.pages}: {number(page.number, 'game')} in all.{more}"
    return "\n".join([*page.told, *([note] if page.pages > 1 else [])])
