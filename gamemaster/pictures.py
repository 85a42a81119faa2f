"""Pictures that are asked for in the outbox and drawn when they are sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from engine import GameState, describe
from maps import WHOLE_BOARD, Arrow, Battles, Moves, Picture, View, draw_board, front_view, region_view, space_view
from maps.battle_board import draw_battle
from maps.battle_data import BattleBoard, board_from_json, board_to_json

POSITION_KEYS = (
    "setup",
    "round",
    "power",
    "phase",
    "ipcs",
    "owners",
    "units",
    "facilities",
    "cargo",
    "damage",
    "damaged_units",
    "submerged",
    "captured_this_turn",
    "pending_battles",
)

log = logging.getLogger(__name__)


def picture_request(
    state: GameState,
    *,
    title: str = "",
    spaces: Sequence[str] = (),
    region: str | None = None,
    around: str | None = None,
    steps: int = 1,
    arrows: Sequence[Arrow] = (),
    marks: Sequence[str] = (),
) -> dict[str, Any]:
    """A request as JSON: the position, and which part of the board to show (all of it without spaces)."""
    board = describe(state)
    return {
        "board": state.edition.board.board,
        "position": {key: board[key] for key in POSITION_KEYS},
        "title": title,
        "spaces": list(spaces),
        "region": region,
        "around": around,
        "steps": steps,
        "arrows": [{"path": list(arrow.path), "power": arrow.power, "label": arrow.label} for arrow in arrows],
        "marks": list(marks),
    }


def battle_picture_request(board: BattleBoard) -> dict[str, Any]:
    """A request as JSON for the picture of a battle."""
    return {"battle": board_to_json(board)}


async def drawn(request: Mapping[str, Any], what: str) -> Picture | None:
    """A requested picture, drawn in a thread; one that cannot be drawn is logged, and `what` goes without it."""
    try:
        return await asyncio.to_thread(draw, request)
    except Exception:
        log.exception("The picture of %s cannot be drawn.", what)
        return None


def draw(request: Mapping[str, Any]) -> Picture:
    """Draw a requested picture; takes a tenth of a second, so call it in a thread."""
    if "battle" in request:
        return draw_battle(board_from_json(request["battle"]))
    board = str(request["board"])
    arrows = tuple(Arrow(tuple(a["path"]), a["power"], a["label"]) for a in request["arrows"])
    overlays = [Moves(arrows), Battles.at(request["marks"])]
    return draw_board(board, request["position"], _view(board, request), title=request["title"], overlays=overlays)


def _view(board: str, request: Mapping[str, Any]) -> View:
    if request["region"]:
        return region_view(board, request["region"])
    if request["around"]:
        return space_view(board, request["around"], request["steps"])
    if request["spaces"]:
        return front_view(board, request["spaces"])
    return WHOLE_BOARD
