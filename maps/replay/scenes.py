"""A stretch of a game as one animated picture: a scene for each thing that happened, with a caption."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from PIL import Image, ImageDraw

from maps.board.assets import Box, load_board
from maps.board.draw import Picture
from maps.board.powers import DARK, PAPER
from maps.board.view import WHOLE_BOARD, View
from maps.overlays import Arrow
from maps.overlays.shapes.arrows import curve, draw_arrow, outside
from maps.replay.animation import Animation
from maps.replay.captions import Progress, caption_strip, strip_height
from maps.replay.figures import block_size, figures_of
from maps.replay.stage import Spot, Stage
from maps.replay.steady import box_around, steady_spots
from maps.signs.sprites import battle_mark

WIDTH, QUALITY = 1100, 70
MARK, ARROW = 24, 0.8
FAR_OFF = 34  # pixels from the name of a space to its figures, beyond which a line leads to them
ALL_TOGETHER = 120_000  # a long replay takes about this many milliseconds
BRIEFEST, LONGEST = 700, 2400  # milliseconds of a scene
FIRST, LAST = 2000, 5000


class ReplayTooLarge(Exception):
    """The file would be larger than asked for."""


@dataclass(frozen=True)
class Scene:
    """A moment of a replay.

    position: as `engine.describe` gives it, after what happened. title: when, and whose doing. caption: what happened.
    arrows: the moves that led there. battles: spaces fought over.
    """

    position: Mapping[str, Any]
    title: str
    caption: str = ""
    power: str = ""
    arrows: tuple[Arrow, ...] = ()
    battles: tuple[str, ...] = ()


def draw_replay(
    board: str,
    scenes: Sequence[Scene],
    view: View = WHOLE_BOARD,
    *,
    alt_text: str,
    width: int = WIDTH,
    quality: int = QUALITY,
    largest: int | None = None,
) -> Picture:
    """Draw scenes as an animated WebP. Raises UnknownPlace, and ReplayTooLarge beyond `largest` bytes.

    Holds two frames at a time; takes some 50 ms of a core for each, so call it in a thread.
    """
    stage = Stage(load_board(board), view, width)
    animation = Animation((stage.size[0], stage.size[1] + strip_height(width)), quality)
    for frame, milliseconds in zip(_Staging(stage, scenes).frames(), durations(len(scenes)), strict=True):
        animation.add(frame, milliseconds)
        if largest is not None and animation.bytes > largest:
            raise ReplayTooLarge
    return Picture(animation.data(), f"{board}-replay.webp", alt_text, animation.size)


def durations(scenes: int) -> list[int]:
    """Milliseconds of each scene: time to read the captions, less in a long replay; the last one stays."""
    if scenes == 1:
        return [LAST]
    usual = min(LONGEST, max(BRIEFEST, ALL_TOGETHER // scenes))
    return [FIRST, *[usual] * (scenes - 2), LAST]


class _Staging:
    """The scenes of a replay on their stage, drawn one after the other."""

    def __init__(self, stage: Stage, scenes: Sequence[Scene]) -> None:
        self.stage, self.scenes = stage, scenes
        self.moments = [figures_of(scene.position, near=stage.is_near) for scene in scenes]
        self.spots = steady_spots(stage, self.moments, stage.name_boxes.values())

    def frames(self) -> Iterator[Image.Image]:
        """Each scene with its caption."""
        before: Mapping[str, str | None] = self.scenes[0].position["owners"]
        ground = self.stage.ground(before)
        for number, scene in enumerate(self.scenes):
            owners = scene.position["owners"]
            taken = [space for space, owner in owners.items() if owner and before.get(space) != owner]
            if owners != before:
                ground = self.stage.ground(owners)
            picture = self.stage.marked(ground, taken)
            self._draw_arrows(picture, number)
            self._draw_leaders(picture, number)
            self.stage.write_names(picture)
            self._draw_figures(picture, number)
            self._draw_battles(picture, number)
            yield _below(
                caption_strip(scene.title, scene.caption, scene.power, picture.width, self._progress(number)), picture
            )
            before = owners

    def _progress(self, number: int) -> Progress:
        last = max(1, len(self.scenes) - 1)
        rounds = [scene.position["round"] for scene in self.scenes]
        begins = tuple(i / last for i in range(1, len(rounds)) if rounds[i] != rounds[i - 1])
        return Progress(number / last, begins)

    def _spot(self, space: str) -> Spot:
        return self.spots.get(space) or self.stage.spot(self.stage.board.space(space).label_at)

    def _box(self, space: str, number: int) -> Box:
        """What the figures of a space cover in a scene."""
        return box_around(self._spot(space), block_size(self.moments[number].get(space, ())))

    def _boxes(self, space: str, number: int, x: float) -> list[Box]:
        """What figures and name of a space cover in a scene where the board shows its spot at x."""
        boxes = [self._box(space, number), *filter(None, [self.stage.name_boxes.get(space)])]
        shift = round(x - self._spot(space)[0])
        return [(box[0] + shift, box[1], box[2] + shift, box[3]) for box in boxes]

    def _draw_arrows(self, picture: Image.Image, number: int) -> None:
        for arrow in self.scenes[number].arrows:
            line: list[Spot] = []
            for space in arrow.path:
                x, y = self._spot(space)
                line.append((self.stage.nearest_copy(x, line[-1][0]) if line else x, y))
            start, end = (self._boxes(arrow.path[i], number, line[i][0]) for i in (0, -1))
            points = outside(curve(line), start, end)
            for shift in self.stage.copies(0):
                draw_arrow(picture, [(x + shift, y) for x, y in points], arrow.power, ARROW)

    def _draw_leaders(self, picture: Image.Image, number: int) -> None:
        """A line from each space to figures that stand farther off."""
        draw = ImageDraw.Draw(picture)
        for space in self.moments[number]:
            home, there = self.stage.spot(self.stage.board.spaces[space].label_at), self.spots[space]
            if hypot(there[0] - home[0], there[1] - home[1]) > FAR_OFF:
                draw.line([home, there], fill=PAPER, width=4)
                draw.line([home, there], fill=DARK, width=2)

    def _draw_figures(self, picture: Image.Image, number: int) -> None:
        for space, figures in self.moments[number].items():
            x, top = self.spots[space][0], self._box(space, number)[1]
            for figure in figures:
                self._paste(picture, figure.sprite(), (x, top + figure.size[1] / 2))
                top += figure.size[1]

    def _draw_battles(self, picture: Image.Image, number: int) -> None:
        """A mark at the upper left of the first figure of each space fought over; others may be wider."""
        for space in self.scenes[number].battles:
            wide, _ = block_size(self.moments[number].get(space, ())[:1])
            left, top = self._spot(space)[0] - wide / 2, self._box(space, number)[1]
            self._paste(picture, battle_mark(MARK), (left - 0.2 * MARK, top))

    def _paste(self, picture: Image.Image, sprite: Image.Image, middle: Spot) -> None:
        """Put a sprite wherever the board shows that spot."""
        for x in self.stage.copies(middle[0]):
            box = box_around((x, middle[1]), sprite.size)
            if self.stage.is_seen(box):
                picture.paste(sprite, box[:2], sprite)


def _below(strip: Image.Image, picture: Image.Image) -> Image.Image:
    both = Image.new("RGB", (picture.width, strip.height + picture.height))
    both.paste(strip, (0, 0))
    both.paste(picture, (0, strip.height))
    return both
