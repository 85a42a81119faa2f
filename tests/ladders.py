"""The results in `docs/ladder`: `python -m tests.ladders` writes their table anew from the pairs kept there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from computer.ladder import Ladder, Pair, read_head, read_pair, report

FOLDER = Path(__file__).parents[1] / "docs" / "ladder"
PAGE = FOLDER / "README.md"
HEAD = "| setup | players | rounds | pairs | won, drawn, lost | printed victories | points a game (95%) | ahead (95%) |"
BEGIN = f"{HEAD} seed | version |"
RULE = "|---" * 10 + "|"


def kept() -> Iterator[tuple[Ladder, int, list[Pair]]]:
    """What was played, with which version of the players, and the pairs."""
    for path in sorted(FOLDER.glob("*.jsonl")):
        head, *lines = path.read_text("utf-8").splitlines()
        yield *read_head(head), [read_pair(line) for line in lines]


def page() -> str:
    """The page with the table as it follows from the pairs."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition("\n\n")[2]
    table = "\n".join((BEGIN, RULE, *(_row(*each) for each in kept())))
    return f"{before}{table}\n\n{after}"


def _row(ladder: Ladder, version: int, pairs: list[Pair]) -> str:
    told: dict[str, Any] = report(ladder, pairs)
    games, printed, points, ahead = (told[name] for name in ("games", "printed_victories", "points", "ahead"))
    cells = (
        ladder.setup,
        f"`{ladder.a}` against `{ladder.b}`",
        ladder.rounds,
        len(pairs),
        ", ".join(str(count) for count in games.values()),
        f"{printed['a']} and {printed['b']}",
        f"{points['value']:.0%} ({points['low']:.0%} to {points['high']:.0%})",
        f"{ahead['value']:.0f}" + (f" ({ahead['low']:.0f} to {ahead['high']:.0f})" if len(pairs) > 1 else ""),
        ladder.seed,
        version,
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
