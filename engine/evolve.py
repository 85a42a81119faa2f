"""The single place where a state changes: each kind of event has one function here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from engine import events as ev
from engine.state import GameState, Hits, Patch, PieceId, Turn, with_pieces

E = TypeVar("E")
Evolver = Callable[[GameState, Any], GameState]
_EVOLVERS: dict[type, Evolver] = {}


def evolve(state: GameState, event: ev.Event) -> GameState:
    """The state after an event; the input is not changed."""
    return _EVOLVERS[type(event)](state, event)


def fold(state: GameState, events: Iterable[ev.Event]) -> GameState:
    """The state after several events."""
    for event in events:
        state = evolve(state, event)
    return state


def _on(kind: type[E]) -> Callable[[Callable[[GameState, E], GameState]], Callable[[GameState, E], GameState]]:
    def register(function: Callable[[GameState, E], GameState]) -> Callable[[GameState, E], GameState]:
        _EVOLVERS[kind] = function
        return function

    return register


def _change(state: GameState, ids: Iterable[PieceId], **values: Any) -> GameState:
    return with_pieces(state, (replace(state.pieces[i], **values) for i in ids))


def _without(state: GameState, ids: Iterable[PieceId]) -> GameState:
    gone = set(ids)
    left = {i: piece for i, piece in state.pieces.items() if i not in gone}
    orphans = (replace(piece, aboard=None) for piece in left.values() if piece.aboard in gone)
    return with_pieces(replace(state, pieces=left), list(orphans))


def _in_battle(state: GameState, **values: Any) -> GameState:
    if state.battle is None:
        raise AssertionError("an event of a battle came while none is fought")
    return replace(state, battle=replace(state.battle, **values))


def _minus(ids: tuple[PieceId, ...], gone: Iterable[PieceId]) -> tuple[PieceId, ...]:
    out = set(gone)
    return tuple(i for i in ids if i not in out)


@_on(ev.TurnBegan)
def _turn_began(state: GameState, event: ev.TurnBegan) -> GameState:
    rested = {i: piece.rested() for i, piece in state.pieces.items()}
    turn = Turn(hostile_zones=event.hostile_zones)
    return replace(state, pieces=rested, power=event.power, round=event.round, turn=turn, undo=())


@_on(ev.PhaseBegan)
def _phase_began(state: GameState, event: ev.PhaseBegan) -> GameState:
    return replace(state, phase=event.phase, undo=())


@_on(ev.PhaseSkipped)
def _phase_skipped(state: GameState, event: ev.PhaseSkipped) -> GameState:
    return replace(state, phase=event.phase, undo=())


@_on(ev.OrderTaken)
def _order_taken(state: GameState, event: ev.OrderTaken) -> GameState:
    return replace(state, undo=(*state.undo, event.entry))


@_on(ev.OrderUndone)
def _order_undone(state: GameState, event: ev.OrderUndone) -> GameState:
    return replace(put_back(state, event.patch), undo=event.undo)


def put_back(state: GameState, patch: Patch) -> GameState:
    """The state with the values of a patch."""
    pieces = {**state.pieces, **patch.pieces}
    whole = {
        name: value
        for name in ("owners", "treasuries", "purchased", "serials", "turn")
        if (value := getattr(patch, name)) is not None
    }
    return replace(state, pieces={i: piece for i, piece in pieces.items() if piece is not None}, **whole)


@_on(ev.UnitsPurchased)
def _units_purchased(state: GameState, event: ev.UnitsPurchased) -> GameState:
    purchased = {power: units for power, units in state.purchased.items() if power != event.power}
    if event.units:
        purchased[event.power] = dict(event.units)
    return replace(state, purchased=purchased, treasuries={**state.treasuries, event.power: event.ipcs})


@_on(ev.UnitsMoved)
def _units_moved(state: GameState, event: ev.UnitsMoved) -> GameState:
    end, before = event.path[-1], event.path[-2]
    moved = [
        replace(
            piece,
            space=end,
            began=piece.began or event.path[0],
            came_from=before,
            moved=event.phase,
            used=piece.used + len(event.path) - 1,
            aboard=None,
        )
        for piece in (state.pieces[i] for i in event.pieces)
    ]
    carried = [replace(state.pieces[i], space=end) for i in event.carried]
    return with_pieces(state, [*moved, *carried])


@_on(ev.UnitsLoaded)
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


@_on(ev.UnitsOffloaded)
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


@_on(ev.AssaultDeclared)
def _assault_declared(state: GameState, event: ev.AssaultDeclared) -> GameState:
    cargo = [replace(state.pieces[i], assault=event.territory, moved=state.phase) for i in event.pieces]
    ships = [
        replace(state.pieces[i], assault=event.territory, offloaded=event.territory, moved=state.phase)
        for i in event.ships
    ]
    return with_pieces(state, [*cargo, *ships])


@_on(ev.Engaged)
def _engaged(state: GameState, event: ev.Engaged) -> GameState:
    stances = dict(state.turn.stances.get(event.zone, {})) | dict.fromkeys(event.pieces, event.attack)
    turn = replace(state.turn, stances={**state.turn.stances, event.zone: stances})
    return replace(state, turn=turn)


@_on(ev.LandingPromised)
def _landing_promised(state: GameState, event: ev.LandingPromised) -> GameState:
    promises = (*state.turn.promises, (event.carrier, event.space))
    return replace(state, turn=replace(state.turn, promises=promises))


def _change_owner(state: GameState, territory: str, owner: str) -> GameState:
    before = {territory: state.owners[territory], **state.turn.owners_before}
    turn = replace(state.turn, owners_before=before)
    return replace(state, owners={**state.owners, territory: owner}, turn=turn)


@_on(ev.TerritoryTaken)
def _territory_taken(state: GameState, event: ev.TerritoryTaken) -> GameState:
    return _change_owner(state, event.territory, event.owner)


@_on(ev.TerritoryReverted)
def _territory_reverted(state: GameState, event: ev.TerritoryReverted) -> GameState:
    return _change_owner(state, event.territory, event.owner)


@_on(ev.TreasuryPlundered)
def _treasury_plundered(state: GameState, event: ev.TreasuryPlundered) -> GameState:
    treasuries = dict(state.treasuries)
    treasuries[event.victim] -= event.amount
    treasuries[event.power] += event.amount
    return replace(state, treasuries=treasuries)


@_on(ev.BattlesFound)
def _battles_found(state: GameState, event: ev.BattlesFound) -> GameState:
    return replace(state, pending=event.battles)


@_on(ev.BattleBegan)
def _battle_began(state: GameState, event: ev.BattleBegan) -> GameState:
    battle = event.battle
    pending = tuple(p for p in state.pending if (p.space, p.part) != (battle.space, battle.part))
    state = _change(state, event.landed, space=battle.space, aboard=None, loaded=None, assault=None)
    return replace(state, pending=pending, battle=battle)


@_on(ev.RoundBegan)
def _round_began(state: GameState, event: ev.RoundBegan) -> GameState:
    return _in_battle(
        state,
        round=event.round,
        step=0,
        fired=(),
        attacker_destroyer=event.attacker_destroyer,
        defender_destroyer=event.defender_destroyer,
    )


@_on(ev.StepDone)
def _step_done(state: GameState, event: ev.StepDone) -> GameState:
    return _in_battle(state, step=event.step)


@_on(ev.Fired)
def _fired(state: GameState, event: ev.Fired) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("shots were fired without a battle")
    return _in_battle(state, fired=(*battle.fired, *event.pieces), hits=event.hits)


@_on(ev.CasualtiesChosen)
def _casualties_chosen(state: GameState, event: ev.CasualtiesChosen) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("casualties were chosen without a battle")
    state = with_pieces(
        state, (replace(state.pieces[i], hits_taken=state.pieces[i].hits_taken + 1) for i in event.damaged)
    )
    down = (*battle.down, *event.lost) if event.when == "down" else battle.down
    struck = (*battle.struck, *event.lost) if event.when == "struck" else battle.struck
    return _in_battle(state, hits=Hits(), down=down, struck=struck)


@_on(ev.UnitsLost)
def _units_lost(state: GameState, event: ev.UnitsLost) -> GameState:
    gone = [piece.id for piece in (*event.pieces, *event.cargo)]
    state = _without(state, gone)
    battle = state.battle
    if battle is None:
        return state
    return _in_battle(
        state,
        attackers=_minus(battle.attackers, gone),
        defenders=_minus(battle.defenders, gone),
        seaborne=_minus(battle.seaborne, gone),
        down=_minus(battle.down, gone),
        struck=_minus(battle.struck, gone),
    )


@_on(ev.Submerged)
def _submerged(state: GameState, event: ev.Submerged) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("submarines submerged without a battle")
    state = _change(state, event.pieces, submerged=True)
    side = {event.side + "s": _minus(getattr(battle, event.side + "s"), event.pieces)}
    return _in_battle(state, **side)


@_on(ev.Retreated)
def _retreated(state: GameState, event: ev.Retreated) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("a retreat without a battle")
    if event.to is not None:
        state = _change(state, event.pieces, space=event.to, came_from=event.space, retreated=True, fought=True)
        state = _change(state, event.carried, space=event.to, assault=None)
        state = _change(state, event.pieces, assault=None, offloaded=None)
    state = _change(state, event.aircraft, retreated=True, fought=True, aboard=None)
    return _in_battle(state, attackers=_minus(battle.attackers, (*event.pieces, *event.aircraft)))


@_on(ev.BattleEnded)
def _battle_ended(state: GameState, event: ev.BattleEnded) -> GameState:
    state = _change(state, (i for i in event.fought if i in state.pieces), fought=True)
    state = _change(state, event.repaired, hits_taken=0)
    state = _change(state, (piece.id for piece in state.at(event.space) if piece.submerged), submerged=False)
    turn = state.turn
    if event.zone_open is not None:
        turn = replace(turn, sea_battles={**turn.sea_battles, event.space: event.zone_open})
    return replace(state, battle=None, turn=turn)


@_on(ev.BattleDropped)
def _battle_dropped(state: GameState, event: ev.BattleDropped) -> GameState:
    return replace(state, pending=tuple(p for p in state.pending if p != event.battle))


@_on(ev.RequestOpened)
def _request_opened(state: GameState, event: ev.RequestOpened) -> GameState:
    return replace(state, requests=(*state.requests, event.request))


@_on(ev.RequestAnswered)
def _request_answered(state: GameState, event: ev.RequestAnswered) -> GameState:
    return replace(
        state,
        requests=tuple(
            replace(r, answers={**r.answers, event.power: event.choice}) if r.id == event.request else r
            for r in state.requests
        ),
    )


@_on(ev.RequestClosed)
def _request_closed(state: GameState, event: ev.RequestClosed) -> GameState:
    return replace(state, requests=tuple(r for r in state.requests if r.id != event.request))


@_on(ev.AircraftSettled)
def _aircraft_settled(state: GameState, event: ev.AircraftSettled) -> GameState:
    return with_pieces(state, (replace(state.pieces[i], aboard=ship) for i, ship in event.aboard.items()))


@_on(ev.StrandedLanded)
def _stranded_landed(state: GameState, event: ev.StrandedLanded) -> GameState:
    return with_pieces(state, (replace(state.pieces[i], space=space) for i, space in event.landings.items()))


@_on(ev.UnitsMobilized)
def _units_mobilized(state: GameState, event: ev.UnitsMobilized) -> GameState:
    left = dict(state.purchased.get(event.power, {}))
    serials = dict(state.serials)
    for piece in event.pieces:
        left[piece.unit] -= 1
        key = f"{piece.power}.{piece.unit}"
        serials[key] = max(serials.get(key, 0), piece.number)
    purchased = {power: units for power, units in state.purchased.items() if power != event.power}
    if remaining := {unit: count for unit, count in left.items() if count}:
        purchased[event.power] = remaining
    placed = state.turn.placed.get(event.complex, 0) + len(event.pieces)
    turn = replace(state.turn, placed={**state.turn.placed, event.complex: placed})
    return with_pieces(replace(state, purchased=purchased, serials=serials, turn=turn), event.pieces)


@_on(ev.UnitsReturned)
def _units_returned(state: GameState, event: ev.UnitsReturned) -> GameState:
    purchased = {power: units for power, units in state.purchased.items() if power != event.power}
    return replace(state, purchased=purchased, treasuries={**state.treasuries, event.power: event.ipcs})


@_on(ev.IncomeCollected)
def _income_collected(state: GameState, event: ev.IncomeCollected) -> GameState:
    return replace(state, treasuries={**state.treasuries, event.power: event.ipcs})


@_on(ev.LeaveChanged)
def _leave_changed(state: GameState, event: ev.LeaveChanged) -> GameState:
    entry = (event.power, event.ally, event.what)
    others = tuple(e for e in state.refused_leave if e != entry)
    return replace(state, refused_leave=others if event.granted else tuple(sorted((*others, entry))))


@_on(ev.Conceded)
def _conceded(state: GameState, event: ev.Conceded) -> GameState:
    return replace(state, conceded=tuple(sorted({*state.conceded, event.power})))


@_on(ev.GameWon)
def _game_won(state: GameState, event: ev.GameWon) -> GameState:
    return replace(state, winner=event.side, pending=(), requests=(), undo=())


@_on(ev.Edited)
def _edited(state: GameState, event: ev.Edited) -> GameState:
    pieces = {i: piece for i, piece in {**state.pieces, **event.pieces}.items() if piece is not None}
    whole: dict[str, Any] = {
        name: value
        for name in ("owners", "facilities", "damage", "treasuries", "purchased", "serials", "round", "power", "phase")
        if (value := getattr(event, name)) is not None
    }
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
