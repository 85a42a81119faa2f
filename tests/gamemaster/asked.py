"""Games of every setup in which the defender of a battle must choose casualties."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from engine import load_setup, new_game
from engine.politics.standing import at_war
from engine.state.game_state import GameState
from engine.state.questions import Request
from gamemaster.roles import Actor
from gamemaster.table_settings import USUAL, TableSettings
from store import Clock, utc_seconds
from tests.gamemaster.desk import ANNA, BEN, Desk, desk

ATTACKERS, DEFENDERS = {"tank": 20}, {"infantry": 12, "fighter": 12}


def front(state: GameState) -> tuple[str, str]:
    """Two neighbouring territories, the second of an enemy with whom the owner of the first is at war."""
    edition = state.edition
    for power in edition.turn_order:
        for start, owner in state.owners.items():
            for target in sorted(edition.board.neighbours[start]) if owner == power else ():
                enemy = state.owners.get(target)
                if enemy in edition.turn_order and at_war(state, power, enemy):
                    return start, target
    raise AssertionError("nobody is at war")


def side_by_side(setup: str) -> dict[Actor, tuple[str, ...]]:
    """Anna plays the Allies, Ben the Axis."""
    edition = load_setup(setup)
    return {
        player: tuple(power for power in edition.turn_order if edition.power[power].side == side)
        for player, side in ((ANNA, "allies"), (BEN, "axis"))
    }


@asynccontextmanager
async def defender_is_asked(
    tmp_path: Path, setup: str, settings: TableSettings = USUAL, clock: Clock = utc_seconds
) -> AsyncIterator[tuple[Desk, Request, Actor]]:
    """The table, the open question, and who owes the answer: Anna plays the Allies, Ben the Axis."""
    state, sides = new_game(setup, {}), side_by_side(setup)
    start, target = front(state)
    attacker, defender = str(state.owners[start]), str(state.owners[target])
    async with desk(tmp_path, sides, setup=setup, customs=settings, clock=clock) as table:
        await table.place(attacker, "combat_move", {start: {attacker: ATTACKERS}, target: {defender: DEFENDERS}})
        on_turn, other = (ANNA, BEN) if attacker in sides[ANNA] else (BEN, ANNA)
        move = {"type": "move", "units": ATTACKERS, "path": [start, target]}
        await table.act(on_turn, move, {"type": "end_phase"})
        await table.act(on_turn, {"type": "battle", "space": target})
        while (request := (await table.state()).requests[0]).power != defender:
            await table.act(on_turn, {"type": "decide", "request": request.id, "choice": "default"})
        yield table, request, other
