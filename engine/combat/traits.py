"""What tells one unit in a battle from others of its kind and owner, as far as anything can depend on it later."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events.combat.battle import AttackOrDefense
from engine.events.combat.scramble import SCRAMBLED_FROM
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.landing.ranges import range_left
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId

__all__ = ["Aboard", "Traits"]

Aboard = tuple[PowerId, UnitId, SpaceId | None]
"""Something aboard a ship: whose it is, its unit, and the territory that it is to land in."""


@dataclass(frozen=True)
class Traits:
    """Differences between units of one type and owner in a battle.

    aboard: what the ship carries, with the coasts where it is to land (UNI-64). range_left: of attacking aircraft,
    which land elsewhere (NCM-12). awaited_in: the zones where carriers are bound to meet it (CMV-46). host: whose
    carrier a defending aircraft is aboard, and so who moves it later (UNI-51). seaborne: it cannot retreat where others
    can (CMB-41). marked: national advantages that work for it alone (OPT-24). raid, escort: what it does after the air
    battle (SPC-42). scrambled_from: the territory to which it returns (SPC-89); in the battle it is as others (SPC-88).
    """

    hits_taken: int
    aboard: tuple[Aboard, ...]
    range_left: int
    awaited_in: tuple[SpaceId, ...]
    host: PowerId | None
    seaborne: bool
    marked: tuple[str, ...]
    raid: UnitId | None
    escort: bool
    scrambled_from: SpaceId


def traits(state: GameState, battle: Battle, side: AttackOrDefense, piece: Piece) -> Traits:
    """What tells a piece of one side from others in a battle."""
    flies_home = side == "attacker" and state.type_of(piece).domain == "air"
    host = state.pieces.get(piece.aboard or "")
    return Traits(
        hits_taken=piece.hits_taken,
        aboard=tuple((c.power, c.unit, c.assault) for c in state.cargo(piece.id)),
        range_left=range_left(state, piece) if flies_home else 0,
        awaited_in=_awaited_in(state, piece.id) if flies_home else (),
        host=host.power if host and side == "defender" else None,
        seaborne=piece.id in battle.seaborne and _others_may_retreat(state, battle),
        marked=tuple(sorted(name for name, pieces in battle.marked.items() if piece.id in pieces)),
        raid=piece.raid,
        escort=piece.escort,
        scrambled_from=SCRAMBLED_FROM.of(piece),
    )


def _awaited_in(state: GameState, aircraft: PieceId) -> tuple[SpaceId, ...]:
    if not state.edition.parameters.air.carrier_promises_bind:
        return ()
    meant = {carrier for carrier, awaited in state.turn.promised_to.items() if aircraft in awaited}
    promised = dict(state.turn.promises)
    return tuple(sorted(promised[carrier] for carrier in meant if carrier in state.pieces))


def _others_may_retreat(state: GameState, battle: Battle) -> bool:
    """Whether those that came overland have a way out which those that landed have not."""
    return bool(battle.retreats) and state.edition.parameters.assaults.overland_may_leave
