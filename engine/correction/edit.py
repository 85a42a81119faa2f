"""The game master's corrections of the position."""

from __future__ import annotations

from engine.correction import values
from engine.correction.checks import check_edit
from engine.correction.form import Edit, EditedSpace
from engine.correction.pieces import EditedBoard, damaged
from engine.events.correction import Edited
from engine.facilities.meaning import counts_meant, facilities_of, facility_meant
from engine.facts.board import SpaceId
from engine.kinds import After, OrderKind, Whenever
from engine.landing.basing import settle
from engine.play import Play
from engine.position.relations import hostile_zones
from engine.state.game_state import GameState


def edit(play: Play, order: Edit) -> None:
    """Correct the position; raises IllegalAction where the edit does not fit the board."""
    state = play.state
    check_edit(state, order)
    board = EditedBoard(state, order)
    turn, wars = order.turn, values.wars(state, order)
    event = Edited(
        pieces=board.changes(),
        owners=values.owners(state, order),
        facilities=values.facilities(state, order),
        damage=values.damage(state, order),
        treasuries={**state.treasuries, **order.ipcs} if order.ipcs else None,
        purchased=values.purchased(state, order),
        technologies=values.technologies(state, order),
        serials=board.serials if board.serials != state.serials else None,
        wars=wars,
        declarations=values.declarations(state, wars),
        roused_neutrals=values.roused_neutrals(state, order),
        kamikaze_tokens={**state.kamikaze_tokens, **order.kamikaze_tokens} if order.kamikaze_tokens else None,
        research_tokens=values.research_tokens(state, order),
        owners_before=values.captured(state, order),
        round=turn.round if turn else None,
        power=turn.power if turn else None,
        phase=(turn.phase or state.phase) if turn else None,
    )
    play.emit(event)
    if turn:
        play.emit(Edited(hostile_zones=hostile_zones(play.state, play.power)))
    for power in play.edition.order_of_powers:
        settle(play, power)
    if hurt := damaged(play.state, order):
        play.emit(Edited(pieces=hurt))


def _in_full(state: GameState, order: Edit) -> Edit:
    if not order.spaces:
        return order
    spaces = {space: _space_in_full(state, space, change) for space, change in order.spaces.items()}
    return order.model_copy(update={"spaces": spaces})


def _space_in_full(state: GameState, space: SpaceId, change: EditedSpace) -> EditedSpace:
    there = facilities_of(state, space)
    changed: dict[str, object] = {}
    if change.facilities is not None:
        there = tuple(facility_meant(state, each, there) for each in change.facilities)
        changed["facilities"] = there
    if change.damage is not None:
        changed["damage"] = counts_meant(state, change.damage, there)
    return change.model_copy(update=changed)


EDIT = OrderKind(Edit, edit, After.NOTHING, in_full=_in_full, given=Whenever.EVEN_AFTER_THE_END)
