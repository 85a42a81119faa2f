"""Which ground a blitz leads through, and who goes through it (CMV-06, CMV-23..28)."""

from __future__ import annotations

from engine.facts.board import PowerId, SpaceId
from engine.politics.standing import at_war, is_hostile_territory
from engine.position.relations import commands
from engine.state.game_state import GameState
from engine.state.known import of_space, wherever
from engine.state.pieces import Piece


def was_taken_on_the_way(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether a blitz of this combat move took a territory from an enemy.

    All move at the same time: for others it is no more open than it was before (CMV-24).
    """
    former = state.turn.owners_before.get(territory)
    if state.phase != "combat_move" or former is None or not at_war(state, former, power):
        return False
    return any(territory in passed for passed in wherever(_passed_by, state).values())


@of_space
def _passed_by(state: GameState, space: SpaceId) -> frozenset[SpaceId]:
    """The spaces that own units, which are now in this one, started from and passed in the combat move."""
    return frozenset(passed for piece in state.at(space) if commands(state, piece) for passed in piece.way)


def is_to_be_blitzed(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether only a blitz leads on through a territory: it is hostile, or was before this combat move (CMV-24)."""
    return is_hostile_territory(state, territory, power) or was_taken_on_the_way(state, territory, power)


def blitzed_territories(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> tuple[SpaceId, ...]:
    """Territories that a land unit would blitz through on this path.

    The first may be one that it entered before in this phase.
    """
    return tuple(
        territory
        for step, territory in enumerate(path[:-1])
        if is_hostile_territory(state, territory, piece.power)
        or ((step or piece.used) and was_taken_on_the_way(state, territory, piece.power))
    )


def is_blitz(state: GameState, piece: Piece, path: tuple[SpaceId, ...]) -> bool:
    """Whether a land unit would blitz on this path in the combat move (CMV-24)."""
    return (
        state.phase == "combat_move"
        and all(map(state.edition.board.is_land, path))
        and bool(blitzed_territories(state, piece, path))
    )
