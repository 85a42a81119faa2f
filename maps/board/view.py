"""Parts of a board to draw: the whole, a region, a space with its neighbours, the spaces of a front."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from maps.board.assets import Board, Box, Space, UnknownPlace, load_board, regions_of

LEAST_SIZE = (1000, 750)
AROUND = 50  # pixels beyond the spaces that must be seen
NEAR_LABEL = (300, 200)  # of a large space so much around its name is shown: across, down
READABLE = (1600, 1000)  # across, down: what is larger can't be read where a picture is 550 pixels wide
LEAST_READABLE = (1000, 600)  # such a part is low, as many posts stand in a channel
NEARLY_ALL = 0.7  # a part wider than this share of the board is shown as the whole board


@dataclass(frozen=True)
class View:
    """A crop in pixels of the board (left, top, right, bottom); None: all of it.

    Right may be beyond the width of a board that wraps: the picture then goes on from the left edge.
    """

    box: Box | None = None
    name: str = ""


WHOLE_BOARD = View()


def visible_box(board: Board, view: View) -> Box:
    """The box of a view: within the board, or beyond its right edge where it wraps."""
    return view.box or (0, 0, *board.size)


def seen_spaces(board: Board, box: Box) -> tuple[str, ...]:
    """The spaces whose names are in a box, which may go beyond the right edge of the board."""
    left, top, right, bottom = box
    shifts = (0, board.size[0]) if board.wraps else (0,)
    return tuple(
        space.id
        for space in board.spaces.values()
        if top <= space.label_at[1] < bottom and any(left <= space.label_at[0] + shift < right for shift in shifts)
    )


def region_names(board: str) -> Mapping[str, str]:
    """The regions of a board: id -> name for players. Raises UnknownPlace."""
    return {key: region.name for key, region in regions_of(board).items()}


def map_names(board: str) -> Mapping[str, str]:
    """The maps that were joined to a board, as regions: id -> name for players. Raises UnknownPlace."""
    return {key: region.name for key, region in regions_of(board).items() if region.is_map}


def region_view(board: str, region: str) -> View:
    """The crop of a region. Raises UnknownPlace."""
    regions = regions_of(board)
    if region not in regions:
        raise UnknownPlace(f"The board {board} has no region {region}.")
    return View(regions[region].box, regions[region].name)


def space_view(board: str, space: str, steps: int = 1) -> View:
    """The crop around a space and all spaces within this many steps. Raises UnknownPlace."""
    shown = load_board(board)
    reached = {shown.space(space).id}
    for _ in range(steps):
        reached |= {other for near in reached for other in shown.neighbours[near]}
    around = "its neighbours" if steps == 1 else f"all within {steps} steps"
    return View(_crop(shown, reached), f"{shown.space(space).name} and {around}")


def front_view(board: str, spaces: Iterable[str], *, is_readable: bool = False) -> View:
    """The crop that holds these spaces; of very large ones the part around the name. Raises UnknownPlace.

    is_readable: where that would be too large to be read in a channel, the crop that holds most of them.
    """
    shown = load_board(board)
    wanted = [shown.space(space).id for space in dict.fromkeys(spaces)]
    if not wanted:
        return WHOLE_BOARD
    if not is_readable:
        return View(_crop(shown, wanted))
    return View(_crop(shown, _most_together(shown, wanted), LEAST_READABLE))


def leaves_out(board: str, spaces: Iterable[str]) -> bool:
    """Whether a readable crop doesn't hold all these spaces. Raises UnknownPlace."""
    shown = load_board(board)
    wanted = [shown.space(space).id for space in dict.fromkeys(spaces)]
    return bool(wanted) and _most_together(shown, wanted) != wanted


def _most_together(board: Board, spaces: Sequence[str]) -> list[str]:
    """All spaces, if they fit into a part that can be read; else those around the one with most others near it."""
    (width, _), (wide, high) = board.size, READABLE
    places = {space: board.spaces[space].label_at for space in spaces}

    def apart(one: str, other: str) -> tuple[int, int]:
        (x, y), (to_x, to_y) = places[one], places[other]
        across = abs(x - to_x)
        return min(across, width - across) if board.wraps else across, abs(y - to_y)

    def near(centre: str) -> list[str]:
        reach = ((space, apart(centre, space)) for space in spaces)
        return [space for space, (across, down) in reach if across <= wide // 2 and down <= high // 2]

    box = _crop(board, spaces)
    if box is not None and box[2] - box[0] <= wide and box[3] - box[1] <= high:
        return list(spaces)
    return max(map(near, spaces), key=len)


def _core(space: Space, width: int) -> Box:
    """The part of a space that must be seen; it may go beyond the right edge."""
    (x, y), (reach_x, reach_y) = space.label_at, NEAR_LABEL
    left, top, right, bottom = space.box
    if x < left:
        x += width
    core_left, core_right = max(left, x - reach_x), min(right, x + reach_x)
    # The name may stand beside the space.
    return min(core_left, x - 60), max(top, y - reach_y), max(core_right, x + 60), min(bottom, y + reach_y)


def _crop(board: Board, spaces: Iterable[str], least: tuple[int, int] = LEAST_SIZE) -> Box | None:
    width, height = board.size
    cores = [_core(board.spaces[space], width) for space in sorted(spaces)]
    left, right = _narrowest_span([(core[0], core[2]) for core in cores], width, board.wraps)
    top, bottom = min(core[1] for core in cores) - AROUND, max(core[3] for core in cores) + AROUND
    left, right = left - AROUND, right + AROUND
    left, right = _widened(left, right, least[0])
    top, bottom = _widened(top, bottom, least[1])
    if right - left > NEARLY_ALL * width:
        return None
    if board.wraps:
        left, right = left % width, left % width + right - left
    else:
        left, right = _shifted_inside(left, right, width)
    top, bottom = _shifted_inside(top, bottom, height)
    return left, top, right, bottom


def _widened(start: int, end: int, least: int) -> tuple[int, int]:
    missing = max(0, least - (end - start))
    return start - missing // 2, end + missing - missing // 2


def _shifted_inside(start: int, end: int, limit: int) -> tuple[int, int]:
    length = min(end - start, limit)
    start = min(max(0, start), limit - length)
    return start, start + length


def _narrowest_span(spans: list[tuple[int, int]], width: int, wraps: bool) -> tuple[int, int]:
    """The narrowest stretch that holds all spans; on a board that wraps it may cross the edge."""
    if not wraps:
        return min(start for start, _ in spans), max(end for _, end in spans)
    best = (0, 2 * width)
    for first, _ in spans:
        turned = [
            (start % width + (width if start % width < first % width else 0), end - start) for start, end in spans
        ]
        stretch = first % width, max(start + length for start, length in turned)
        if stretch[1] - stretch[0] < best[1] - best[0]:
            best = stretch
    return best
