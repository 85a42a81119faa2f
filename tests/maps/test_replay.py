"""Replays: scenes of a game as an animated picture."""

from __future__ import annotations

import copy
import io
from typing import Any

import pytest
from PIL import Image, ImageChops

from maps import Arrow, ReplayTooLarge, Scene, UnknownPlace, View, draw_replay, region_view
from maps.board.assets import load_board
from maps.board.powers import on_land, style_of
from maps.board.territories import land_colour
from maps.board.view import WHOLE_BOARD
from maps.looks.reading import looks
from maps.replay.captions import Progress, caption_strip, strip_height
from maps.replay.figures import Counter, Emblem, Row, block_size, figures_of
from maps.replay.scenes import BRIEFEST, FIRST, LAST, WIDTH, durations
from maps.replay.stage import Stage
from maps.replay.steady import box_around, steady_spots
from tests.maps.positions import opening
from tests.maps.test_animation import decoded, difference

TAKEN = "brazil"


def after_a_conquest() -> dict[str, Any]:
    """The opening, but Brazil is Japan's."""
    position = copy.deepcopy(opening())
    position["owners"][TAKEN] = "japan"
    position["units"][TAKEN] = {"japan": {"infantry": 3, "tank": 1}}
    return position


def three_scenes() -> tuple[Scene, ...]:
    """A start, a conquest, an end."""
    return (
        Scene(opening(), "Round 1 begins"),
        Scene(
            after_a_conquest(),
            "Round 1 · Japan · combat move",
            "3 infantry, 1 tank to Brazil",
            "japan",
            (Arrow(("western_united_states", TAKEN), "japan", "3 infantry"),),
            (TAKEN,),
        ),
        Scene(after_a_conquest(), "Round 1 so far", "Income: Japan 11"),
    )


def drawn(view: View = WHOLE_BOARD) -> list[tuple[Image.Image, int]]:
    """The three scenes as they are seen."""
    return decoded(draw_replay("aa1941", three_scenes(), view, alt_text="x").data)


def colour_of(frame: Image.Image, space: str) -> tuple[int, ...]:
    """The commonest colour of a territory in a picture of the whole board."""
    stage = Stage(load_board("aa1941"), WHOLE_BOARD, frame.width)
    x, y = stage.spot(stage.board.space(space).label_at)
    spots = [(x + right, y + down) for right in range(-60, 61, 3) for down in range(-60, 61, 3)]
    top = strip_height(frame.width)
    seen = [frame.getpixel((int(spot[0]), int(spot[1]) + top)) for spot in spots if stage.is_on(spot, space)]
    channels = zip(*(pixel for pixel in seen if isinstance(pixel, tuple)), strict=True)
    return tuple(sorted(channel)[len(seen) // 2] for channel in channels)


def is_near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two colours look alike."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 16


def test_each_scene_is_a_frame_and_the_last_stays() -> None:
    frames = drawn()
    assert [milliseconds for _, milliseconds in frames] == durations(3)
    assert durations(3)[0] == FIRST
    assert durations(3)[-1] == LAST
    assert {frame.size for frame, _ in frames} == {(WIDTH, 550 + strip_height(WIDTH))}


def test_scenes_of_a_long_replay_are_shown_more_briefly() -> None:
    assert durations(150)[1:-1] == [pytest.approx(800, abs=100)] * 148
    assert durations(10)[1] > durations(100)[1] >= BRIEFEST
    assert durations(1) == [LAST]


def test_the_first_frame_shows_the_start_and_the_last_the_end() -> None:
    frames = [frame for frame, _ in drawn()]
    brazil = load_board("aa1941").space(TAKEN)
    assert is_near(colour_of(frames[0], TAKEN), land_colour(brazil, "united_states"))
    assert is_near(colour_of(frames[-1], TAKEN), land_colour(brazil, "japan"))
    for frame in frames:
        assert is_near(colour_of(frame, "russia"), land_colour(load_board("aa1941").space("russia"), "soviet_union"))


def test_arrows_and_battles_are_gone_when_the_replay_ends() -> None:
    conquest, end = (frame for frame, _ in drawn()[1:])
    changed = ImageChops.difference(conquest, end).convert("L").point([0] * 40 + [255] * 216)
    board_part = changed.crop((0, strip_height(WIDTH), *changed.size))
    assert board_part.getbbox() is not None
    assert not difference(conquest, end) > 12


def test_what_changed_hands_is_rimmed_in_the_scene_of_its_conquest_alone() -> None:
    stage = Stage(load_board("aa1941"), WHOLE_BOARD, WIDTH)
    ground = stage.ground(after_a_conquest()["owners"])
    assert ImageChops.difference(stage.marked(ground, [TAKEN]), ground).getbbox() is not None
    assert ImageChops.difference(stage.marked(ground, []), ground).getbbox() is None


def test_captions_differ_and_long_ones_stay_within_the_strip() -> None:
    short = caption_strip("Round 1", "3 infantry to Ukraine", "germany", WIDTH, Progress(0.5, (0.4,)))
    long = caption_strip("Round 1", "3 infantry to Ukraine; " * 20, "germany", WIDTH, Progress(0.5, (0.4,)))
    assert difference(short, long) > 1
    edge = long.crop((WIDTH - 12, 0, WIDTH, strip_height(WIDTH) - 10))
    assert edge.getcolors() == [(edge.width * edge.height, (33, 38, 46))]


def test_the_bar_below_the_caption_grows() -> None:
    strips = [caption_strip("", "", "", WIDTH, Progress(done, ())) for done in (0.0, 0.5, 1.0)]
    bright = [sum(strip.crop((0, 60, *strip.size)).convert("L").histogram()[150:]) for strip in strips]
    assert bright[0] < bright[1] < bright[2]


def test_from_afar_counters_say_how_many_and_from_near_plates_say_what() -> None:
    position = after_a_conquest()
    assert figures_of(position, near=False)[TAKEN] == (Counter("japan", 4),)
    (row,) = figures_of(position, near=True)[TAKEN]
    assert isinstance(row, Row)
    assert [(cell.unit, cell.count) for cell in row.plate.cells] == [("infantry", 3), ("tank", 1)]


@pytest.mark.parametrize("power", looks().powers)
def test_the_emblem_of_a_counter_stands_out_from_its_field(power: str) -> None:
    sprite = Counter(power, 2).sprite().convert("RGB")
    shown = [colour for _, colour in sprite.getcolors(sprite.width * sprite.height) or []]
    assert style_of(power).land in shown
    assert on_land(style_of(power)) in shown


def test_the_mark_of_a_battle_stands_at_the_first_figure_however_wide_the_others_are() -> None:
    position = after_a_conquest()
    many = {"infantry": 9, "tank": 9, "fighter": 9, "bomber": 9}
    position["units"][TAKEN] = {"japan": {"infantry": 1}, "united_states": many}
    view = region_view("aa1941", "south_america")
    quiet, fought = (
        decoded(draw_replay("aa1941", (Scene(position, "x", battles=battles),), view, alt_text="x").data)[0][0]
        for battles in ((), (TAKEN,))
    )
    marked = ImageChops.difference(quiet, fought).convert("L").point(lambda value: 255 if value > 60 else 0).getbbox()
    assert marked is not None
    stage = Stage(load_board("aa1941"), view, WIDTH)
    figures = figures_of(position, near=True)
    spot = steady_spots(stage, [figures], stage.name_boxes.values())[TAKEN]
    first = spot[0] - figures[TAKEN][0].size[0] / 2
    assert abs((marked[0] + marked[2]) / 2 - first) < 15


def test_land_held_without_units_of_the_owner_bears_his_emblem() -> None:
    position = after_a_conquest()
    position["owners"][TAKEN] = "united_states"
    assert figures_of(position, near=False)[TAKEN] == (Emblem("united_states"), Counter("japan", 4))


def test_a_space_keeps_its_place_through_all_scenes_and_covers_no_other() -> None:
    stage = Stage(load_board("aa1941"), WHOLE_BOARD, WIDTH)
    moments = [figures_of(position, near=False) for position in (opening(), after_a_conquest())]
    spots = steady_spots(stage, moments)
    boxes = [box_around(spots[space], block_size(figures)) for space, figures in moments[1].items()]
    covered = [
        (one, other)
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])
    ]
    assert covered == []


def test_a_region_is_shown_with_names_and_larger() -> None:
    frames = drawn(region_view("aa1941", "south_america"))
    whole = Stage(load_board("aa1941"), WHOLE_BOARD, WIDTH)
    near = Stage(load_board("aa1941"), region_view("aa1941", "south_america"), WIDTH)
    assert near.is_near
    assert not whole.is_near
    assert whole.name_boxes == {}
    assert frames[0][0].width == WIDTH
    assert len(frames) == 3


def test_a_file_larger_than_wanted_is_not_made() -> None:
    with pytest.raises(ReplayTooLarge):
        draw_replay("aa1941", three_scenes(), alt_text="x", largest=20_000)


def test_a_smaller_picture_makes_a_smaller_file() -> None:
    large, small = (draw_replay("aa1941", three_scenes(), alt_text="x", width=width) for width in (1100, 600))
    assert small.size == (600, 300 + strip_height(600))
    assert len(small.data) < 0.6 * len(large.data)
    with Image.open(io.BytesIO(small.data)) as file:
        assert file.size == small.size


def test_an_unknown_space_is_refused_by_name() -> None:
    nowhere = Scene(opening(), "x", battles=("atlantis",))
    with pytest.raises(UnknownPlace, match="atlantis"):
        draw_replay("aa1941", (nowhere,), alt_text="x")
