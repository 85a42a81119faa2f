"""The single place where a state changes: each kind of event has one function here or in `engine.battle_evolve`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine import advantage_evolve, air_evolve, battle_evolve, production_evolve, sea_evolve
from engine import events as ev
from engine.evolving import Evolver, on
from engine.state import WHOLE_FIELDS, Flight, GameState, Patch, Piece, Turn, with_pieces

EVOLVERS: dict[type, Evolver] = {
    **production_evolve.EVOLVERS,
    **battle_evolve.EVOLVERS,
    **air_evolve.EVOLVERS,
    **sea_evolve.EVOLVERS,
    **advantage_evolve.EVOLVERS,
}


def evolve(state: GameState, event: ev.Event) -> GameState:
    """The state after an event; the input is not changed."""
    return EVOLVERS[type(event)](state, event)


def fold(state: GameState, events: Iterable[ev.Event]) -> GameState:
    """The state after several events."""
    for event in events:
        state = evolve(state, event)
    return state


@on(EVOLVERS, ev.TurnBegan)
def _turn_began(state: GameState, event: ev.TurnBegan) -> GameState:
    rested = {i: piece.rested() for i, piece in state.pieces.items()}
    turn = Turn(hostile_zones=event.hostile_zones, owners_before=event.owners_before)
    return replace(state, pieces=rested, power=event.power, round=event.round, turn=turn, undo=())


@on(EVOLVERS, ev.PhaseBegan)
def _phase_began(state: GameState, event: ev.PhaseBegan) -> GameState:
    return replace(state, phase=event.phase, undo=())


@on(EVOLVERS, ev.PhaseSkipped)
def _phase_skipped(state: GameState, event: ev.PhaseSkipped) -> GameState:
    return replace(state, phase=event.phase, undo=())


@on(EVOLVERS, ev.OrderTaken)
def _order_taken(state: GameState, event: ev.OrderTaken) -> GameState:
    return replace(state, undo=(*state.undo, event.entry))


@on(EVOLVERS, ev.OrdersSealed)
def _orders_sealed(state: GameState, _event: ev.OrdersSealed) -> GameState:
    return replace(state, undo=())


@on(EVOLVERS, ev.OrderUndone)
def _order_undone(state: GameState, event: ev.OrderUndone) -> GameState:
    return replace(put_back(state, event.patch), undo=event.undo)


def put_back(state: GameState, patch: Patch) -> GameState:
    """The state with the values of a patch."""
    pieces = {**state.pieces, **patch.pieces}
    whole = {name: value for name in WHOLE_FIELDS if (value := getattr(patch, name)) is not None}
    return replace(state, pieces={i: piece for i, piece in pieces.items() if piece is not None}, **whole)


@on(EVOLVERS, ev.UnitsMoved)
def _units_moved(state: GameState, event: ev.UnitsMoved) -> GameState:
    end, before = event.path[-1], event.path[-2]
    spent = len(event.path) - 1 if event.cost is None else event.cost
    moved = [
        replace(
            piece,
            space=end,
            began=piece.began or event.path[0],
            came_from=before,
            way=(*piece.way, *event.path[:-1]) if _is_remembered(state, piece, event) else piece.way,
            moved=event.phase,
            used=piece.used + spent,
            aboard=None,
            raid=None,
            escort=False,
        )
        for piece in (state.pieces[i] for i in event.pieces)
    ]
    carried = [replace(state.pieces[i], space=end) for i in event.carried if i not in event.dropped]
    dropped = [
        replace(
            state.pieces[i],
            space=end,
            began=event.path[0],
            came_from=before,
            moved=event.phase,
            used=state.type_of(state.pieces[i]).move,
            dropped_by=bomber,
        )
        for i, bomber in event.dropped.items()
    ]
    return with_pieces(_with_flight(state, event), [*moved, *carried, *dropped])


def _is_remembered(state: GameState, piece: Piece, event: ev.UnitsMoved) -> bool:
    """Whether the way of a piece matters later: where it may retreat (CMB-38), where a blitz is stopped (OPT-16)."""
    return event.phase == "combat_move" and state.type_of(piece).domain != "air"


def _with_flight(state: GameState, event: ev.UnitsMoved) -> GameState:
    """The state that remembers the path of aircraft where antiaircraft guns fire along it (CMV-48)."""
    guns = state.edition.parameters.anti_aircraft
    flying = tuple(i for i in event.pieces if state.type_of(state.pieces[i]).domain == "air")
    if not flying or event.phase != "combat_move" or guns is None or guns.fires != "overflight":
        return state
    flights = (*state.turn.flights, Flight(flying, event.path))
    return replace(state, turn=replace(state.turn, flights=flights))


@on(EVOLVERS, ev.UnitsLoaded)
def _units_loaded(state: GameState, event: ev.UnitsLoaded) -> GameState:
    cargo = [
        replace(
            state.pieces[i],
            space=event.zone,
            began=event.origin,
            came_from=event.origin,
            aboard=ship,
            loaded=event.phase,
            moved=event.phase,
            used=state.type_of(state.pieces[i]).move,
        )
        for i, ship in event.aboard.items()
    ]
    ships = [replace(state.pieces[ship], moved=event.phase) for ship in event.aboard.values()]
    return with_pieces(state, [*cargo, *ships])


@on(EVOLVERS, ev.UnitsOffloaded)
def _units_offloaded(state: GameState, event: ev.UnitsOffloaded) -> GameState:
    ashore = [
        replace(
            state.pieces[i],
            space=event.territory,
            came_from=event.zone,
            aboard=None,
            loaded=None,
            moved=state.phase,
            used=state.type_of(state.pieces[i]).move,
        )
        for i in event.pieces
    ]
    ships = [replace(state.pieces[i], offloaded=event.territory, moved=state.phase) for i in event.ships]
    return with_pieces(state, [*ashore, *ships])


@on(EVOLVERS, ev.AssaultDeclared)
def _assault_declared(state: GameState, event: ev.AssaultDeclared) -> GameState:
    cargo = [replace(state.pieces[i], assault=event.territory, moved=state.phase) for i in event.pieces]
    ships = [
        replace(state.pieces[i], assault=event.territory, offloaded=event.territory, moved=state.phase)
        for i in event.ships
    ]
    return with_pieces(state, [*cargo, *ships])


@on(EVOLVERS, ev.Engaged)
def _engaged(state: GameState, event: ev.Engaged) -> GameState:
    stances = dict(state.turn.stances.get(event.zone, {})) | dict.fromkeys(event.pieces, event.attack)
    turn = replace(state.turn, stances={**state.turn.stances, event.zone: stances})
    return replace(state, turn=turn)


@on(EVOLVERS, ev.LandingPromised)
def _landing_promised(state: GameState, event: ev.LandingPromised) -> GameState:
    promises = (*state.turn.promises, (event.carrier, event.space))
    promised_to = {**state.turn.promised_to, event.carrier: event.aircraft}
    return replace(state, turn=replace(state.turn, promises=promises, promised_to=promised_to))


@on(EVOLVERS, ev.RequestOpened)
def _request_opened(state: GameState, event: ev.RequestOpened) -> GameState:
    return replace(state, requests=(*state.requests, event.request))


@on(EVOLVERS, ev.RequestAnswered)
def _request_answered(state: GameState, event: ev.RequestAnswered) -> GameState:
    return replace(
        state,
        requests=tuple(
            replace(r, answers={**r.answers, event.power: event.choice}) if r.id == event.request else r
            for r in state.requests
        ),
    )


@on(EVOLVERS, ev.RequestClosed)
def _request_closed(state: GameState, event: ev.RequestClosed) -> GameState:
    return replace(state, requests=tuple(r for r in state.requests if r.id != event.request))


@on(EVOLVERS, ev.AircraftSettled)
def _aircraft_settled(state: GameState, event: ev.AircraftSettled) -> GameState:
    return with_pieces(state, (replace(state.pieces[i], aboard=ship) for i, ship in event.aboard.items()))


@on(EVOLVERS, ev.StrandedLanded)
def _stranded_landed(state: GameState, event: ev.StrandedLanded) -> GameState:
    return with_pieces(state, (replace(state.pieces[i], space=space) for i, space in event.landings.items()))


@on(EVOLVERS, ev.LeaveChanged)
def _leave_changed(state: GameState, event: ev.LeaveChanged) -> GameState:
    entry = (event.power, event.ally, event.what)
    others = tuple(e for e in state.refused_leave if e != entry)
    return replace(state, refused_leave=others if event.granted else tuple(sorted((*others, entry))))


@on(EVOLVERS, ev.Conceded)
def _conceded(state: GameState, event: ev.Conceded) -> GameState:
    return replace(state, conceded=tuple(sorted({*state.conceded, event.power})))


@on(EVOLVERS, ev.GameWon)
def _game_won(state: GameState, event: ev.GameWon) -> GameState:
    return replace(state, winner=event.side, pending=(), requests=(), undo=())


EDITED_FIELDS = (
    "owners",
    "facilities",
    "damage",
    "treasuries",
    "purchased",
    "serials",
    "technologies",
    "round",
    "power",
    "phase",
)


@on(EVOLVERS, ev.Edited)
def _edited(state: GameState, event: ev.Edited) -> GameState:
    pieces = {i: piece for i, piece in {**state.pieces, **event.pieces}.items() if piece is not None}
    whole: dict[str, Any] = {name: value for name in EDITED_FIELDS if (value := getattr(event, name)) is not None}
    turn = state.turn
    if event.phase is not None:
        pieces = {i: piece.rested() for i, piece in pieces.items()}
        whole |= {"pending": (), "battle": None, "requests": ()}
        turn = Turn()
    if event.owners_before is not None:
        turn = replace(turn, owners_before=event.owners_before)
    if event.hostile_zones is not None:
        turn = replace(turn, hostile_zones=event.hostile_zones)
    return replace(state, pieces=pieces, turn=turn, undo=(), **whole)
