"""Players of both sides change places."""

from __future__ import annotations

from engine import load_setup
from engine.facts.board import PowerId
from gamemaster.roles import SeatedGame


def powers_after_swap(over: SeatedGame, user_id: int) -> tuple[PowerId, ...]:
    """The powers of whoever sat across: as many players on each side change places, in the order of play.

    None where there were more on one side than on the other: then all choose for themselves.
    """
    edition = load_setup(over.game.setup)
    players: dict[str, list[int]] = {"axis": [], "allies": []}
    for power in edition.turn_order:
        side, player = players[edition.power[power].side], over.owner_of(power)
        if player is not None and player not in side:
            side.append(player)
    axis, allies = players.values()
    across = {**dict(zip(axis, allies, strict=False)), **dict(zip(allies, axis, strict=False))}
    if len(axis) != len(allies) or user_id not in across:
        return ()
    return tuple(power for power in edition.turn_order if over.owner_of(power) == across[user_id])
