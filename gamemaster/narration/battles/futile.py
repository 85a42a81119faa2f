"""Attacks that can hit or take nothing, as far as everybody can see on the board."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ask import battles_due, can_hit_any, commands, defenders_at, expected_battles, is_defended
from engine.events.advantages import KAMIKAZE
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import place
from gamemaster.narration.battles.fronts import attackers_of
from gamemaster.narration.phrases import behind_your, by_number, force

_NO_DESTROYER = "aircraft hit submarines only beside one of your destroyers"


def futile_lines(state: GameState) -> list[str]:
    """Which attackers can hit nobody where they go, and why: "Your fighter cannot hit anything in sea zone 5: …"."""
    lines = [line for battle in expected_battles(state) if (line := _futile_line(state, battle))]
    lines += _without_prey(state)
    return [*lines, *(_idle_line(state, battle) for battle in walkovers(state) if not takes(state, battle))]


def walkovers(state: GameState) -> list[PendingBattle]:
    """Attacks on territory that nobody defends."""
    return [each for each in battles_due(state) if each.kind != "raid" and not is_defended(state, each.space)]


def takes(state: GameState, battle: PendingBattle) -> bool:
    """Whether anybody who attacks can take territory."""
    return any(state.type_of(piece).can("captures") for piece in attackers_of(state, battle))


def _idle_line(state: GameState, battle: PendingBattle) -> str:
    """ "Your bomber cannot take Gibraltar: only land units take territory."."""
    pieces = attackers_of(state, battle)
    only = "only land units take territory"
    return f"Your {behind_your(force(state, pieces))} cannot take {place(state, battle.space)}: {only}."


def _without_prey(state: GameState) -> list[str]:
    """Aircraft that flew to where they find nobody whom they may attack."""
    if state.phase != "combat_move":
        return []
    due = {battle.space for battle in battles_due(state)}
    sent = [p for p in state.pieces.values() if p.moved == "combat_move" and p.space not in due and commands(state, p)]
    flew = [piece for piece in sent if state.type_of(piece).domain == "air" and not piece.aboard]
    zones = by_number(zone for zone in {piece.space for piece in flew} if defenders_at(state, zone, state.power))
    idle = {zone: behind_your(force(state, (piece for piece in flew if piece.space == zone))) for zone in zones}
    return [
        f"Your {units} cannot attack anything in {place(state, zone)}: {_NO_DESTROYER}." for zone, units in idle.items()
    ]


def _futile_line(state: GameState, battle: PendingBattle) -> str:
    """Nothing where all who are armed can hit somebody, or somebody can at least take the territory."""
    attackers, defenders = attackers_of(state, battle), defenders_at(state, battle.space, state.power)
    if battle.kind != "combat" or not defenders or _has_other_aims(state, attackers):
        return ""
    hunters = [piece for piece in attackers if state.type_of(piece).can("anti_submarine")]
    armed = [piece for piece in attackers if state.type_of(piece).attack]
    one_of_each = {piece.unit: piece for piece in armed}.values()
    useful = {one.unit for one in one_of_each if can_hit_any(state, [one, *hunters], defenders, "attacker")}
    idle = [piece for piece in armed if piece.unit not in useful]
    if armed and not idle:
        return ""
    useless = idle if len(idle) < len(armed) else attackers
    units = behind_your(force(state, useless))
    return f"Your {units} cannot hit anything in {place(state, battle.space)}: {_why(state, idle)}."


def _has_other_aims(state: GameState, attackers: Sequence[Piece]) -> bool:
    """Whether any unit may take the territory, or is spent in an attack on ships (OPT-35)."""
    return any(state.type_of(piece).can("captures") or KAMIKAZE.of(piece) for piece in attackers)


def _why(state: GameState, idle: Sequence[Piece]) -> str:
    types = [state.type_of(piece) for piece in idle]
    reasons = ["submarines cannot hit aircraft"] if any(unit.can("cannot_hit_air") for unit in types) else []
    if any(unit.domain == "air" for unit in types):
        reasons.append(_NO_DESTROYER)
    return ", and ".join(reasons) or "nothing you sent can fire"
