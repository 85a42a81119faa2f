"""What is printed beside the names: symbols of sea zones, and who or what holds a territory."""

from collections.abc import Iterator

import pytest
from PIL import Image

from maps import draw_board
from maps.board.assets import Board, Space, load_board
from maps.board.lettering import zone_label_size
from maps.board.territories import land_colour
from maps.signs.printed import SYMBOL_COLOURS, zone_symbol
from tests.maps.pictures import distance, opened
from tests.published import BOARDS

KAMIKAZE = ("sz6", "sz17", "sz19", "sz20", "sz22", "sz35")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("global_1940")


@pytest.fixture(scope="module")
def empty() -> Image.Image:
    return opened(draw_board("global_1940", {"setup": "global_1940", "owners": {}, "units": {}}))


def pixels_of_symbols(image: Image.Image, space: Space, symbol: str) -> int:
    """How many pixels of a zone's label, without the number, have the colour of a symbol."""
    left, top, right, bottom = space.label_box
    left += zone_label_size(space.lines[0], 0)[0]
    part = image.crop((left, top, max(left + 1, right), bottom))
    colours: list[tuple[int, tuple[int, int, int]]] = part.getcolors(maxcolors=part.width * part.height)  # type: ignore[assignment]
    return sum(count for count, colour in colours if distance(colour, SYMBOL_COLOURS[symbol]) < 40)


@pytest.mark.parametrize("name", BOARDS)
def test_only_boards_of_1940_have_convoy_and_kamikaze_zones(name: str) -> None:
    zones = [space for space in load_board(name).spaces.values() if space.symbols]
    assert bool(zones) == name.endswith("_1940")
    assert [zone.id for zone in zones if "kamikaze" in zone.symbols] == (sorted(KAMIKAZE) if zones else [])


def test_a_zone_shows_the_symbols_it_has_and_no_other(board: Board, empty: Image.Image) -> None:
    for space in board.spaces.values():
        for symbol in SYMBOL_COLOURS if space.is_sea else ():
            assert (pixels_of_symbols(empty, space, symbol) > 20) == (symbol in space.symbols), (space.id, symbol)


def test_the_symbols_differ_by_their_shape() -> None:
    convoy, kamikaze = (zone_symbol(symbol).getchannel("A") for symbol in ("convoy", "kamikaze"))
    differing = sum(abs(a - b) > 128 for a, b in zip(convoy.tobytes(), kamikaze.tobytes(), strict=True))
    assert differing > 0.2 * convoy.width * convoy.height


def sign_of(image: Image.Image, space: Space) -> bytes:
    left, top, _, _ = space.label_box
    return image.crop((left, top, left + 20, top + 22)).tobytes()


def neutrals(board: Board) -> Iterator[Space]:
    return (space for space in board.spaces.values() if space.neutral)


def test_a_neutral_looks_unlike_closed_land_unlike_any_power_and_unlike_other_kinds_of_neutrals(board: Board) -> None:
    kinds = {space.neutral: land_colour(space, "") for space in neutrals(board)}
    assert set(kinds) == {"strict", "pro_allies", "pro_axis"}
    colours = [*kinds.values(), land_colour(board.space("himalayas"), "")]
    assert len(set(colours)) == 4


def test_a_neutral_shows_its_shield_until_a_power_takes_it(board: Board, empty: Image.Image) -> None:
    owners = {space.id: "germany" for space in neutrals(board)}
    taken = opened(draw_board("global_1940", {"setup": "global_1940", "owners": owners, "units": {}}))
    assert [space.id for space in neutrals(board) if sign_of(empty, space) == sign_of(taken, space)] == []
