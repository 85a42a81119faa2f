"""Compile boards into maps/assets: python -m maps.compile [board ...]"""

import sys

from maps.compile.build import compile_board, write_assets
from maps.compile.plain_png import write_plain_png
from maps.compile.world.geography import boards_with_geography
from maps.signs.silhouettes import KEPT, all_drawn


def tell(line: str) -> None:
    """Show progress at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(boards: list[str]) -> int:
    """Compile the named boards, or all, and draw all silhouettes; gives what to exit with."""
    write_plain_png(all_drawn(), KEPT)
    for board in boards or boards_with_geography():
        try:
            compiled = compile_board(board, tell)
        except (ValueError, OSError) as fault:  # a file that is missing or wrong, or pairs that do not fit
            tell(f"Nothing is written. {fault}")
            return 1
        folder = write_assets(compiled)
        size = sum(file.stat().st_size for file in folder.iterdir())
        tell(f"{board}: {len(compiled.facts['adjacency'])} pairs, 0 missing, 0 extra, {size // 1024} KiB in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
