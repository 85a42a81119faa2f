"""How events of national advantages change a state."""

from __future__ import annotations

from dataclasses import replace

from engine import advantage_events as ev
from engine.evolving import Evolver, change, on, with_new_pieces
from engine.state import GameState, with_pieces

EVOLVERS: dict[type, Evolver] = {}


@on(EVOLVERS, ev.AdvantagesRolled)
def _advantages_rolled(state: GameState, event: ev.AdvantagesRolled) -> GameState:
    return replace(state, advantages=dict(event.advantages))


@on(EVOLVERS, ev.AdvantageUsed)
def _advantage_used(state: GameState, event: ev.AdvantageUsed) -> GameState:
    used = (event.advantage,) if event.once else ()
    in_force = (event.advantage,) if event.in_force else ()
    return replace(
        state,
        used_advantages=tuple(sorted({*state.used_advantages, *used})),
        advantages_in_force=tuple(sorted({*state.advantages_in_force, *in_force})),
    )


@on(EVOLVERS, ev.AdvantageLapsed)
def _advantage_lapsed(state: GameState, event: ev.AdvantageLapsed) -> GameState:
    return replace(state, advantages_in_force=tuple(a for a in state.advantages_in_force if a != event.advantage))


@on(EVOLVERS, ev.AdvantageLost)
def _advantage_lost(state: GameState, event: ev.AdvantageLost) -> GameState:
    return replace(state, used_advantages=tuple(sorted({*state.used_advantages, event.advantage})))


@on(EVOLVERS, ev.FreeUnitsPlaced)
def _free_units_placed(state: GameState, event: ev.FreeUnitsPlaced) -> GameState:
    given = tuple(sorted({*state.turn.free_units_by, event.advantage}))
    return with_new_pieces(replace(state, turn=replace(state.turn, free_units_by=given)), event.pieces)


@on(EVOLVERS, ev.UnitsConverted)
def _units_converted(state: GameState, event: ev.UnitsConverted) -> GameState:
    gone = {piece.id for piece in event.gone}
    left = {i: piece for i, piece in state.pieces.items() if i not in gone}
    return with_new_pieces(replace(state, pieces=left), event.pieces)


@on(EVOLVERS, ev.BlitzStopped)
def _blitz_stopped(state: GameState, event: ev.BlitzStopped) -> GameState:
    before = {space: owner for space, owner in state.turn.owners_before.items() if space != event.territory}
    stopped = []
    for piece in (state.pieces[i] for i in event.pieces):
        way = piece.way[: piece.way.index(event.territory)]
        stopped.append(replace(piece, space=event.territory, came_from=way[-1] if way else None, way=way))
    owners = {**state.owners, event.territory: event.power}
    return with_pieces(replace(state, owners=owners, turn=replace(state.turn, owners_before=before)), stopped)


@on(EVOLVERS, ev.TanksBrokeThrough)
def _tanks_broke_through(state: GameState, event: ev.TanksBrokeThrough) -> GameState:
    tanks = (state.pieces[i] for i in event.pieces)
    return with_pieces(
        state, (replace(tank, used=state.type_of(tank).move - 1, moved=None, fought=False) for tank in tanks)
    )


@on(EVOLVERS, ev.AircraftRefuelled)
def _aircraft_refuelled(state: GameState, event: ev.AircraftRefuelled) -> GameState:
    turn = replace(state.turn, refuelled=(*state.turn.refuelled, *event.pieces))
    return change(replace(state, turn=turn), event.pieces, used=0)
