"""What the chances of a battle depend on: its position without all else, and a key that equal ones share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import TypeVar

from engine.errors import InvalidData
from engine.facts.board import SpaceId
from engine.odds.setting import Intents, Setting
from engine.state.battles import Battle
from engine.state.game_state import GameState, state_from_json, state_to_text
from engine.state.pieces import Piece, PieceId
from engine.state.turn import Turn

Found = TypeVar("Found")


def bare(setting: Setting) -> Setting:
    """The same battle in a position that holds nothing which its chances don't depend on."""
    state, battle = setting.state, setting.battle
    ships = {ship.id for ship in setting.bombarding}
    fighting = state.select({*battle.attackers, *battle.defenders, *ships})
    aboard = [piece for fighter in fighting for piece in state.cargo(fighter.id)]
    hosts = state.select(piece.aboard for piece in fighting if piece.aboard)
    pieces = {piece.id: piece for piece in (*fighting, *aboard, *hosts)}
    spaces = {battle.space, *(place for piece in pieces.values() for place in (piece.space, piece.began) if place)}
    fires_at = {ship: space for ship, space in state.turn.bombardments.items() if ship in pieces}
    left = replace(
        state,
        round=1,
        owners={space: owner if space in spaces else None for space, owner in state.owners.items()},
        facilities=_of(state.facilities, spaces),
        damage=_of(state.damage, spaces),
        treasuries=dict.fromkeys(state.treasuries, 0),
        pieces=pieces,
        serials={},
        purchased={},
        turn=Turn(bombardments=fires_at, memory=state.turn.memory),
        battle=replace(battle, retreats=()),
        pending=(),
        requests=(),
        undo=(),
        declarations=(),
        kamikaze_tokens={},
        attacked={},
        objectives_paid=(),
        troop_bonuses=(),
        research_tokens={},
        holdings=(),
    )
    return Setting(left, replace(battle, retreats=()), setting.bombarding, setting.has_way_out)


def _of(rows: Mapping[SpaceId, Found], spaces: Iterable[SpaceId]) -> dict[SpaceId, Found]:
    return {space: rows[space] for space in sorted(spaces) if space in rows}


def key_of(setting: Setting, intents: Intents) -> str:
    """What battles have in common whose chances are the same; `setting` is bare."""
    state, battle = setting.state, setting.battle
    ships = {ship.id for ship in setting.bombarding}
    roles = {
        "attacker": {*battle.attackers},
        "defender": {*battle.defenders},
        "bombarding": ships,
        "seaborne": {*battle.seaborne},
        "down": {*battle.down},
        "fired": {*battle.fired},
        **{name: {*marked} for name, marked in battle.marked.items()},
    }
    rows = sorted(_row(state, piece, roles) for piece in state.pieces.values())
    position = (
        *(state.setup, sorted(state.options.items()), state.power, state.phase, state.wars),
        *(sorted(state.technologies.items()), sorted(state.advantages.items())),
        *(state.used_advantages, state.advantages_in_force, state.incidents, state.turn.memory),
        *(sorted((space, owner) for space, owner in state.owners.items() if owner), state.facilities, state.damage),
    )
    fight = (
        *(battle.space, battle.part, battle.amphibious, battle.attacker, sorted(battle.began_with)),
        *(battle.attackers_lost, battle.defended_by, battle.round, battle.step),
        *(battle.attacker_destroyer, battle.defender_destroyer, battle.hits),
    )
    leaves = intents.retreat_below is not None or intents.retreat_after is not None
    is_held = (leaves or _have_defenseless(state, battle)) and not setting.has_way_out
    return blake2b(repr((position, fight, rows, intents, is_held)).encode(), digest_size=16).hexdigest()


def _have_defenseless(state: GameState, battle: Battle) -> bool:
    """Whether the attackers have transports: left alone they are lost at once where there is no way out (CMB-33)."""
    return any(state.type_of(piece).can("defenseless") for piece in state.select(battle.attackers))


def _row(state: GameState, piece: Piece, roles: Mapping[str, set[PieceId]]) -> str:
    """A piece as its chances see it: without its number."""
    host = state.pieces.get(piece.aboard or "")
    cargo = sorted(loaded.traits for loaded in state.cargo(piece.id))
    return repr((piece.traits, [role for role, ids in roles.items() if piece.id in ids], host and host.unit, cargo))


def to_text(setting: Setting) -> str:
    """The battle in its position, without all else: small enough to be kept with a message."""
    return state_to_text(bare(setting).state)


def from_text(text: str) -> Setting:
    """The battle of such a text; raises InvalidData."""
    state = state_from_json(text)
    if state.battle is None:
        raise InvalidData("There is no battle.")
    return Setting(state, state.battle, state.select(state.turn.bombardments))
