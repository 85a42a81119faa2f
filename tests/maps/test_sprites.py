"""Labels: who holds a territory and whose it was, capitals and victory cities; all small pictures are bounded."""

import shutil
from pathlib import Path

import pytest
from PIL import Image

from maps.board.assets import ASSETS, is_drawn, load_board, read_board
from maps.board.powers import emblem_disc, emblem_mask
from maps.looks.reading import Colour, looks
from maps.signs.labels import FILE, all_kept, all_words, words_on
from maps.signs.printed import Sign
from maps.signs.silhouettes import silhouette
from maps.signs.sprites import CAPITAL_COLOUR, HALO, city_mark, land_label, rounded_mask, zone_label
from maps.stacks.plates import plate_sprite
from tests.maps.pictures import distance
from tests.published import BOARDS


def pixels(sprite: Image.Image, colour: Colour) -> int:
    """How many pixels are of a colour or nearly so."""
    bands = (band.tobytes() for band in sprite.convert("RGB").split())
    return sum(distance(pixel, colour) < 25 for pixel in zip(*bands, strict=True))


def label(owner: str, former: str = "", city: str = "", is_capital: bool = False) -> Image.Image:
    return land_label(("Ukraine",), city, 2, Sign(owner, former=former), is_capital)


def test_a_conquered_territory_bears_the_emblem_of_its_holder_and_small_that_of_its_first_owner() -> None:
    kept, taken = label("germany"), label("germany", former="france")
    assert kept.size == taken.size
    first, holder = looks().powers["france"].plate, looks().powers["germany"].plate
    assert pixels(kept, first) == 0
    assert 20 < pixels(taken, first) < pixels(taken, holder)


@pytest.mark.parametrize("former", [power for power in looks().powers if power != "italy"])
def test_whose_a_territory_was_can_be_read_for_every_power(former: str) -> None:
    others = {label("italy", other).tobytes() for other in looks().powers if other not in ("italy", former)}
    assert label("italy", former).tobytes() not in others


def test_a_capital_has_a_star_and_another_victory_city_a_square() -> None:
    city, capital = label("germany", city="Kiev"), label("germany", city="Kiev", is_capital=True)
    assert city.size == capital.size
    assert pixels(city, CAPITAL_COLOUR) == 0
    assert pixels(capital, CAPITAL_COLOUR) >= 9
    assert city_mark(True).tobytes() != city_mark(False).tobytes()


@pytest.mark.parametrize("board", BOARDS)
def test_a_label_is_not_larger_than_the_room_left_for_it(board: str) -> None:
    for space in load_board(board).spaces.values():
        width, height = space.label_size
        if space.is_sea:
            assert zone_label(space.lines[0], space.symbols).size == (width, height)
        else:
            sprite = land_label(space.lines, space.city, space.value, Sign("germany", former="japan"), True)
            assert sprite.size == (width + 2 * HALO, height + 2 * HALO)


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_written_on_labels_is_kept_as_it_would_be_drawn(board: str) -> None:
    shown = load_board(board)
    kept = all_kept(shown)
    assert kept.keys() == {(space.id, False) for space in shown.spaces.values()} | {
        (space.id, True) for space in shown.spaces.values() if space.city
    }
    for (space, is_capital), words in list(kept.items())[::5]:
        drawn = words_on(shown.space(space), is_capital)
        assert (words.size, words.tobytes()) == (drawn.size, drawn.tobytes()), space


def test_labels_that_another_version_kept_are_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maps.signs.labels.load_image", lambda *_: Image.new("RGBA", (209, 3000)))
    assert all_kept(load_board("aa1941")) == {}


def test_the_names_of_a_new_board_are_drawn_before_its_other_pictures_are_all_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Image.open(ASSETS / "aa1941" / FILE) as kept:
        written = kept.convert("RGBA").tobytes()
    shutil.copytree(ASSETS / "aa1941", tmp_path / "aa1941", ignore=shutil.ignore_patterns(FILE))
    monkeypatch.setattr("maps.board.assets.ASSETS", tmp_path)
    assert not is_drawn("aa1941")
    assert all_words(read_board("aa1941")).tobytes() == written


@pytest.mark.parametrize("kept", [plate_sprite, rounded_mask, silhouette, emblem_disc, emblem_mask])
def test_small_pictures_are_kept_but_not_without_end(kept: object) -> None:
    limit = kept.cache_parameters()["maxsize"]  # type: ignore[attr-defined]
    assert limit is not None
    assert limit <= 1024
