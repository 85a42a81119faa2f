"""Compile boards into maps/assets: python -m maps.compile [board ...]"""

import sys

from maps.compile.build import compile_board, write_assets
from maps.compile.world.geography import boards_with_geography


def tell(line: str) -> None:
    """Show progress at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(boards: list[str]) -> None:
    """Compile the named boards, or all."""
    for board in boards or boards_with_geography():
        compiled = compile_board(board, tell)
        folder = write_assets(compiled)
        size = sum(file.stat().st_size for file in folder.iterdir())
        tell(f"{board}: {len(compiled.facts['adjacency'])} pairs, 0 missing, 0 extra, {size // 1024} KiB in {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
