"""Where units of a power may not be: ever (POL-64), or until it is at war with another (POL-21, POL-26..28, POL-36)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters.politics import PeaceLimit
from engine.facts.unit_types import UnitId, UnitType
from engine.politics.war import at_war
from engine.state.game_state import GameState
from engine.state.known import of_ground
from engine.state.pieces import Piece
from engine.state.words import listed, place

__all__ = ["foes_of", "limits_on"]


def limits_on(state: GameState, power: PowerId) -> Iterator[PeaceLimit]:
    """What keeps a power back at present, in both phases in which units move (NCM-05)."""
    limits = (each for each in state.edition.parameters.politics.limits if power in each.powers)
    return (each for each in limits if not any(at_war(state, power, foe) for foe in each.until_war_with))


@of_ground
def kept_out_of(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """The spaces that units of a power neither enter nor cross now (POL-27, POL-36, POL-64)."""
    board = state.edition.board
    within = state.edition.parameters.politics.confined_to.get(power)
    found = frozenset() if within is None else frozenset(board.neighbours) - within
    closed = {limit.not_into for limit in _not_into(state, power)}
    return found.union(t.id for t in board.territories if t.emblem in closed) if closed else found


def may_be_in(state: GameState, power: PowerId, space: SpaceId) -> bool:
    """Whether units of a power may be in a space now, as far as that goes."""
    within = state.edition.parameters.politics.confined_to.get(power)
    if within is not None and space not in within:
        return False
    territory = state.edition.board.territory.get(space)
    return territory is None or all(limit.not_into != territory.emblem for limit in _not_into(state, power))


def _not_into(state: GameState, power: PowerId) -> Iterator[PeaceLimit]:
    return (limit for limit in limits_on(state, power) if limit.not_into)


def check_may_cross(state: GameState, power: PowerId, space: SpaceId) -> None:
    """Raise IllegalAction where a power at peace keeps out of a territory (POL-27, POL-36)."""
    territory = state.edition.board.territory.get(space)
    for limit in limits_on(state, power) if territory else ():
        if territory and territory.emblem == limit.not_into:
            names = state.edition.power
            raise IllegalAction(
                limit.rule,
                f"{names[power].adjective} units cannot enter or cross {place(state, space)} before "
                f"{names[power].called} is at war with {foes_of(state, limit)}.",
            )


def foes_of(state: GameState, limit: PeaceLimit) -> str:
    """The powers that end a limit by war with them: "Germany or Italy"."""
    return listed((state.edition.power[foe].called for foe in limit.until_war_with), "or")


@of_ground
def berth_limit(state: GameState, power: PowerId, unit: UnitId, zone: SpaceId) -> PeaceLimit | None:
    """What forbids a power's ship to end a move in a sea zone now, if anything (POL-21, POL-26, POL-28)."""
    ship = state.unit_of(power, unit)
    return next((limit for limit in limits_on(state, power) if _shuts(state, limit, ship, zone)), None)


def check_may_end(state: GameState, ship: Piece, zone: SpaceId) -> None:
    """Raise IllegalAction where a ship may not end a move (POL-21, POL-26, POL-28)."""
    limit = berth_limit(state, ship.power, ship.unit, zone)
    if limit is None:
        return
    power = state.edition.power[ship.power]
    raise IllegalAction(
        limit.rule,
        f"{power.adjective} ships cannot end a move in {place(state, zone)} before {power.called} is at war with "
        f"{foes_of(state, limit)}: {_why_shut(state, limit)}.",
    )


def _why_shut(state: GameState, limit: PeaceLimit) -> str:
    names = state.edition.power
    if limit.ships_not_beside:
        return f"it lies next to {names[limit.ships_not_beside].adjective} territory"
    if limit.ships_keep_to:
        return f"it does not lie next to {names[limit.ships_keep_to.of].adjective} territory"
    return "it is too near the coast"


def _shuts(state: GameState, limit: PeaceLimit, ship: UnitType, zone: SpaceId) -> bool:
    if zone in limit.ships_not_in:
        return True
    if limit.ships_not_beside and _lies_beside(state, zone, limit.ships_not_beside):
        return True
    waters = limit.ships_keep_to
    if waters is None or state.edition.board.map_of[zone] != waters.map or _lies_beside(state, zone, waters.of):
        return False
    return zone not in waters.warships_also_in or not ship.can("warship")


def _lies_beside(state: GameState, zone: SpaceId, holder: PowerId) -> bool:
    return any(state.owners[coast] == holder for coast in state.edition.board.coasts_of(zone))
