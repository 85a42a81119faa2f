"""What can be seen in the pictures."""

import pytest
from PIL import Image

from maps import (
    Arrow,
    Battles,
    Moves,
    UnknownPlace,
    View,
    draw_board,
    front_view,
    region_names,
    region_view,
    space_view,
)
from maps.board.assets import Board, Space, land_on, load_board
from maps.board.ground import Ground
from maps.board.powers import style_of
from maps.looks.reading import looks
from tests.maps.pictures import distance, median_around, opened
from tests.maps.positions import crowded, opening

BOARD = "aa1941"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(BOARD)


def plain_pixel(board: Board, space: Space) -> tuple[int, int]:
    """A pixel of a territory amid its free room, where an empty board shows nothing but its colour."""
    widths = range(240, 23, -8)
    spots = ((width, Ground(board).at_home(space).nearest(space.label_at, (width, 24), 10_000)) for width in widths)
    width, spot = next((width, spot) for width, spot in spots if spot)
    return spot.x + width // 2, spot.y + 12


def bare(owners: dict[str, str | None] | None = None) -> dict[str, object]:
    return {**opening(), "units": {}, "facilities": {}, **({"owners": owners} if owners else {})}


def roomy_lands(board: Board) -> list[Space]:
    """Territories with plain ground to look at: their free room lies on land."""
    lands = []
    for space in board.spaces.values():
        if space.is_sea or space.closed or not Ground(board).at_home(space).nearest(space.label_at, (24, 24), 10_000):
            continue
        x, y = plain_pixel(board, space)
        around = land_on(board.ground.crop((x - 9, y - 9, x + 10, y + 10)))
        if set(around.tobytes()) == {space.number}:
            lands.append(space)
    return lands


def test_every_territory_shows_the_colour_of_its_owner(board: Board) -> None:
    position = opening()
    image = opened(draw_board(BOARD, bare()))
    lands = roomy_lands(board)
    assert len(lands) > 30
    for space in lands:
        seen = median_around(image, *plain_pixel(board, space))
        assert distance(seen, style_of(position["owners"][space.id]).land) < 24, space.id


def test_a_new_owner_changes_the_colour_of_his_territory_and_of_no_other(board: Board) -> None:
    before = opened(draw_board(BOARD, bare()))
    owners = {**opening()["owners"], "ukraine": "soviet_union"}
    after = opened(draw_board(BOARD, bare(owners)))
    ukraine, russia = board.space("ukraine"), board.space("russia")
    assert distance(median_around(before, *plain_pixel(board, ukraine)), looks().powers["germany"].land) < 24
    assert distance(median_around(after, *plain_pixel(board, ukraine)), looks().powers["soviet_union"].land) < 24
    spot = plain_pixel(board, russia)
    assert median_around(before, *spot) == median_around(after, *spot)


def test_a_territory_captured_this_turn_is_striped(board: Board) -> None:
    space = board.space("urals")
    x, y = plain_pixel(board, space)
    plain = opened(draw_board(BOARD, bare()))
    striped = opened(draw_board(BOARD, {**bare(), "captured_this_turn": ["urals"]}))

    def tones(image: Image.Image) -> int:
        greens = image.crop((x - 20, y, x + 20, y + 1)).getchannel("G").tobytes()
        return max(greens) - min(greens)

    assert tones(plain) < 12
    assert tones(striped) > 40


def test_units_appear_where_they_stand_and_only_there(board: Board) -> None:
    empty = opened(draw_board(BOARD, bare()))
    position = {**bare(), "units": {"brazil": {"united_states": {"infantry": 2}}}}
    with_units = opened(draw_board(BOARD, position))
    changed = [
        space.id
        for space in board.spaces.values()
        if any(
            distance(empty.getpixel(spot), with_units.getpixel(spot)) > 60  # type: ignore[arg-type]
            for spot in _around(space, board.size)
        )
    ]
    assert changed == ["brazil"]


def _around(space: Space, size: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = space.label_at
    spots = [(x + dx, y + dy) for dx in range(-40, 41, 4) for dy in (-36, -30, -24, 24, 30, 36)]
    return [(a, b) for a, b in spots if 0 <= a < size[0] and 0 <= b < size[1]]


def test_damaged_ships_and_facilities_are_marked_and_whole_ones_are_not() -> None:
    fleet = {"sz13": {"germany": {"battleship": 1}}}
    whole = {
        **bare(),
        "units": fleet,
        "facilities": {"brazil": ["industrial_complex"]},
    }
    hurt = {**whole, "damaged_units": fleet}
    bombed = {**whole, "damage": {"brazil": {"industrial_complex": 4}}}
    pictures = [draw_board(BOARD, position).data for position in (whole, hurt, bombed)]
    assert len(set(pictures)) == 3
    nothing = {**whole, "damaged_units": {}, "damage": {}}
    assert draw_board(BOARD, nothing).data == pictures[0]


def test_the_same_position_gives_the_same_picture() -> None:
    assert draw_board(BOARD, crowded()).data == draw_board(BOARD, crowded()).data


def test_a_picture_is_jpeg_with_the_size_of_its_view_and_the_title_above() -> None:
    view = View((500, 300, 1400, 1000))
    plain, titled = draw_board(BOARD, opening(), view), draw_board(BOARD, opening(), view, title="Germany, round 2")
    assert plain.data[:2] == b"\xff\xd8"
    assert plain.filename == "aa1941.jpg"
    assert plain.size == (900, 700) == opened(plain).size
    assert titled.size[0] == 900
    assert titled.size[1] > 700
    assert opened(titled).getpixel((899, 2)) != opened(plain).getpixel((899, 2))


def test_an_arrow_is_drawn_between_its_spaces_and_a_mark_on_its_space() -> None:
    plain = opened(draw_board(BOARD, opening()))
    move = Arrow(("urals", "siberia"), "soviet_union", "2 infantry")
    moved = opened(draw_board(BOARD, opening(), overlays=[Moves((move,)), Battles.at(["sz13"])]))
    shown = load_board(BOARD)
    (x0, y0), (x1, y1) = shown.space("urals").label_at, shown.space("siberia").label_at
    box = (min(x0, x1), min(y0, y1) - 60, max(x0, x1), max(y0, y1) + 60)
    assert plain.crop(box).tobytes() != moved.crop(box).tobytes()
    x, y = shown.space("sz13").label_at
    box = (x - 60, y - 60, x + 60, y + 60)
    assert plain.crop(box).tobytes() != moved.crop(box).tobytes()


def test_a_region_holds_the_names_of_the_spaces_it_is_named_for(board: Board) -> None:
    expected = {
        "europe": ("germany", "united_kingdom", "southern_europe", "sz5", "sz16", "karelia"),
        "eastern_front": ("germany", "ukraine", "west_russia", "russia", "caucasus", "karelia", "archangel"),
        "north_america": ("eastern_united_states", "western_united_states", "mexico", "eastern_canada", "sz42", "sz11"),
        "west_pacific": ("japan", "okinawa", "iwo_jima", "philippine_islands", "coastal_china", "sz45", "sz46"),
    }
    assert expected.keys() <= region_names(BOARD).keys()
    for region, spaces in expected.items():
        left, top, right, bottom = region_view(BOARD, region).box or (0, 0, 0, 0)
        for space in spaces:
            x, y = board.space(space).label_at
            assert top < y < bottom, (region, space)
            assert any(left < x + turn < right for turn in (0, board.size[0])), (region, space)


def test_regions_are_of_a_size_that_a_phone_can_show() -> None:
    for region in region_names(BOARD):
        left, top, right, bottom = region_view(BOARD, region).box or (0, 0, 0, 0)
        assert 800 <= right - left <= 1300
        assert 600 <= bottom - top <= 1100


def test_spaces_on_both_sides_of_the_edge_are_shown_side_by_side(board: Board) -> None:
    view = front_view(BOARD, ["eastern_united_states", "western_united_states"])
    assert view.box is not None
    left, _, right, _ = view.box
    assert right > board.size[0]
    assert right - left < 1600
    picture = draw_board(BOARD, opening(), view)
    assert picture.size[0] == right - left


def test_what_lies_too_far_apart_to_be_read_is_shown_where_most_of_it_is(board: Board) -> None:
    far = ["ukraine", "west_russia", "caucasus", "japan", "western_united_states"]
    left, _, right, _ = front_view(BOARD, far).box or (0, 0, 3000, 0)
    assert right - left > 1900
    left, _, right, _ = front_view(BOARD, far, is_readable=True).box or (0, 0, 0, 0)
    assert right - left <= 1600
    seen = [space for space in far if left < board.space(space).label_at[0] < right]
    assert seen == far[:4]
    near = front_view(BOARD, ["germany", "ukraine"], is_readable=True)
    assert near.box is not None
    assert near.box[3] - near.box[1] < 750


def test_the_two_edges_of_the_board_fit_together(board: Board) -> None:
    width, height = board.size
    differing = sum(board.land_at((0, y)) != board.land_at((width - 1, y)) for y in range(height))
    assert differing < height // 40


def test_a_space_is_shown_with_its_neighbours(board: Board) -> None:
    left, top, right, bottom = space_view(BOARD, "ukraine").box or (0, 0, 0, 0)
    for space in ("ukraine", *board.neighbours["ukraine"]):
        x, y = board.space(space).label_at
        assert left < x < right
        assert top < y < bottom


def test_unknown_places_are_refused_by_name() -> None:
    with pytest.raises(UnknownPlace, match="atlantis"):
        draw_board("atlantis", opening())
    with pytest.raises(UnknownPlace, match="atlantis"):
        region_view(BOARD, "atlantis")
    with pytest.raises(UnknownPlace, match="atlantis"):
        space_view(BOARD, "atlantis")
    with pytest.raises(UnknownPlace, match="atlantis"):
        front_view(BOARD, ["germany", "atlantis"])
    with pytest.raises(UnknownPlace, match="atlantis"):
        draw_board(BOARD, opening(), overlays=[Battles.at(["atlantis"])])
    with pytest.raises(UnknownPlace, match="atlantis"):
        draw_board(BOARD, opening(), overlays=[Moves((Arrow(("germany", "atlantis"), "germany", ""),))])
