"""Sketches instead of pictures, where nobody looks at them: their words are true, what is to be seen is a pixel."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image

from gamemaster.jobs.board import BoardRequest, picture_of, request_for
from gamemaster.jobs.past.charts import drawn
from gamemaster.outbox import pictures
from gamemaster.workers import Asker, WorkerPool
from maps import Picture, Scene
from maps.alt_text import alt_text
from maps.battles.chances import ChancesBoard, chances_in_words
from maps.battles.data import board_from_json
from maps.battles.words import alt_text as words_of_battle
from maps.board.assets import load_board
from maps.charts.data import Chart
from maps.charts.data import alt_text as words_of_chart
from maps.overlays.overlay import check_spaces


def _pixel(kind: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (1, 1)).save(buffer, kind)
    return buffer.getvalue()


PIXELS = {"jpg": _pixel("JPEG"), "webp": _pixel("WEBP")}


def sketch(request: Mapping[str, Any]) -> Picture:
    """What `draw` would draw, without drawing it."""
    if "battle" in request:
        return _sketched("battle", words_of_battle(board_from_json(request["battle"])), "jpg")
    if "emblem" in request:
        return _sketched("emblem", request["alt_text"])
    name, view, shown = pictures._shown(request)
    board = load_board(name)
    check_spaces(board, shown["overlays"])
    return _sketched(name, alt_text(board, request["position"], view, **shown), "jpg")


def _sketch_of(request: BoardRequest) -> Picture:
    return sketch(request_for(request))


def sketched_charts(charts: Sequence[Chart]) -> tuple[Picture, ...]:
    """What `drawn` would draw."""
    return tuple(_sketched(chart.name, words_of_chart(chart)) for chart in charts)


def sketched_replay(board: str, _scenes: Sequence[Scene], *_: Any, alt_text: str, **_more: Any) -> Picture:
    """What `draw_replay` would draw."""
    return _sketched(f"{board}-replay", alt_text)


def sketched_chances(board: ChancesBoard) -> Picture:
    """What `draw_chances` would draw."""
    return _sketched("odds", chances_in_words(board), "jpg")


def _sketched(name: str, words: str, kind: str = "webp") -> Picture:
    return Picture(PIXELS[kind], f"{name}.{kind}", words, (1, 1))


INSTEAD: Mapping[Callable[..., Any], Callable[..., Any]] = {
    pictures.draw: sketch,
    picture_of: _sketch_of,
    drawn: sketched_charts,
}


class AtOnce(WorkerPool):
    """Does the work at once and in this process, with what is sent to another one.

    It has no lanes, so that nothing starts a worker unnoticed.
    """

    def __init__(self) -> None:
        """Nothing is loaded."""

    async def quick(self, work: Any, *arguments: Any, asker: Asker | None = None) -> Any:  # type: ignore[override]
        return work(*pickle.loads(pickle.dumps(arguments)))  # noqa: S301  # our own

    async def slow(self, work: Any, *arguments: Any, **_: Any) -> Any:  # type: ignore[override]
        return work(*pickle.loads(pickle.dumps(arguments)))  # noqa: S301  # our own

    async def think(self, work: Any, *arguments: Any, **_: Any) -> Any:  # type: ignore[override]
        return await self.slow(work, *arguments)

    def check_room(self, user: int) -> None:
        """Nothing ever waits."""

    def wake(self) -> None:
        """Nothing needs to be started."""

    def close(self) -> None:
        """Nothing is to be ended."""

    def prepare(self, *_: Any) -> None:
        """Nothing can be done before it is asked for."""


class Sketches(AtOnce):
    """Sketches what is to be drawn."""

    async def quick(self, work: Any, *arguments: Any, asker: Asker | None = None) -> Any:  # type: ignore[override]
        return await super().quick(INSTEAD.get(work, work), *arguments, asker=asker)
