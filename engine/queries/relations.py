"""What powers are to each other, and whom canals let through, for a table of all of them (POL-01, POL-10, BRD-34)."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import PowerId
from engine.politics.grounds import chances
from engine.politics.standing import are_on_one_side, at_war, share_space
from engine.position.relations import passage_refusal
from engine.state.game_state import GameState

__all__ = ["Relation", "passers", "relations"]

Relation = Literal["war", "may declare", "may later", "peace", "together", "partly", "apart"]


def relations(state: GameState, power: PowerId) -> dict[PowerId, Relation]:
    """What every other power is to a power.

    war, or not at war: it may declare war now or in its next turn, later, or never. Of its own side: together with it,
    so that they share territories, carriers and transports, only on some of the maps of the board, or kept apart.
    """
    open_soon = {other: each.when != "later" for each in chances(state, power) for other in each.named}
    found: dict[PowerId, Relation] = {}
    for other in state.edition.order_of_powers:
        if other == power:
            continue
        if at_war(state, other, power):
            found[other] = "war"
        elif are_on_one_side(state, other, power):
            found[other] = _on_one_side(state, power, other)
        else:
            found[other] = "peace" if other not in open_soon else "may declare" if open_soon[other] else "may later"
    return found


def _on_one_side(state: GameState, power: PowerId, other: PowerId) -> Relation:
    board = state.edition.board
    maps = board.maps or {board.board: tuple(board.territory)}
    shared = [share_space(state, power, other, spaces[0]) for spaces in maps.values()]
    return "together" if all(shared) else "partly" if any(shared) else "apart"


def passers(state: GameState) -> dict[str, tuple[PowerId, ...]]:
    """The powers whose surface ships may pass each canal now, by its name."""
    shut = {frozenset(strait) for strait in state.edition.parameters.sea.closed_straits}
    return {
        canal.name: ()
        if frozenset(canal.between) in shut
        else tuple(power for power in state.edition.turn_order if passage_refusal(state, canal, power) is None)
        for canal in state.edition.board.canals
    }
