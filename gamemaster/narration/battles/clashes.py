"""Battles for the map: who meets whom with how much, before and after they are fought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.ask import defenders_at, expected_battles, fire_expected, values, with_sides_taken
from engine.battle_report.items import FacilityStrike
from engine.battle_report.reading import battle_begun, item_of
from engine.dice import FACES
from engine.events.combat.battle import AttackOrDefense
from engine.state.battles import Battle, PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from gamemaster.narration.battles.ahead import attackers_of
from gamemaster.narration.history.timeline import Step
from maps import Clash, Force
from maps.board.facts import symbol_of


def clashes_ahead(state: GameState) -> tuple[Clash, ...]:
    """The battle that is being fought, and those that the moves so far lead to, with neutrals among them."""
    if state.phase == "combat_move":
        state = with_sides_taken(state)
    fought = state.battle
    here = [_begun(state, fought)] if fought else []
    return (*here, *(_due(state, battle) for battle in expected_battles(state)))


def clashes_fought(steps: Iterable[Step]) -> tuple[Clash, ...]:
    """The battles and raids of a phase with what both sides brought, one for each space and kind."""
    found: dict[tuple[str, bool], Clash] = {}
    struck: dict[str, list[Piece]] = {}
    for before, event, state in steps:
        battle, item = battle_begun(event), item_of(before, event)
        if battle and battle.defenders:
            clash = _begun(state, battle)
            found.setdefault((clash.space, clash.raid), clash)
        elif isinstance(item, FacilityStrike) and item.weapon == "raid":
            raiders = state.select(strike.piece for strike in item.strikes)
            bombed = struck.setdefault(item.space, [])
            bombed += raiders
            found[item.space, True] = _raid(state, item.space, bombed)
    return tuple(found.values())


def _due(state: GameState, battle: PendingBattle) -> Clash:
    attackers = attackers_of(state, battle)
    if battle.kind == "raid":
        return _raid(state, battle.space, attackers)
    attacker = _force(state, attackers, "attacker")
    defender = _force(state, defenders_at(state, battle.space, state.power), "defender")
    return Clash(battle.space, attacker, defender)


def _begun(state: GameState, battle: Battle) -> Clash:
    """A battle with both sides; an air battle is a part of its raid."""
    ours, theirs = state.select(battle.attackers), state.select(battle.defenders)
    if battle.part == "air":
        return _raid(state, battle.space, ours)
    return Clash(battle.space, _force(state, ours, "attacker"), _force(state, theirs, "defender"))


def _force(state: GameState, pieces: Sequence[Piece], side: AttackOrDefense) -> Force | None:
    """A side of a battle; its strength is what its units need to hit, or as good as that (heavy bombers)."""
    if not pieces:
        return None
    expected = fire_expected(state, pieces, side, values(state, pieces, side))
    return Force(_powers(state, pieces), len(pieces), round(expected * FACES))


def _raid(state: GameState, space: str, pieces: Sequence[Piece]) -> Clash:
    """A raid with those who fly it and what they bomb."""
    targets = dict.fromkeys(symbol_of(state.setup, piece.raid) for piece in pieces if piece.raid)
    return Clash(space, _raiders(state, pieces), raid=True, targets=tuple(targets))


def _raiders(state: GameState, pieces: Sequence[Piece]) -> Force | None:
    """Who bombs, if somebody still does; how strong they are in battle is no matter."""
    if not pieces:
        return None
    return Force(_powers(state, pieces), len(pieces), None)


def _powers(state: GameState, pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(sorted({piece.power for piece in pieces}, key=state.edition.turn_rank.__getitem__))
