"""A game of low luck in each setup: its few dice are checked like all others, and others in their place are refused."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from engine import GameState, Refusal, apply, load_setup
from tests.engine.random_games import RolledDice
from tests.engine.random_orders import Action, RandomPlayer
from tests.gamemaster.desk import ANNA, BEN, Desk, desk
from tests.gamemaster.dice_games import fingerprint, the_script
from tests.gamemaster.test_dice_check import end, said_and_exported
from tests.published import SETUPS

MOST, ROLLS = 400, 6
"""Orders after which a game has been a war in any case, and rolls that are enough for one."""
HOW = "all", "battles"
ALL = list(product(SETUPS, HOW))
OTHERS = [pytest.param(*each, marks=pytest.mark.whole) for each in ALL[1:]]


async def play(table: Desk, seats: Mapping[str, str]) -> int:
    """Orders at random until dice have fallen so often; gives how many volleys were of low luck."""
    player, volleys = RandomPlayer(Random(7), odd=False), 0
    for _ in range(MOST):
        loaded = await table.loaded()
        state = loaded.running
        if loaded.game.next_roll > ROLLS and volleys:
            break
        action = next(order.action for order in player.orders(state) if is_legal(state, order.action))
        whose = action.get("power", state.power)
        result = await table.act(ANNA if seats[whose] == "allies" else BEN, action)
        volleys += sum(event.kind == "fired" and bool(event.low_luck) for event in result.events)
    return volleys


def is_legal(state: GameState, action: Action) -> bool:
    """Whether it would be taken, whatever falls."""
    try:
        apply(state, action, RolledDice(Random(1)))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize(("setup", "how"), [ALL[0], *OTHERS])
async def test_dice_of_low_luck_are_accepted_and_others_refused(setup: str, how: str, tmp_path: Path) -> None:
    seats = {power.id: power.side for power in load_setup(setup).powers_with_turns}
    sides = {
        who: tuple(p for p, own in seats.items() if own == side) for who, side in ((ANNA, "allies"), (BEN, "axis"))
    }
    async with desk(tmp_path, sides, setup=setup, options={"low_luck": how}) as table:
        assert await play(table, seats)
        await end(table)
        before, true = await said_and_exported(table.master)
        assert before.startswith("All "), before
        async with table.master.store.write() as write:
            turned = (
                "UPDATE rolls SET faces = '[' || (substr(faces, 2, 1) % 6 + 1) || substr(faces, 3) WHERE number = 2"
            )
            await write.connection.execute(text(turned))
        after, forged = await said_and_exported(table.master)
        assert after.startswith("**Something is wrong with the dice of this game.**")
        posted = (await table.loaded()).game.commitment
    file = tmp_path / "dice.json"
    file.write_bytes(true)
    told = [str(file), "--commitment", posted, "--fingerprint"]
    assert the_script().main([*told, fingerprint(true)]) == 0
    file.write_bytes(forged)
    assert the_script().main([*told, fingerprint(true)]) == 1
    assert the_script().main([*told, fingerprint(forged)]) in (1, 2)
