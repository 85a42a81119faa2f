"""Prove from only the committed assets that what touches on a board is what is adjacent in the rules.

Usage: python -m maps.check [board ...]
"""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from maps.board.assets import Box, board_names, land_on, load_facts, load_image, load_meta

TOUCHING = 5  # pixel edges in common: fewer is a corner
MOST_CONTACTS = 1_000_000  # kinds of pixel edges, of which a board has some thousand

Pair = tuple[str, str]


@dataclass(frozen=True)
class Report:
    """What was found on one board; pairs in alphabetical order."""

    board: str
    pairs: int
    missing: tuple[Pair, ...]
    extra: tuple[Pair, ...]
    by_symbol: tuple[str, ...]  # canals whose sea zones do not touch: a symbol joins them
    closed: tuple[str, ...]  # straits that are drawn but never open
    by_edge: tuple[Pair, ...]  # pairs that meet only across the edge of the board
    letters: tuple[str, ...]  # spaces that go on beyond the edge, with their letters
    walls: tuple[Pair, ...]  # pairs that touch though they are not adjacent, and are declared so
    beside_closed: tuple[Pair, ...]  # lands that touch land nobody may enter, though the rules do not say so

    @property
    def is_right(self) -> bool:
        """Whether picture and rules agree."""
        return not self.missing and not self.extra

    def lines(self) -> list[str]:
        """The report for people."""
        out = [f"{self.board}: {self.pairs} pairs, {len(self.missing)} missing, {len(self.extra)} extra"]
        named = (
            ("missing", [_text(pair) for pair in self.missing]),
            ("extra", [_text(pair) for pair in self.extra]),
            ("joined by a canal symbol", self.by_symbol),
            ("drawn as a closed strait", self.closed),
            ("met only across the edge", [_text(pair) for pair in self.by_edge]),
            ("edge letters", self.letters),
            ("walls", [_text(pair) for pair in self.walls]),
            ("beside closed land", [_text(pair) for pair in self.beside_closed]),
        )
        return out + [f"  {what}: {', '.join(names)}" for what, names in named if names]


def _text(pair: Pair) -> str:
    return f"{pair[0]} and {pair[1]}"


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def count_contacts(land: Image.Image, sea: Image.Image, wraps: bool) -> tuple[Counter[Any], Counter[Any]]:
    """Pixel edges between the codes of two label images: inside the picture, and across its edge.

    A pixel's code is its land number + 256 times its sea number.
    """
    width, height = land.size
    inside = _side_by_side(land, sea, (0, 0, width - 1, height), (1, 0, width, height))
    inside += _side_by_side(land, sea, (0, 0, width, height - 1), (0, 1, width, height))
    edges = (width - 1, 0, width, height), (0, 0, 1, height)
    return inside, _side_by_side(land, sea, *edges) if wraps else Counter()


def _side_by_side(land: Image.Image, sea: Image.Image, one: Box, other: Box) -> Counter[Any]:
    """How often which codes meet, pixel by pixel, in two parts of one size; counted as colours of one picture."""
    parts = [labels.crop(box) for box in (one, other) for labels in (land, sea)]
    met: Any = Image.merge("RGBA", parts).getcolors(maxcolors=MOST_CONTACTS)
    return Counter({(a + 256 * b, c + 256 * d): count for count, (a, b, c, d) in met})


def _by_pair(edges: Mapping[Any, int], names: Mapping[int, str]) -> Counter[Pair]:
    named: Counter[Pair] = Counter()
    for (a, b), count in edges.items():
        if a != b and a in names and b in names:
            named[_pair(names[a], names[b])] += count
    return named


def check_board(board: str, land: Image.Image | None = None, sea: Image.Image | None = None) -> Report:
    """Check the committed label images of a board, or others in their place, against its facts."""
    facts, meta = load_facts(board), load_meta(board)
    territories = {territory["id"]: territory for territory in facts["territories"]}
    names = {
        content["number"] * (1 if space in territories else 256): space for space, content in meta["spaces"].items()
    }
    edges = count_contacts(
        land or land_on(load_image(board, "ground.png", "L")), sea or load_image(board, "sea.png", "L"), meta["wraps"]
    )
    inside, across = (_by_pair(part, names) for part in edges)
    met_inside = {pair for pair, count in inside.items() if count >= TOUCHING}
    touching = met_inside | {pair for pair, count in across.items() if count >= TOUCHING}
    rules = {_pair(a, b) for a, b in facts["adjacency"]}
    walls = {_pair(a, b) for a, b in meta["walls"]}
    symbols = {_pair(*canal["between"]): canal["name"] for canal in meta["canals"]}
    shut = {space for space, territory in territories.items() if territory.get("closed")}
    strange = touching - rules - walls
    harmless = {pair for pair in strange if set(pair) <= set(territories) and shut & set(pair)}
    return Report(
        board=board,
        pairs=len(rules),
        missing=tuple(sorted(rules - touching - set(symbols))),
        extra=tuple(sorted(strange - harmless)),
        by_symbol=tuple(sorted(name for pair, name in symbols.items() if pair not in touching)),
        closed=tuple(canal["name"] for canal in meta["canals"] if canal["closed"]),
        by_edge=tuple(sorted((touching - met_inside) & rules)),
        letters=tuple(f"{mark['letter']} {_name(facts, mark['space'])}" for mark in meta["edge_letters"]),
        walls=tuple(sorted(walls & touching)),
        beside_closed=tuple(sorted(harmless)),
    )


def _name(facts: Mapping[str, Any], space: str) -> str:
    return str(next(p["name"] for p in (*facts["territories"], *facts["sea_zones"]) if p["id"] == space))


def main(boards: Sequence[str]) -> int:
    """Check the named boards, or all; 1 if a pair is missing or extra."""
    reports = [check_board(board) for board in boards or board_names()]
    for report in reports:
        sys.stdout.write("\n".join(report.lines()) + "\n")
    return 0 if all(report.is_right for report in reports) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
