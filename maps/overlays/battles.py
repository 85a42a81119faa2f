"""Battles: a mark, and what both sides bring."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from PIL import ImageDraw

from maps.board.assets import Board
from maps.board.canvas import Canvas
from maps.board.powers import PAPER
from maps.overlays.clash import Clash
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.shapes.battle_badge import BattleBadge
from maps.position_words import names_of, sentence
from maps.signs.sprites import WARNING, battle_mark
from maps.stacks.contents import Stack

RING, RING_APART = 10, 30
RINGED_FROM = 1.5  # times the usual width of a picture


@dataclass(frozen=True)
class Battles(Overlay):
    """A badge for each battle: attacker, mark, defender."""

    clashes: tuple[Clash, ...]
    rank = 2

    @classmethod
    def at(cls, spaces: Iterable[str]) -> Self:
        """Marks without numbers."""
        return cls(tuple(Clash(space) for space in spaces))

    def spaces(self) -> Iterable[str]:
        """Where there are battles."""
        return (clash.space for clash in self.clashes)

    def draw(self, canvas: Canvas) -> None:
        """Rings that are seen even where the picture is looked at much smaller."""
        if canvas.scale < RINGED_FROM:
            return
        for space in dict.fromkeys(clash.space for clash in self.clashes):
            _draw_ring(canvas, space)

    def badges(self, _board: Board, _position: Position, /) -> Sequence[Stack]:
        """One for each battle."""
        return [Stack(clash.space, (BattleBadge("", (), clash),), ()) for clash in self.clashes]

    def legend(self, _board: Board, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """The mark, and what the numbers mean if there are any."""
        if not self.clashes:
            return ()
        told = any(clash.attacker for clash in self.clashes)
        numbers = ": units and, in the light field, combat strength of attacker and defender"
        return (LegendEntry(battle_mark(height), f"battle{numbers if told else ''}"),)

    def sentences(self, board: Board, _position: Position, seen: Collection[str], /) -> Sequence[str]:
        """A sentence for each battle with its forces, one for all others."""
        shown = [clash for clash in self.clashes if clash.space in seen]
        bare = [clash.space for clash in shown if not clash.attacker]
        told = [_sentence(board, clash) for clash in shown if clash.attacker]
        return [*([sentence(f"Battles: {names_of(board, bare)}")] if bare else []), *told]


def _draw_ring(canvas: Canvas, space: str) -> None:
    """A ring around the name of a space; its units may stand elsewhere."""
    draw = ImageDraw.Draw(canvas.image)
    radius = max(canvas.board.space(space).label_size) / 2 + RING_APART
    for [(x, y)] in canvas.in_picture([canvas.board.space(space).label_at]):
        for wide, colour in ((RING + 4, PAPER), (RING, WARNING)):
            outer = radius + wide / 2
            draw.ellipse((x - outer, y - outer, x + outer, y + outer), outline=colour, width=wide)


def _sentence(board: Board, clash: Clash) -> str:
    where = names_of(board, [clash.space])
    attacker = clash.attacker.in_words if clash.attacker else ""
    if clash.raid:
        return f"Raid on {where}: {attacker}."
    against = f" against {clash.defender.in_words}" if clash.defender else ""
    return f"Battle in {where}: {attacker}{against}."
