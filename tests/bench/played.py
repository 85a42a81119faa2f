"""A game that is played at random in a store, as the game master does it, with everything posted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar, TypeVarTuple, cast

from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from gamemaster.upkeep.pruning import Pruning
from gamemaster.workers import Asker, WorkerPool
from maps import Picture
from tests.bench.loop import legal_order
from tests.bench.nowhere import NowhereSender
from tests.bench.stocked import ALLIES, AXIS, stock
from tests.engine.random_orders import RandomPlayer
from tests.store.conftest import HandSetClock

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

GAME = 1
LONG_WARS: Mapping[str, Mapping[str, str]] = {"revised": {"victory": "total"}}
"""What a table agrees on so that its war isn't decided before it is late."""
MINUTES_BETWEEN = 15
EVERY = 50
SEED = bytes(range(32))
NOTHING = Picture(b"", "nothing.webp", "Nothing.", (1, 1))


class _Undrawn(WorkerPool):
    """Draws nothing: pictures are kept by Discord, and the database has only what they are drawn from."""

    async def quick(self, work: Callable[[*Ts], T], *arguments: *Ts, asker: Asker | None = None) -> T:
        return cast("T", NOTHING)


@dataclass
class PlayedGame:
    """The same game every time: an action each quarter of an hour, and what is old cleared away as it goes on."""

    master: GameMaster
    clock: HandSetClock
    player: RandomPlayer
    actions: int = 0

    @classmethod
    async def begin(cls, place: Path | str, setup: str, users: tuple[int, int] = (AXIS, ALLIES)) -> PlayedGame:
        """In a new database, a file or the URL of one."""
        clock = HandSetClock()
        options = LONG_WARS.get(setup)
        store = await stock(place, games=1, setup=setup, seed=SEED, users=users, clock=clock, options=options)
        master = GameMaster(store, NowhereSender(), clock, edit_pause=0.0, workers=_Undrawn())
        return cls(master, clock, RandomPlayer(Random(7), odd=False))

    async def go_on(self) -> None:
        """One action more."""
        self.actions += 1
        loaded = await self.master.loader.by_id(GAME)
        action = legal_order(loaded.running, self.player)
        player = Actor(loaded.seats[action.get("power", loaded.running.power)], "Somebody", manages_server=False)
        await self.master.acting.act(GAME, player, [action], f"press {self.actions}")
        self.clock.now += MINUTES_BETWEEN * 60
        while await self.master.publisher.send_batch():
            pass
        if self.actions % EVERY == 0:
            await Pruning(self.master.store, self.clock, breath=0.0).sweep()
