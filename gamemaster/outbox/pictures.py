"""Pictures that are asked for in the outbox, and how a worker draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import GameState, describe
from maps import (
    WHOLE_BOARD,
    Arrow,
    Battles,
    Moves,
    Overlay,
    Picture,
    View,
    describe_in_words,
    draw_board,
    draw_emblem,
    front_view,
    overlays_from_json,
    overlays_to_json,
    region_view,
    space_view,
)
from maps.battles.board import draw_battle
from maps.battles.data import BattleBoard, board_from_json, board_to_json

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


def picture_request(
    state: GameState,
    *,
    title: str = "",
    spaces: Sequence[str] = (),
    region: str | None = None,
    around: str | None = None,
    steps: int = 1,
    overlays: Sequence[Overlay] = (),
    power: str | None = None,
    is_readable: bool = False,
) -> dict[str, Any]:
    """A request as JSON: the position, and which part of the board to show (all of it without spaces).

    power: whose emblem the picture bears, if not that of the power on turn. is_readable: of spaces that lie far apart
    only where most of them are is shown.
    """
    board = describe(state) | ({"power": power} if power else {})
    return {
        "board": state.edition.board.board,
        "position": {key: board[key] for key in POSITION_KEYS},
        "title": title,
        "spaces": list(spaces),
        "region": region,
        "around": around,
        "steps": steps,
        "overlays": overlays_to_json(overlays),
        **({"is_readable": True} if is_readable else {}),
    }


def battle_picture_request(board: BattleBoard) -> dict[str, Any]:
    """A request as JSON for the picture of a battle."""
    return {"battle": board_to_json(board)}


def emblem_request(power: str, alt_text: str) -> dict[str, Any]:
    """A request as JSON for the emblem of a power."""
    return {"emblem": power, "alt_text": alt_text}


def gallery_request(requests: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """A request as JSON for several pictures in one post; nothing for none."""
    return {"gallery": list(requests)} if requests[1:] else next(iter(requests), None)


def wanted_by(request: Mapping[str, Any] | None) -> Sequence[Mapping[str, Any]]:
    """The pictures that a message asks for, one by one."""
    if not request:
        return ()
    several: Sequence[Mapping[str, Any]] = request.get("gallery", (request,))
    return several


def draw(request: Mapping[str, Any]) -> Picture:
    """Draw a requested picture: work for the worker pool, as it takes up to a second."""
    if "battle" in request:
        return draw_battle(board_from_json(request["battle"]))
    if "emblem" in request:
        return draw_emblem(str(request["emblem"]), str(request["alt_text"]))
    board, view, shown = _shown(request)
    return draw_board(board, request["position"], view, **shown)


def tell(request: Mapping[str, Any]) -> str:
    """All that a requested picture of a board shows, in words."""
    board, view, shown = _shown(request)
    return describe_in_words(board, request["position"], view, **shown)


def _shown(request: Mapping[str, Any]) -> tuple[str, View, dict[str, Any]]:
    """Board, view, and what else is shown, for `draw_board`."""
    board = str(request["board"])
    return board, _view(board, request), {"title": request["title"], "overlays": _overlays(request)}


def _overlays(request: Mapping[str, Any]) -> list[Overlay]:
    """The overlays; requests of earlier versions have arrows and marks instead."""
    if "overlays" in request:
        return overlays_from_json(request["overlays"])
    arrows = tuple(Arrow(tuple(a["path"]), a["power"], a["label"]) for a in request["arrows"])
    return [Battles.at(request["marks"]), Moves(arrows)]


def _view(board: str, request: Mapping[str, Any]) -> View:
    if request["region"]:
        return region_view(board, request["region"])
    if request["around"]:
        return space_view(board, request["around"], request["steps"])
    if request["spaces"]:
        return front_view(board, request["spaces"], is_readable=bool(request.get("is_readable")))
    return WHOLE_BOARD
