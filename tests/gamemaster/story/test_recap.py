"""A stretch of a game in scenes and in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import GameState, event_from_json
from engine.events import Event
from gamemaster.narration import recap
from maps import Arrow
from tests.bench.war import fight
from tests.engine.table import Table, position


class War:
    """A table that remembers everything that happened."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.start = table.state
        self.events: list[Event] = []

    def do(self, action: dict[str, Any], dice: str = "") -> None:
        """Carry out an action."""
        self.table.do(action, dice)
        self.events += self.table.events

    def move(self, text: str) -> None:
        """Move units."""
        self.table.move(text)
        self.events += self.table.events

    def end_phase(self) -> None:
        """End the phase."""
        self.do({"type": "end_phase"})

    @property
    def state(self) -> GameState:
        """How it stands."""
        return self.table.state


def soviet_turn() -> War:
    """The Soviet Union takes West Russia, moves up and places; one order is taken back."""
    spaces = {
        "russia": "soviet_union: 3 infantry, 2 tank",
        "caucasus": "soviet_union: 1 infantry",
        "west_russia": "germany: 1 infantry",
        "germany": "germany: 2 infantry",
    }
    bought = {"soviet_union": {"infantry": 2}}
    war = War(position("soviet_union", "combat_move", spaces, purchased=bought))
    war.move("1 infantry: russia > west_russia")
    war.do({"type": "undo"})
    war.move("2 infantry, 1 tank: russia > west_russia")
    war.end_phase()
    war.do({"type": "battle", "space": "west_russia"}, "1 6 6 6")
    war.move("1 infantry: caucasus > russia")
    war.end_phase()
    war.do({"type": "mobilize", "units": {"infantry": 2}, "space": "russia"})
    war.end_phase()
    return war


def told(war: War, most: int = 150) -> list[tuple[str, str]]:
    """Title and caption of each scene."""
    return [(scene.title, scene.caption) for scene in recap(war.start, war.events, most).scenes]


INCOMES = "Income: Soviet Union 8, Germany 11, United Kingdom 12, Japan 9, United States 17"


def test_each_phase_with_news_is_a_scene_between_the_start_and_the_end() -> None:
    assert told(soviet_turn()) == [
        ("Round 1 begins", "Axis & Allies: 1941"),
        ("Round 1 · Soviet Union · combat move", "2 infantry, 1 tank to West Russia"),
        ("Round 1 · Soviet Union · conduct combat", "Took West Russia (+1 income). Destroyed 1 infantry without loss."),
        ("Round 1 · Soviet Union · noncombat move", "Placed 2 infantry in Russia. Moved 1 infantry to Russia."),
        ("Round 1 so far", INCOMES),
    ]


def test_scenes_show_the_moves_as_arrows_and_the_battles_they_lead_to() -> None:
    war = soviet_turn()
    scenes = recap(war.start, war.events).scenes
    assert scenes[1].arrows == (Arrow(("russia", "west_russia"), "soviet_union", "2 infantry, 1 tank"),)
    assert [scene.battles for scene in scenes] == [(), ("west_russia",), ("west_russia",), (), ()]
    assert [scene.power for scene in scenes] == ["", *["soviet_union"] * 3, ""]


def test_scenes_show_the_position_after_what_happened() -> None:
    war = soviet_turn()
    scenes = recap(war.start, war.events).scenes
    assert [scene.position["owners"]["west_russia"] for scene in scenes] == ["germany"] * 2 + ["soviet_union"] * 3
    there = [scene.position["units"]["west_russia"] for scene in scenes]
    assert there[0] == {"germany": {"infantry": 1}}
    assert there[1] == {"germany": {"infantry": 1}, "soviet_union": {"infantry": 2, "tank": 1}}
    assert there[-1] == {"soviet_union": {"infantry": 2, "tank": 1}}


def test_orders_of_the_open_phase_are_left_out() -> None:
    war = War(position("soviet_union", "combat_move", {"russia": "soviet_union: 3 infantry"}))
    war.move("3 infantry: russia > west_russia")
    story = recap(war.start, war.events)
    assert [scene.title for scene in story.scenes] == ["Round 1 begins", "Nothing has happened yet"]
    assert story.scenes[-1].position["units"]["russia"] == {"soviet_union": {"infantry": 3}}
    assert story.lines == ()


def test_battles_that_are_not_fought_yet_are_marked_once_the_moves_are_public() -> None:
    spaces = {"russia": "soviet_union: 3 infantry", "west_russia": "germany: 1 infantry"}
    war = War(position("soviet_union", "combat_move", spaces))
    war.move("3 infantry: russia > west_russia")
    war.end_phase()
    assert [scene.battles for scene in recap(war.start, war.events).scenes] == [(), ("west_russia",), ()]


def test_turns_are_told_on_a_line_each_with_what_was_taken_and_lost() -> None:
    war = soviet_turn()
    line = "Round 1, Soviet Union: Took West Russia (+1 income). Destroyed 1 infantry without loss."
    story = recap(war.start, war.events)
    assert story.lines == (line,)
    assert story.alt_text == f"Replay of Axis & Allies: 1941, 5 pictures. {line} Round 1 so far. {INCOMES}."


def test_phases_without_news_in_the_spaces_asked_for_are_left_out() -> None:
    war = soviet_turn()
    titles = [scene.title for scene in recap(war.start, war.events, only=["west_russia", "japan"]).scenes]
    assert titles[1:-1] == ["Round 1 · Soviet Union · combat move", "Round 1 · Soviet Union · conduct combat"]
    nowhere = recap(war.start, war.events, only=["japan"])
    assert (len(nowhere.scenes), nowhere.lines) == (2, ())


def test_the_front_is_where_there_was_fighting() -> None:
    war = soviet_turn()
    assert recap(war.start, war.events).front == ("west_russia",)


def test_with_too_many_phases_each_turn_is_one_scene() -> None:
    assert told(soviet_turn(), most=4)[1:-1] == [
        (
            "Round 1 · Soviet Union",
            "Took West Russia (+1 income). Destroyed 1 infantry without loss. Placed 2 infantry in Russia.",
        )
    ]


@pytest.fixture(scope="module")
def long_war() -> tuple[GameState, list[Event]]:
    """Ten rounds, from the beginning."""
    war = fight()
    return war.start, [event_from_json(json.loads(event)) for event in war.events]


def test_a_whole_game_has_no_more_scenes_than_wanted(long_war: tuple[GameState, list[Event]]) -> None:
    for most in (150, 100, 60, 20):
        scenes = recap(*long_war, most).scenes
        assert len(scenes) <= most
        assert scenes[0].title == "Round 1 begins"
        assert scenes[-1].title == "Round 10 is over"


def test_the_alt_text_of_a_whole_game_fits_and_says_how_it_ends(long_war: tuple[GameState, list[Event]]) -> None:
    text = recap(*long_war).alt_text
    assert len(text) <= 1000
    assert "Round 1:" in text
    assert "Round 10 is over. Income: " in text
