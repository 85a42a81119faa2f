"""The picture of a battle: nothing overlaps, hits differ from misses, no unit or die is missing, words say the same."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from maps.battles.board import draw_battle, draw_layout, fallen
from maps.battles.data import (
    BattleBoard,
    Column,
    Roll,
    Round,
    Side,
    Strip,
    Units,
    Volley,
    board_from_json,
    board_to_json,
)
from maps.battles.items import Die, Force, Item, Words
from maps.battles.layout import MOST_HEIGHT, WIDTH, BattleLayout, lay_out
from maps.signs.dice import Look, die_sprite
from maps.stacks.plates import plate_sprite
from tests.maps.battle_samples import BOARDS, huge_battle, land_battle
from tests.maps.test_powers import SIGHTS, seen

every_board = pytest.mark.parametrize("name", BOARDS)


def overlapping(items: Iterable[Item]) -> list[tuple[Item, Item]]:
    """Pairs of items that share a pixel."""
    return [
        (a, b)
        for a, b in combinations(items, 2)
        if a.box[0] < b.box[2] and b.box[0] < a.box[2] and a.box[1] < b.box[3] and b.box[1] < a.box[3]
    ]


def texts(layout: BattleLayout) -> list[str]:
    """All words in a layout."""
    return [item.text for item in layout.items if isinstance(item, Words)]


def dice_in(layout: BattleLayout) -> Counter[tuple[int, str]]:
    """How many dice of each face and look are shown."""
    found: Counter[tuple[int, str]] = Counter()
    for item in layout.items:
        if isinstance(item, Die):
            found[item.face, item.look] += item.count
    return found


def rolls_of(board: BattleBoard) -> list[Roll]:
    """All dice that a board has."""
    rolls = [Roll(c.value, c.dice) for side in (board.attacker, board.defender) for c in side.columns]
    strips = [*board.strips, *(strip for rolled in board.earlier for strip in rolled.strips)]
    rolls += [volley.roll for strip in strips for volley in strip.volleys]
    return rolls + [roll for rolled in board.earlier for roll in (*rolled.attacker, *rolled.defender)]


def units_of(board: BattleBoard) -> Counter[tuple[str, str, bool, bool]]:
    """All units that a board has: power, unit, damaged, lost."""
    groups: list[Units] = []
    for side in (board.attacker, board.defender):
        groups += [group for column in side.columns for group in column.units]
        groups += [group for row in side.rows for group in row.units]
    for strip in [*board.strips, *(strip for rolled in board.earlier for strip in rolled.strips)]:
        for volley in strip.volleys:
            groups += [group for group in (volley.units, volley.target) if group]
    found: Counter[tuple[str, str, bool, bool]] = Counter()
    for group in groups:
        found[group.power, group.unit, group.damaged, group.lost] += group.count
    return found


@every_board
def test_nothing_lies_over_anything_else_or_outside_the_picture(name: str) -> None:
    layout = lay_out(BOARDS[name]())
    assert overlapping(layout.items) == []
    width, height = layout.size
    assert width == WIDTH
    assert height <= MOST_HEIGHT
    assert all(0 <= i.box[0] < i.box[2] <= width and 0 <= i.box[1] < i.box[3] <= height for i in layout.items)


@every_board
def test_every_unit_of_the_board_is_shown_with_its_number(name: str) -> None:
    board = BOARDS[name]()
    shown: Counter[tuple[str, str, bool, bool]] = Counter()
    for item in lay_out(board).items:
        if isinstance(item, Force):
            for cell in item.plate.cells:
                shown[item.plate.power, cell.unit, cell.damaged, item.lost] += cell.count
    assert shown == units_of(board)


@every_board
def test_every_die_is_shown_as_the_hit_or_miss_that_it_is(name: str) -> None:
    board = BOARDS[name]()
    shown = dice_in(lay_out(board))
    assert sum(count for (_, look), count in shown.items() if look == "hit") == sum(r.hits for r in rolls_of(board))
    assert shown.total() == sum(len(roll.dice) for roll in rolls_of(board))


@every_board
def test_the_words_fit_beside_a_picture_and_begin_with_the_place_and_what_comes_next(name: str) -> None:
    board = BOARDS[name]()
    words = draw_battle(board).alt_text
    assert len(words) <= 1000
    assert words.startswith(board.title)
    assert board.outlook.rstrip(".") in words[:250]
    assert all(side.title in words for side in (board.attacker, board.defender))


def test_words_that_would_be_too_long_leave_out_dice_before_the_forces_of_a_side() -> None:
    fire = Volley(Units("japan", "antiaircraft_artillery", 3), Roll(1, (4,) * 9), Units("germany", "fighter", 3))
    strips = tuple(Strip(f"Antiaircraft fire {number}", (fire,) * 3, "0 hits") for number in range(4))
    words = draw_battle(replace(land_battle(), strips=strips)).alt_text
    assert "Antiaircraft fire 3: 0 hits." in words
    assert words.endswith("Lost so far, 45 IPCs: Soviet Union 8 infantry, 1 tank.")


@every_board
def test_a_board_goes_through_json_unchanged(name: str) -> None:
    board = BOARDS[name]()
    assert board_from_json(board_to_json(board)) == board


def test_a_picture_is_jpeg_of_the_size_of_its_layout_and_always_the_same() -> None:
    picture = draw_battle(land_battle())
    assert picture.data[:2] == b"\xff\xd8"
    assert picture.size == lay_out(land_battle()).size == Image.open(io.BytesIO(picture.data)).size
    assert draw_battle(land_battle()).data == picture.data
    assert len(picture.data) < 200_000


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_hit_differs_from_a_miss_in_lightness_to_every_eye(sight: str) -> None:
    def lightness(look: Look) -> float:
        red, green, blue, _ = die_sprite(2, look, 36).getpixel((18, 8))  # type: ignore[misc]
        return seen((red, green, blue), sight)[0]

    assert lightness("miss") - lightness("hit") > 30


def test_the_die_of_a_hit_is_filled_and_that_of_a_miss_is_hollow_in_the_picture() -> None:
    layout = lay_out(land_battle())
    image = draw_layout(layout)
    for item in layout.items:
        if isinstance(item, Die) and item.count == 1:
            left, top, *_ = item.box
            # A quarter down at the middle no face but the 6 has a pip.
            red, _, blue = image.getpixel((left + item.height // 2, top + item.height // 5))  # type: ignore[misc]
            assert (red - blue > 100) is (item.look == "hit"), item


def test_casualties_of_the_round_are_faded_and_struck_through() -> None:
    force = next(item for item in lay_out(land_battle()).items if isinstance(item, Force) and item.lost)
    standing = plate_sprite(force.plate, force.scale).convert("RGB")
    struck = fallen(force.plate, force.scale).convert("RGB")
    middle = standing.width // 2, standing.height // 2
    assert struck.getpixel(middle)[0] > 150  # type: ignore[index]
    assert struck.getpixel(middle)[2] < 120  # type: ignore[index]
    assert standing.tobytes() != struck.tobytes()


def test_many_dice_of_a_column_are_counted_by_face() -> None:
    column = Column(2, (Units("germany", "infantry", 60),), (1,) * 25 + (6,) * 35)
    board = replace(land_battle(), attacker=replace(land_battle().attacker, columns=(column,)))
    layout = lay_out(board)
    assert {(25, "hit"), (35, "miss")} <= {(i.count, i.look) for i in layout.items if isinstance(i, Die)}
    assert overlapping(layout.items) == []


def test_seven_columns_find_room_beside_each_other() -> None:
    columns = tuple(Column(value, (Units("germany", "fighter", 12),), (6,) * 12) for value in (1, 2, 3, 4, 5, 6, 0))
    layout = lay_out(replace(land_battle(), attacker=replace(land_battle().attacker, columns=columns)))
    assert layout.fits
    assert overlapping(layout.items) == []


def test_a_long_battle_of_large_forces_stays_on_one_picture() -> None:
    rolled = huge_battle().earlier[0]
    rounds = tuple(replace(rolled, title=f"Round {number}") for number in range(1, 9))
    layout = lay_out(replace(huge_battle(), earlier=rounds))
    assert layout.size[1] <= MOST_HEIGHT
    assert overlapping(layout.items) == []
    assert {f"Round {number}" for number in range(1, 9)} <= set(texts(layout))


def test_rounds_without_dice_are_told_by_their_hits() -> None:
    merged = Round("Rounds 1 to 12", (), (), "30 hits (expected 31.0)", "28 hits (expected 29.5)")
    layout = lay_out(replace(land_battle(), earlier=(merged,)))
    assert any("30 hits (expected 31.0)" in text for text in texts(layout))
    assert overlapping(layout.items) == []


def test_long_names_and_outlooks_are_wrapped_inside_the_picture() -> None:
    powers = ("soviet_union", "united_kingdom", "united_states", "france", "anzac")
    names = "Soviet Union, United Kingdom, United States, France and ANZAC defend together as long as they can"
    side = Side(powers, names, score="12 hits (expected 11.7)")
    outlook = (
        "The Soviet Union and the United Kingdom choose casualties for 2 hits, and then some more is said about it " * 3
    )
    layout = lay_out(BattleBoard("Western United States", "round 12", land_battle().attacker, side, outlook=outlook))
    assert overlapping(layout.items) == []
    assert all(item.box[2] <= WIDTH for item in layout.items)
