"""A battle about to be fought, and what may go wrong while its dice fall."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gamemaster.dice.rolls import roll_faces
from gamemaster.master import GameMaster
from store import LoggedRoll, Store, WriteTransaction, utc_seconds
from tests.gamemaster.desk import ANNA, BEN, Desk, Mailbox, desk
from tests.tables import with_tables

END: dict[str, Any] = {"type": "end_phase"}
BATTLE: dict[str, Any] = {"type": "battle", "space": "west_russia"}
PERMIT: dict[str, Any] = {"type": "leave", "power": "japan", "to": "germany", "what": "carriers", "granted": False}
REVISED = {ANNA: ("soviet_union", "united_kingdom", "united_states"), BEN: ("germany", "japan")}

Work = Callable[[], Awaitable[Any]]


async def rolls_of(table: Desk) -> tuple[LoggedRoll, ...]:
    async with table.master.store.read() as read:
        return await read.rolls(table.game_id)


async def is_open(table: Desk) -> bool:
    return (await table.loaded()).game.roll_is_open


async def promised(table: Desk, number: int, cause: str, step: int, count: int) -> tuple[int, ...]:
    """The faces that the seed promises for a roll."""
    async with table.master.store.read() as read:
        game, seed = await read.game(table.game_id), await read.seed(table.game_id)
    return roll_faces(seed, str(game.id), number, cause, count, step if game.dice_method > 1 else None)


@asynccontextmanager
async def before_a_battle(tmp_path: Path, infantry: int = 12, tanks: int = 6) -> AsyncIterator[Desk]:
    """Twelve infantry and six tanks about to attack: a roll of 18 dice, then one of 12."""
    async with desk(tmp_path) as table:
        force = {"infantry": infantry, "tank": tanks}
        spaces = {"russia": {"soviet_union": force}, "west_russia": {"germany": {"infantry": infantry}}}
        await table.place("soviet_union", "combat_move", spaces)
        await table.act(ANNA, {"type": "move", "units": force, "path": ["russia", "west_russia"]}, END)
        yield table


@asynccontextmanager
async def another_process(tmp_path: Path) -> AsyncIterator[GameMaster]:
    """A game master of its own on the same file."""
    # Where the machine is busy, what is tested here is not how long a lock is waited for.
    store = await Store.open(f"sqlite+aiosqlite:///{with_tables(tmp_path / 'games.db')}", busy_timeout=60)
    try:
        yield GameMaster(store, Mailbox(), utc_seconds, edit_pause=0.0)
    finally:
        await store.close()


def before_write(monkeypatch: pytest.MonkeyPatch, master: GameMaster, number: int, work: Work) -> list[int]:
    """Do something just before a game master's transaction with this number begins; gives the count of them."""
    begin, count = master.store.write, [0]

    @asynccontextmanager
    async def write() -> AsyncIterator[WriteTransaction]:
        count[0] += 1
        if count[0] == number:
            await work()
        async with begin() as writing:
            yield writing

    monkeypatch.setattr(master.store, "write", write)
    return count


def failing(error: BaseException) -> Work:
    async def fail() -> None:
        raise error

    return fail


async def check_the_round(table: Desk, cause: str) -> None:
    """The first round of the battle is on record once, as the seed promised it when the roll was written down."""
    assert not await is_open(table)
    attack, defence = await rolls_of(table)
    assert (attack.number, attack.cause, attack.seq, len(attack.faces)) == (1, cause, 4, 18)
    assert attack.faces == await promised(table, 1, cause, 4, 18)
    assert defence.faces == await promised(table, 2, cause, 4, 12)
    assert (await table.state()).battle is not None
