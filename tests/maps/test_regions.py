"""The named parts of the boards."""

import pytest

from maps import map_names
from maps.board.assets import Board, Box, Space, board_names, load_board, load_facts

# What players call the parts of these boards, with spaces that must be seen in them.
EXPECTED: dict[str, dict[str, tuple[str, ...]]] = {
    "aa1941": {"siberia": ("siberia", "soviet_far_east"), "indian_ocean": ("sz27", "india")},
    "revised": {"south_atlantic": ("brazil", "union_of_south_africa"), "pacific": ("hawaiian_islands", "japan")},
    "anniversary": {"north_atlantic": ("greenland", "united_kingdom"), "south_pacific": ("new_zealand",)},
    "pacific_1940": {"china": ("kansu", "kiangsu"), "central_pacific": ("midway", "hawaiian_islands")},
    "global_1940": {
        "europe": ("eire", "germany", "novgorod", "southern_italy", "romania"),
        "eastern_front": ("poland", "russia", "caucasus", "volgograd"),
        "mediterranean": ("gibraltar", "egypt", "southern_italy", "sz91", "sz98"),
        "china": ("szechwan", "manchuria", "yunnan", "kwangtung"),
        "southeast_asia": ("india", "malaya", "sumatra", "philippines"),
        "central_pacific": ("midway", "hawaiian_islands", "wake_island", "sz10"),
    },
}


def holds(board: Board, box: Box, space: Space) -> bool:
    """Whether all of a space's name is in a box."""
    name, turns = space.label_box, (-board.size[0], 0, board.size[0]) if board.wraps else (0,)
    across = any(box[0] <= name[0] + turn and name[2] + turn <= box[2] for turn in turns)
    return across and box[1] <= name[1] and name[3] <= box[3]


@pytest.mark.parametrize("name", board_names())
def test_every_space_is_shown_in_a_region(name: str) -> None:
    board = load_board(name)
    boxes = [region.box for region in board.regions.values()]
    assert [space.id for space in board.spaces.values() if not any(holds(board, box, space) for box in boxes)] == []


@pytest.mark.parametrize("name", board_names())
def test_regions_are_of_a_size_that_can_be_read(name: str) -> None:
    board = load_board(name)
    for region in (region for region in board.regions.values() if not region.is_map):
        left, top, right, bottom = region.box
        assert 900 <= right - left <= 1400, region.name
        assert 700 <= bottom - top <= 1100, region.name
        assert top >= 0, region.name
        assert bottom <= board.size[1], region.name


@pytest.mark.parametrize("name", board_names())
def test_no_two_regions_share_a_name(name: str) -> None:
    names = [region.name for region in load_board(name).regions.values()]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize(
    ("name", "region", "space"),
    [(name, region, space) for name, regions in EXPECTED.items() for region in regions for space in regions[region]],
)
def test_a_region_shows_what_it_is_named_for(name: str, region: str, space: str) -> None:
    board = load_board(name)
    assert holds(board, board.regions[region].box, board.space(space))


@pytest.mark.parametrize("name", board_names())
def test_a_joined_map_holds_the_names_of_all_its_spaces_and_is_narrower_than_the_board(name: str) -> None:
    board, maps = load_board(name), load_facts(name).get("maps", {})
    assert list(map_names(name)) == [f"{key}_map" for key in maps]
    for key, spaces in maps.items():
        box = board.regions[f"{key}_map"].box
        assert [space for space in spaces if not holds(board, box, board.space(space))] == []
        assert box[2] - box[0] < 0.65 * board.size[0]
        assert 0 <= box[0] < board.size[0]


def test_the_parts_of_a_board_can_all_be_offered_at_once() -> None:
    assert max(len(load_board(name).regions) for name in board_names()) < 25  # of Discord's choices; one is the front
