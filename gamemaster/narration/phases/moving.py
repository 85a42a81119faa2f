"""What the phases have in common in which units move."""

from __future__ import annotations

from collections.abc import Sequence

from engine.state.game_state import GameState
from engine.state.pieces import Piece
from gamemaster.narration.history.tally import gains
from gamemaster.narration.journeys import Journey, move_line
from gamemaster.narration.phases.telling import ToldChapter
from gamemaster.narration.phrases import lines_within

ROOM_FOR_MOVES = 1000


def move_lines(state: GameState, moves: Sequence[Journey], none: str) -> list[str]:
    """The moves of a phase; `none` where there are none."""
    lines = [move_line(state, journey) for journey in moves]
    return ["Moves:", *lines_within(lines, ROOM_FOR_MOVES, "moves")] if lines else [none]


def took(told: ToldChapter) -> list[str]:
    """Of moves only what they took."""
    return gains(told.end, told.events)


def laden_transports(state: GameState) -> list[Piece]:
    """The transports of the power on turn that carry land units."""
    own = (piece for piece in sorted(state.pieces.values(), key=state.rank) if piece.power == state.power)
    return [ship for ship in own if state.carries(ship, "land") and state.cargo(ship.id)]
