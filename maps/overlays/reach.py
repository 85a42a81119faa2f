"""What the enemies of a power can strike next turn, by land, by sea and by air: a pattern and a colour for each."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.state.words import first_upper
from maps.board.assets import Board
from maps.board.canvas import Canvas
from maps.board.names import all_called, called
from maps.board.powers import in_order
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.shapes.patterns import FAINT, FULL, Pattern, lay, swatch
from maps.position_words import names_of, sentence

MEANING = {"land": "by land", "sea": "by sea", "air": "by air"}
PATTERNS: Mapping[str, Pattern] = {
    "land": Pattern("diagonals", (164, 14, 26)),
    "sea": Pattern("waves", (12, 58, 150)),
    "air": Pattern("dots", (104, 16, 132)),
}


@dataclass(frozen=True)
class Reach(Overlay):
    """The spaces that enemies can strike, by kind ("land", "sea", "air") and space, with the powers that can."""

    power: str
    struck: Mapping[str, Mapping[str, tuple[str, ...]]]
    rank = 4
    is_laid_under_borders = True

    def spaces(self) -> Iterable[str]:
        """All spaces that can be struck."""
        return (space for spaces in self.struck.values() for space in spaces)

    def tint(self, canvas: Canvas) -> None:
        """A pattern over the spaces of each kind, fainter over zones where nobody is who could be struck."""
        held = self._held(canvas.position)
        for kind, spaces in self.struck.items():
            if spaces:
                lay(canvas, PATTERNS[kind], {space: FULL if space in held else FAINT for space in spaces})

    def _held(self, position: Position) -> frozenset[str]:
        """All territories, and the zones where somebody who is no enemy has units."""
        enemies = {power for spaces in self.struck.values() for powers in spaces.values() for power in powers}
        occupied = (space for space, powers in position.get("units", {}).items() if powers.keys() - enemies)
        return frozenset((*position.get("owners", {}), *occupied))

    def legend(self, _board: Board, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A swatch of each pattern."""
        entries: list[LegendEntry] = []
        for kind in self.struck:
            whose = f"enemies of {called(self.power)} can strike " if not entries else ""
            entries.append(LegendEntry(swatch(PATTERNS[kind], height), f"{whose}{MEANING[kind]}"))
        return entries

    def sentences(self, board: Board, position: Position, seen: Collection[str], /) -> Sequence[str]:
        """For each kind what is held by the powers that can strike it, then the empty zones."""
        said = []
        held_spaces = self._held(position)
        for kind, spaces in self.struck.items():
            together: dict[tuple[str, ...], list[str]] = {}
            empty = []
            for space, powers in spaces.items():
                if space not in seen:
                    continue
                if space in held_spaces:
                    together.setdefault(tuple(in_order(powers)), []).append(space)
                else:
                    empty.append(space)
            for powers, held in together.items():
                who = first_upper(all_called(powers))
                said.append(sentence(f"{who} can strike {MEANING[kind]} next turn: {names_of(board, held)}"))
            if empty:
                said.append(f"Empty zones that enemies can reach {MEANING[kind]}: {names_of(board, empty)}.")
        return said or [f"No enemy of {called(self.power)} can strike anything here next turn."]
