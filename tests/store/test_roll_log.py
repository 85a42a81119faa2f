"""Rolls that are looked up: how many, some of them, and by what plan the database finds them."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from store import ReadTransaction, Roll, Store
from store.games.roll_log import RollsWanted, count_rolls, end_of_order, rolls_before, rolls_from
from tests.postgresql import VARIABLE
from tests.store.examples import entry, play, running_game, state

EVERYTHING = RollsWanted(1_000)


async def rolled_game(store: Store, *, channel_id: int = 1) -> int:
    """Six entries with a roll each, of one die, two, three … for places in turn."""
    game = await running_game(store, channel_id=channel_id)
    for number in range(1, 7):
        why = ("West Russia, round 1: the attacker's fire", "100%_Sure: flak", "Convoy of Japan in Sea Zone 6")[
            number % 3
        ]
        await play(store, game.id, "a", rolls=(Roll(number, f"press {number}", why, (6,) * number),))
    return game.id


async def numbers(read: ReadTransaction, game_id: int, wanted: RollsWanted) -> list[int]:
    return [roll.number for roll in await rolls_from(read, game_id, wanted, 1, 100)]


async def test_rolls_are_counted_with_their_dice_up_to_where_they_are_public(store: Store) -> None:
    game_id, other = await rolled_game(store), await rolled_game(store, channel_id=2)
    async with store.read() as read:
        assert await count_rolls(read, game_id, 6) == (6, 21)
        assert await count_rolls(read, other, 3) == (3, 6)
        assert await count_rolls(read, game_id, 0) == (0, 0)
        assert await count_rolls(read, 99, 6) == (0, 0)


async def test_rolls_are_found_from_a_number_before_one_and_by_entries(store: Store) -> None:
    game_id = await rolled_game(store)
    async with store.read() as read:
        assert [roll.number for roll in await rolls_from(read, game_id, EVERYTHING, 3, 2)] == [3, 4]
        assert [roll.number for roll in await rolls_before(read, game_id, EVERYTHING, 5, 2)] == [3, 4]
        assert [roll.number for roll in await rolls_before(read, game_id, EVERYTHING, None, 2)] == [5, 6]
        assert await numbers(read, game_id, RollsWanted(4, first=1, last=5)) == [2, 3, 4]
        (roll,) = await rolls_from(read, game_id, EVERYTHING, 2, 1)
        assert (roll.faces, roll.order, roll.is_rolled_back) == ((6, 6), "move", False)


async def test_words_are_taken_as_they_are_and_not_as_patterns(store: Store) -> None:
    game_id = await rolled_game(store)
    async with store.read() as read:
        assert await numbers(read, game_id, RollsWanted(9, begins=("West Russia, ", "West Russia: "))) == [3, 6]
        assert await numbers(read, game_id, RollsWanted(9, begins=("100%_Sure: ",))) == [1, 4]
        assert await numbers(read, game_id, RollsWanted(9, begins=("1%",))) == []
        assert await numbers(read, game_id, RollsWanted(9, begins=("sea zone 6, ",), ends=(" in Sea Zone 6",))) == [
            2,
            5,
        ]


async def test_what_was_rolled_back_is_public_wherever_it_stood(store: Store) -> None:
    game_id = await rolled_game(store)
    async with store.write() as w:
        game = await w.game(game_id)
        await w.rollback(game_id, game.version, 2, entry("rollback", events=()), state("a"))
    async with store.read() as read:
        found = await rolls_from(read, game_id, RollsWanted(1), 1, 100)
        assert [(roll.number, roll.is_rolled_back) for roll in found] == [(1, False), *((n, True) for n in range(3, 7))]
        assert await count_rolls(read, game_id, 1) == (5, 1 + 3 + 4 + 5 + 6)


async def test_an_order_ends_with_the_last_entry_that_it_led_to(store: Store) -> None:
    game = await running_game(store)
    async with store.write() as w:
        both = [entry("one press"), entry("one press", cause_index=1)]
        await w.commit_turn(game.id, game.version, both, state("a"))
    await play(store, game.id, "a")
    async with store.read() as read:
        assert [await end_of_order(read, game.id, seq) for seq in (0, 1, 2, 3, 9)] == [2, 2, 3, 3, 9]


@pytest.mark.skipif(VARIABLE in os.environ, reason="the plans of SQLite; make postgres looks at those of the other")
async def test_no_more_is_read_than_the_rolls_and_the_log_of_one_game(store: Store) -> None:
    game_id = await rolled_game(store)
    asked: list[tuple[str, Any]] = []

    def note(_connection: Connection, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        asked.append((statement, values))

    async with store.read() as read:
        event.listen(Engine, "before_cursor_execute", note)
        try:
            await count_rolls(read, game_id, 6)
            for wanted in (
                EVERYTHING,
                RollsWanted(9, first=1, last=5, begins=("West Russia, ",), ends=(" in Sea Zone 6",)),
            ):
                await rolls_from(read, game_id, wanted, 3, 2)
                await rolls_before(read, game_id, wanted, None, 2)
                await rolls_before(read, game_id, wanted, 5, 2)
            await end_of_order(read, game_id, 2)
        finally:
            event.remove(Engine, "before_cursor_execute", note)
        plans = [
            [
                str(row.detail)
                for row in await read.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            ]
            for statement, values in asked
        ]
    assert len(plans) == 8
    steps = [step for plan in plans for step in plan if not step.startswith("SCALAR SUBQUERY")]
    assert [step for step in steps if not re.match(r"SEARCH (rolls|log|log_\d) USING .*\(game_id=\?", step)] == []
