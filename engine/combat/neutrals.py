"""Neutral territories that take sides: those that are attacked, and those that friends enter (POL-47..58)."""

from __future__ import annotations

from engine.events.neutrals import NeutralRoused, NeutralWon
from engine.facilities.production import new_pieces
from engine.facts.board import PowerId, SpaceId
from engine.play import Play
from engine.politics.neutrals import can_be_won
from engine.politics.war import is_at_war, side_of
from engine.position.due import battles_due
from engine.table.pieces import Piece
from engine.table.state import GameState


def take_sides(play: Play) -> None:
    """Attacked neutrals join the other side, and their armies stand up (POL-51), with nothing to decide (ASY-30)."""
    for battle in battles_due(play.state):
        if battle.part == "land" and play.state.owners[battle.space] is None:
            _rouse(play, battle.space)


def _rouse(play: Play, territory: SpaceId) -> None:
    if territory in play.state.roused_neutrals:
        return
    defender = _next_enemy(play.state)
    army = _army(play.state, territory, defender)
    play.emit(NeutralRoused(territory, side_of(play.state, defender), defender, army))


def _next_enemy(state: GameState) -> PowerId:
    """The next power of the other side in turn order, first among those that are at war (POL-51, ASY-31)."""
    order = state.edition.turn_order
    place = order.index(state.power)
    following = [*order[place:], *order[:place]]
    others = [power for power in following if side_of(state, power) != side_of(state, state.power)]
    return next((power for power in others if is_at_war(state, power)), others[0])


def _army(state: GameState, territory: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    rules = state.edition.parameters.politics.neutrals
    count = state.edition.board.territory[territory].standing_army
    return new_pieces(state, power, {rules.army: count}, territory) if rules and count else ()


def win_over(play: Play, territory: SpaceId, power: PowerId) -> None:
    """A power's land units enter a friendly neutral: it is theirs with its army, or what an attack left (POL-56)."""
    state = play.state
    if state.phase != "noncombat_move" or territory not in state.owners or not can_be_won(state, territory, power):
        return
    roused = territory in state.roused_neutrals
    army = () if roused else _army(state, territory, power)
    joined = tuple(piece.id for piece in state.at(territory) if piece.power != power)
    play.emit(NeutralWon(power, territory, army, joined, audience=play.audience))
