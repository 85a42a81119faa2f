"""How events of battles, and territory that changes hands, change a state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine import battle_events as ev
from engine.evolving import Evolver, change, on
from engine.state import GameState, Hits, PieceId, with_pieces

EVOLVERS: dict[type, Evolver] = {}


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


def _change_owner(state: GameState, territory: str, owner: str) -> GameState:
    before = {territory: state.owners[territory], **state.turn.owners_before}
    turn = replace(state.turn, owners_before=before)
    return replace(state, owners={**state.owners, territory: owner}, turn=turn)


@on(EVOLVERS, ev.TerritoryTaken)
def _territory_taken(state: GameState, event: ev.TerritoryTaken) -> GameState:
    return _change_owner(state, event.territory, event.owner)


@on(EVOLVERS, ev.TerritoryReverted)
def _territory_reverted(state: GameState, event: ev.TerritoryReverted) -> GameState:
    return _change_owner(state, event.territory, event.owner)


@on(EVOLVERS, ev.TreasuryPlundered)
def _treasury_plundered(state: GameState, event: ev.TreasuryPlundered) -> GameState:
    treasuries = dict(state.treasuries)
    treasuries[event.victim] -= event.amount
    treasuries[event.power] += event.amount
    return replace(state, treasuries=treasuries)


@on(EVOLVERS, ev.BattlesFound)
def _battles_found(state: GameState, event: ev.BattlesFound) -> GameState:
    return replace(state, pending=event.battles)


@on(EVOLVERS, ev.BattleBegan)
def _battle_began(state: GameState, event: ev.BattleBegan) -> GameState:
    battle = event.battle
    begun = (battle.space, battle.part, "combat")
    pending = tuple(p for p in state.pending if (p.space, p.part, p.kind) != begun)
    state = change(state, event.landed, space=battle.space, aboard=None, loaded=None, assault=None)
    reached = state.turn.battles_reached if event.turn is None else event.turn
    return replace(state, pending=pending, battle=battle, turn=replace(state.turn, battles_reached=reached))


@on(EVOLVERS, ev.ShipsAssigned)
def _ships_assigned(state: GameState, event: ev.ShipsAssigned) -> GameState:
    turn = replace(state.turn, bombardments={**state.turn.bombardments, **event.ships})
    return replace(state, turn=turn)


@on(EVOLVERS, ev.LandingCalledOff)
def _landing_called_off(state: GameState, event: ev.LandingCalledOff) -> GameState:
    idle = {i for i in event.ships if not state.pieces[i].used and not any(c.loaded for c in state.cargo(i))}
    state = change(state, event.pieces, assault=None)
    state = change(state, event.ships, assault=None, offloaded=None)
    return change(state, sorted(idle), moved=None)


@on(EVOLVERS, ev.RoundBegan)
def _round_began(state: GameState, event: ev.RoundBegan) -> GameState:
    return _in_battle(
        state,
        round=event.round,
        step=0,
        fired=(),
        attacker_destroyer=event.attacker_destroyer,
        defender_destroyer=event.defender_destroyer,
    )


@on(EVOLVERS, ev.StepDone)
def _step_done(state: GameState, event: ev.StepDone) -> GameState:
    return _in_battle(state, step=event.step)


@on(EVOLVERS, ev.Fired)
def _fired(state: GameState, event: ev.Fired) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("shots were fired without a battle")
    if event.side == "attacker" and battle.part != "air":
        state = change(state, event.pieces, fought=True)
    return _in_battle(state, fired=(*battle.fired, *event.pieces), hits=event.hits)


@on(EVOLVERS, ev.CasualtiesChosen)
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


@on(EVOLVERS, ev.UnitsLost)
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
        attackers_lost=(*battle.attackers_lost, *(p.unit for p in event.pieces if p.id in battle.attackers)),
    )


@on(EVOLVERS, ev.Submerged)
def _submerged(state: GameState, event: ev.Submerged) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("submarines submerged without a battle")
    state = change(state, event.pieces, submerged=True)
    side = {event.side + "s": _minus(getattr(battle, event.side + "s"), event.pieces)}
    return _in_battle(state, **side)


@on(EVOLVERS, ev.Retreated)
def _retreated(state: GameState, event: ev.Retreated) -> GameState:
    battle = state.battle
    if battle is None:
        raise AssertionError("a retreat without a battle")
    if event.to is not None:
        state = change(state, event.pieces, space=event.to, came_from=event.space, retreated=True, fought=True)
        state = change(state, event.carried, space=event.to, assault=None)
        state = change(state, event.pieces, assault=None, offloaded=None)
    state = change(state, event.aircraft, retreated=True, fought=True, aboard=None)
    return _in_battle(state, attackers=_minus(battle.attackers, (*event.pieces, *event.aircraft)))


@on(EVOLVERS, ev.BattleEnded)
def _battle_ended(state: GameState, event: ev.BattleEnded) -> GameState:
    state = change(state, (i for i in event.fought if i in state.pieces), fought=True)
    state = change(state, event.repaired, hits_taken=0)
    if state.edition.parameters.submerged_until == "end_of_battle":
        state = change(state, (piece.id for piece in state.at(event.space) if piece.submerged), submerged=False)
    turn = state.turn
    if event.zone_open is not None:
        turn = replace(turn, sea_battles={**turn.sea_battles, event.space: event.zone_open})
    return replace(state, battle=None, turn=turn)


@on(EVOLVERS, ev.BattleDropped)
def _battle_dropped(state: GameState, event: ev.BattleDropped) -> GameState:
    return replace(state, pending=tuple(p for p in state.pending if p != event.battle))
