"""What each space is to a power now: whom it is at war with, and what borders mean while it is not."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from maps.board.assets import Board
from maps.board.canvas import Canvas
from maps.board.names import all_called, called
from maps.board.powers import in_order
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.shapes.patterns import FULL, Pattern, lay, swatch
from maps.position_words import NEUTRALS, names_of, sentence
from maps.signs.printed import neutral_shield


@dataclass(frozen=True)
class Meaning:
    """How spaces of a standing are drawn, and what that means for the units of the power."""

    pattern: Pattern
    legend: str
    words: str


MEANINGS: Mapping[str, Meaning] = {
    "enemy": Meaning(Pattern("diagonals", (164, 14, 26)), "at war", "Hostile to {power}"),
    "stranger": Meaning(Pattern("dots", (104, 16, 132)), "not at war: closed", "Not at war with {power}"),
    "partner": Meaning(Pattern("waves", (12, 58, 150)), "own side, kept apart", "Beside {power}, but kept apart"),
    "friendly": Meaning(
        Pattern("crosses", (30, 84, 44)), "friendly neutral: walk in", "Neutral and friendly to {power}"
    ),
    "open": Meaning(
        Pattern("counter_diagonals", (96, 60, 20)), "neutral: may be attacked", "Neutral, may be attacked by {power}"
    ),
}
"""The standings that are marked; own and friendly spaces are left plain."""


@dataclass(frozen=True)
class Relations(Overlay):
    """What spaces are to a power, by the keys of MEANINGS, and the pairs of powers at war."""

    power: str
    spaces_by: Mapping[str, tuple[str, ...]]
    wars: tuple[tuple[str, str], ...]
    rank = 4
    is_laid_under_borders = True

    def spaces(self) -> Iterable[str]:
        """All spaces that are marked."""
        return (space for spaces in self.spaces_by.values() for space in spaces)

    def tint(self, canvas: Canvas) -> None:
        """A pattern over the spaces of each standing."""
        for standing, spaces in self.spaces_by.items():
            lay(canvas, MEANINGS[standing].pattern, dict.fromkeys(spaces, FULL))

    def legend(self, board: Board, position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A swatch of each pattern, then the shield of each kind of neutrals that is left."""
        entries: list[LegendEntry] = []
        for standing, spaces in self.spaces_by.items():
            if spaces:
                whose = "" if entries else f"to {called(self.power)}: "
                sample = swatch(MEANINGS[standing].pattern, height)
                entries.append(LegendEntry(sample, f"{whose}{MEANINGS[standing].legend}"))
        return [*entries, *_shields(board, position, height)]

    def sentences(self, board: Board, _position: Position, seen: Collection[str], /) -> Sequence[str]:
        """Who is at war with whom, then the spaces of each standing."""
        said = [_wars_in_words(self.wars)]
        for standing, spaces in self.spaces_by.items():
            if here := [space for space in spaces if space in seen]:
                what = MEANINGS[standing].words.format(power=called(self.power))
                said.append(sentence(f"{what}: {names_of(board, here)}"))
        return said


def _shields(board: Board, position: Position, height: int) -> list[LegendEntry]:
    owners = position.get("owners", {})
    left = {space.neutral for space in board.spaces.values() if not space.closed and not owners.get(space.id)}
    return [
        LegendEntry(neutral_shield(leaning, 2, height), f"{kind}, with infantry")
        for leaning, kind in NEUTRALS.items()
        if leaning in left
    ]


def _wars_in_words(wars: Iterable[tuple[str, str]]) -> str:
    """ "At war: Japan with China and the United Kingdom." """
    foes: dict[str, list[str]] = {}
    for pair in wars:
        one, other = in_order(pair)
        foes.setdefault(one, []).append(other)
    told = [f"{called(one)} with {all_called(in_order(foes[one]))}" for one in in_order(foes)]
    return sentence(f"At war: {'; '.join(told)}") if foes else "Nobody is at war."
