"""Tables at which the house plays, with a worker in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamemaster.jobs.house import Position, Thought
from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from store import Entry
from tests.gamemaster.desk import ANNA, TWO, Desk, desk

ALLIES = {ANNA: TWO[ANNA]}


@dataclass
class Here:
    """A worker in this process: it keeps what it was asked, and may answer something else, or fail."""

    asked: list[Position] = field(default_factory=list)
    answer: Callable[[Position], Thought] | None = None

    async def think(self, work: Callable[[Position], Thought], position: Position, **_: object) -> Thought:
        self.asked.append(position)
        return (self.answer or work)(position)

    async def slow(self, work: Callable[[Position], Thought], position: Position, **more: object) -> Thought:
        """What is suggested."""
        return await self.think(work, position, **more)


def work_here(master: GameMaster) -> Here:
    """Have the house of a game master think in this process."""
    here = Here()
    master.house._workers = here  # type: ignore[assignment]
    master.house.pause_seconds = 0
    return here


async def give(table: Desk, actor: Actor, power: str, level: str = "easy") -> None:
    """Let the house play a power."""
    assert not (await table.wish(actor, "house", power=power, level=level)).users


@asynccontextmanager
async def against_the_house(
    tmp_path: Path, *powers: str, seats: Mapping[Actor, tuple[str, ...]] | None = None, **more: Any
) -> AsyncIterator[tuple[Desk, Here]]:
    """Anna plays the Allies, the house the Axis, unless it is said otherwise; nothing has been ordered yet."""
    async with desk(tmp_path, ALLIES if seats is None else seats, started=False, **more) as table:
        here = work_here(table.master)
        for power in powers or ("germany", "japan"):
            await give(table, ANNA, power)
        await table.master.lobby.start(await table.loaded(), ANNA, "the start")
        yield table, here


async def attack_ahead(table: Desk) -> None:
    """Germany is about to move into West Russia, where one infantry stands."""
    spaces = {
        "germany": {"units": {"germany": {"infantry": 4}}},
        "eastern_europe": {"units": {"germany": {"infantry": 3, "tank": 3}}},
        "west_russia": {"owner": "soviet_union", "units": {"soviet_union": {"infantry": 1, "tank": 1}}},
        "russia": {"units": {"soviet_union": {"infantry": 6}}},
        "japan": {"units": {"japan": {"infantry": 3}}},
    }
    turn = {"round": 1, "power": "germany", "phase": "combat_move"}
    await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})


async def play(master: GameMaster, most: int = 60) -> int:
    """Let the house play until it has nothing more to do; gives in how many steps."""
    for done in range(most):
        if not await master.house.sweep():
            return done
    return most


async def log_of(table: Desk) -> tuple[Entry, ...]:
    """All entries of the log that count."""
    async with table.master.store.read() as read:
        return await read.entries_since(table.game_id, 0)


async def germany_is_asked(table: Desk) -> str:
    """Anna attacks West Russia and has hit; gives the question that Germany is asked."""
    spaces = {
        "russia": {"units": {"soviet_union": {"infantry": 6, "tank": 12}}},
        "west_russia": {"owner": "germany", "units": {"germany": {"infantry": 12, "tank": 12}}},
    }
    turn = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
    await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})
    move = {"type": "move", "units": {"infantry": 6, "tank": 12}, "path": ["russia", "west_russia"]}
    await table.act(ANNA, move, {"type": "end_phase"})
    await table.act(ANNA, {"type": "battle", "space": "west_russia"})
    (request,) = (await table.state()).requests
    assert request.powers == ("germany",)
    return request.id


STRONG_JAPAN = {
    "sz35": "japan: 3 transport, 3 battleship",
    "formosa": "japan: 4 infantry, 2 tank",
    "sz36": "japan: 4 transport, 2 battleship, 2 cruiser",
    "kwangsi": "japan: 8 infantry, 4 artillery, 4 fighter",
    "kwangtung": "united_kingdom: 1 infantry",
    "philippines": "united_states: 1 infantry",
}
"""Pacific 1940: so much is within Japan's reach in the second round that it is worth a war."""
