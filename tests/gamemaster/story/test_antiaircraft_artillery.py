"""Antiaircraft artillery of 1940 and units in pairs, in words and on the board of their battle."""

from __future__ import annotations

from engine.events.combat.battle import Fired
from gamemaster.narration import Timeline, event_line
from gamemaster.narration.questions import request_card, request_text
from maps.battles.data import Column, Roll, Strip, Units, Volley
from tests.engine.table import Table, position
from tests.gamemaster.story.playing import shown_battle


def under_fire() -> Table:
    """Two Japanese fighters and a tactical bomber over a Chinese gun, before the dice."""
    spaces = {"kiangsi": "japan: 2 fighter, 1 tactical_bomber", "hunan": "china: 1 aaa, 1 infantry"}
    table = position("japan", "combat_move", spaces, setup="pacific_1940")
    return table.move("2 fighter, 1 tactical_bomber: kiangsi > hunan").end_phase()


def test_the_attacker_is_asked_what_the_guns_brought_down() -> None:
    table = under_fire().battle("hunan", "1 4 6")
    (request,) = table.state.requests
    asked = "Japan chooses casualties for 1 hit in Hunan by antiaircraft fire from 2 fighters, 1 tactical bomber."
    assert request_text(table.state, request) == asked
    card, offers = request_card(table.state, request, "japan")
    assert "These are antiaircraft hits: casualties are gone before they can fire." in card
    assert [offer.label for offer in offers] == ["1 fighter (default)", "1 tactical bomber"]


def test_the_dice_are_told_and_drawn_as_those_of_one_gun() -> None:
    table = under_fire()
    start = table.state
    table.battle("hunan", "1 4 6")
    events = list(table.events)
    fired = next(event for event in events if isinstance(event, Fired))
    assert event_line(start, fired) == (
        "Defenders fire at the aircraft: antiaircraft gun at 1: **1** 4 6 — 1 hit (expected 0.5)"
    )
    gun = Volley(Units("china", "aaa", 1), Roll(1, (1, 4, 6)))
    board = shown_battle(Timeline.of(start, events))
    assert board.strips == (Strip("Antiaircraft fire", (gun,), "1 hit (expected 0.5)"),)
    table.lose("1 fighter", "3 4 6")
    board = shown_battle(Timeline.of(start, [*events, *table.events]))
    beside_a_fighter = Column(4, (Units("japan", "tactical_bomber", 1),), (4,))
    assert beside_a_fighter in board.attacker.columns


def test_of_the_two_dice_of_a_heavy_bomber_one_hit_is_told() -> None:
    spaces = {"kiangsi": "japan: 1 strategic_bomber", "hunan": "china: 3 infantry"}
    known = {"japan": ["heavy_bombers"]}
    table = position("japan", "combat_move", spaces, setup="pacific_1940", technologies=known)
    table.move("1 strategic_bomber: kiangsi > hunan").end_phase()
    start = table.state
    table.battle("hunan", "2 3 6 6 6")
    fired = next(event for event in table.events if isinstance(event, Fired))
    assert (
        event_line(start, fired)
        == "Attackers roll: strategic bomber (best of 2 dice) **2** **3** — 1 hit (expected 0.9)"
    )
