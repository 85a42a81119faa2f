"""Requests for pictures, as they wait in the outbox."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import describe, new_game
from gamemaster.jobs.past.charts import drawn
from gamemaster.keys import VERSION
from gamemaster.outbox.pictures import POSITION_KEYS, battle_picture_request, draw, picture_request, tell
from gamemaster.views.board_choices import SHOWS, BoardChoice
from maps import Arrow, Battles, Changes, Clash, Force, Income, Moves, Reach, region_names
from maps.board.assets import board_names, load_board
from tests.maps.battle_samples import BOARDS as BATTLES
from tests.maps.chart_samples import CHARTS
from tests.sketches import INSTEAD, sketch


def stored(request: dict[str, Any]) -> Any:
    """A request as it comes back out of the database."""
    return json.loads(json.dumps(request))


def test_a_request_keeps_its_overlays_through_the_database() -> None:
    state = new_game("aa1941")
    overlays = [
        Battles((Clash("ukraine", Force(("soviet_union",), 2, 3), Force(("germany",), 5, 12)),)),
        Changes.since(describe(state)),
        Moves((Arrow(("russia", "west_russia"), "soviet_union", "1 tank"),)),
        Reach("germany", {"land": {"ukraine": ("soviet_union",)}}),
        Income(),
    ]
    request = picture_request(state, title="Now", region="europe", overlays=overlays)
    assert draw(stored(request)).data == draw(request).data
    words = tell(stored(request))
    assert "Battle in Ukraine: the Soviet Union with 2 units, strength 3 against Germany with 5 units, " in words
    assert "Soviet Union: 1 tank from Russia to West Russia." in words


def test_a_request_that_an_earlier_version_stored_is_still_drawn() -> None:
    position = describe(new_game("aa1941"))
    request = {
        "board": "aa1941",
        "position": {key: position[key] for key in POSITION_KEYS},
        "title": "Soviet Union, round 1, combat move",
        "spaces": ["russia", "west_russia"],
        "region": None,
        "around": None,
        "steps": 1,
        "arrows": [{"path": ["russia", "west_russia"], "power": "soviet_union", "label": "1 tank"}],
        "marks": ["west_russia"],
    }
    words = draw(request).alt_text
    assert "Battles: West Russia. Soviet Union: 1 tank from Russia to West Russia." in words


@pytest.mark.parametrize(
    "look",
    [
        BoardChoice(),
        BoardChoice(region="europe", shows=frozenset({"moves", "income"})),
        BoardChoice(space="sz5", steps=3, shows=frozenset(SHOWS), power="united_kingdom"),
    ],
)
def test_a_look_fits_into_the_id_of_a_button_and_comes_back_from_it(look: BoardChoice) -> None:
    assert BoardChoice.from_code(look.code) == look
    assert ":" not in look.code


@pytest.mark.parametrize("board", board_names())
def test_the_longest_look_at_any_board_fits_into_the_id_of_a_button(board: str) -> None:
    longest = max((*load_board(board).spaces, *region_names(board)), key=len)
    look = BoardChoice(space=longest, steps=4, shows=frozenset(SHOWS), power="united_kingdom")
    assert len(f"{VERSION}:{10**12}::words.{look.code}") <= 100


def test_a_look_without_a_code_is_the_whole_board() -> None:
    assert BoardChoice.from_code("") == BoardChoice()


def test_zooming_ends_at_the_space_and_at_four_steps() -> None:
    near, far = BoardChoice(space="ukraine"), BoardChoice(space="ukraine", steps=4)
    assert near.zoomed_in is None
    assert near.zoomed_out == BoardChoice(space="ukraine", steps=2)
    assert far.zoomed_out is None
    assert BoardChoice(region="europe").zoomed_out is None
    assert BoardChoice().whole is None
    assert far.whole == BoardChoice()


REACHES = ("land reach", "sea reach", "air reach")


def test_what_is_laid_over_a_map_stays_when_another_map_of_the_board_is_shown() -> None:
    near = BoardChoice(space="egypt", steps=2, shows=frozenset({"income"}), power="italy")
    assert near.of_region("pacific_map") == BoardChoice(region="pacific_map", shows=near.shows, power="italy")
    assert BoardChoice.from_code(near.of_region("pacific_map").code).region == "pacific_map"


def test_overlays_go_on_and_off() -> None:
    plain = BoardChoice(region="europe")
    assert plain.toggled(REACHES).shows == set(REACHES)
    assert plain.toggled(["moves"]).toggled(["moves"]) == plain
    assert BoardChoice(shows=frozenset({"land reach"})).toggled(REACHES).shows == set(REACHES)


def test_sketches_have_the_names_and_the_words_of_their_pictures() -> None:
    """So that whatever a test reads beside a sketch is what players read."""
    state = new_game("aa1941")
    overlays = [Battles((Clash("ukraine", Force(("germany",), 5, 12)),)), Changes.since(describe(state)), Income()]
    requests = [
        picture_request(state),
        picture_request(state, title="Now", around="russia", overlays=overlays),
        *(battle_picture_request(battle()) for battle in BATTLES.values()),
    ]
    charts = [next(iter(CHARTS.values()))]
    pictures = [*map(draw, requests), *drawn(charts)]
    sketches = [*map(sketch, requests), *INSTEAD[drawn](charts)]
    assert [(each.filename, each.alt_text) for each in sketches] == [
        (each.filename, each.alt_text) for each in pictures
    ]
