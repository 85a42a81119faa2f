"""The order to attack or to ignore what may be ignored at sea."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from engine.errors import IllegalAction
from engine.events.movement import Engaged
from engine.facts.board import SpaceId
from engine.kinds import After, Counts, Order, OrderKind, in_phases, on_turn
from engine.movement.paths import check_spaces
from engine.movement.promises import check_landing
from engine.movement.sea import unarmed_in_words
from engine.play import Play
from engine.position.due import has_prey, hunters_in, own_units_at_sea, sea_attackers
from engine.position.relations import defenders_at, is_hostile_zone
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.selection import choose
from engine.state.words import pieces_in_words, place

__all__ = ["Engage"]


class Engage(Order):
    """Attack or ignore what may be ignored in a sea zone (CMV-20)."""

    type: Literal["engage"]
    space: SpaceId
    attack: bool
    units: Counts = Field(default_factory=dict)
    pick: tuple[PieceId, ...] = ()


def engage(play: Play, order: Engage) -> None:
    """Attack or ignore what may be ignored in a sea zone (CMV-20..22)."""
    state = play.state
    check_spaces(state, (order.space,))
    own = own_units_at_sea(state, order.space)
    enemies = defenders_at(state, order.space, play.power)
    where = place(state, order.space)
    if not own:
        raise IllegalAction("units", f"You have no ships or aircraft in {where}.")
    if not enemies:
        raise IllegalAction("CMV-20", f"There is no enemy in {where} to attack or to ignore.")
    if not order.attack and is_hostile_zone(state, order.space, play.power):
        warships = any(state.type_of(enemy).can("surface_warship") for enemy in enemies)
        what = "surface warships" if warships else "enemy ships"
        raise IllegalAction(
            "CMV-16" if warships else "CMV-20",
            f"{pieces_in_words(state, enemies)} in {where} cannot be ignored: you must fight {what}.",
        )
    pieces = own
    if order.units or order.pick:
        pieces = choose(state, order.space, own, order.units, order.pick, lambda _: None)
    if order.attack:
        check_armed(state, pieces, order.space)
    ids = tuple(piece.id for piece in pieces)
    play.emit(Engaged(play.power, order.space, ids, order.attack, audience=play.power))
    check_landing(state, play.state, ())


def check_armed(state: GameState, pieces: Sequence[Piece], zone: SpaceId) -> None:
    """Whatever has an attack value may attack (CMV-53); transports have none (CMV-63), nor may carriers.

    They attack beside others that do so already.
    """
    if state.edition.parameters.sea.transports_may_attack_alone:
        return
    able = [piece for piece in (*pieces, *sea_attackers(state, zone)) if state.type_of(piece).attack]
    if able and all(state.type_of(piece).domain == "air" for piece in able):
        _check_has_prey(state, (*pieces, *hunters_in(state, zone)), zone)
    if not able:
        where = place(state, zone)
        rule, alone, send = unarmed_in_words(state, pieces)
        raise IllegalAction(rule, f"{alone} alone cannot attack in {where}. Send {send}.")


def _check_has_prey(state: GameState, pieces: Sequence[Piece], zone: SpaceId) -> None:
    """CMV-12."""
    if not has_prey(state, zone, pieces):
        where = place(state, zone)
        raise IllegalAction(
            "CMV-12",
            f"Aircraft attack submarines only beside one of your destroyers. Send one to attack in {where} too.",
        )


ENGAGE = OrderKind(Engage, engage, After.CAN_BE_UNDONE, (in_phases("combat_move"), on_turn))
