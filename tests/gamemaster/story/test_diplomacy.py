"""Wars as they are told: what may be declared and what it brings, and what the table reads then."""

from __future__ import annotations

from engine import ScriptedDice, apply, new_game
from engine.table.state import GameState
from gamemaster.panel_buttons import panel_rows
from gamemaster.story import Timeline, confirmation, phase_report, politics_text, table_news
from gamemaster.story.diplomacy import to_declare
from gamemaster.story.phases import TELLINGS
from tests.engine.table import position


def combat_move() -> GameState:
    """Japan's first combat move."""
    return apply(new_game("pacific_1940"), {"type": "end_phase"}, ScriptedDice(())).state


def labels(state: GameState) -> list[str]:
    """What the buttons of the panel say."""
    return [button.label for row in panel_rows(1, state) for button in row]


def test_a_war_is_confirmed_with_all_that_it_brings() -> None:
    state = combat_move()
    chance = next(each for each in to_declare(state) if "anzac" in each.named)
    text = confirmation(state, chance)
    assert text.startswith("**Japan would declare war on United Kingdom, ANZAC and Dutch.**\n")
    assert "• Hostile by their warships: sea zone 37, sea zone 39, sea zone 62, sea zone 63." in text
    assert "• United States gets 30 IPCs at once (INC-70)." in text
    assert "• United States may then declare war on Japan in its turn." in text
    assert text.endswith("It cannot be undone, and the table is told at once.")


def test_politics_names_every_relation_and_when_a_war_may_be_declared() -> None:
    text = politics_text(new_game("pacific_1940"))
    assert "\nJapan: at war with China.\nUnited States: at war with nobody.\n" in text
    assert "United States may declare war on Japan at the start of its combat move after an unprovoked" in text
    assert "more line" not in text, "all of it fits"
    assert politics_text(new_game("revised")) == (
        "In this edition all powers of different sides are at war from the start."
    )


def test_the_panel_offers_to_declare_war_whatever_was_moved_and_only_where_one_may() -> None:
    state = combat_move()
    assert "Declare war" in labels(state)
    assert TELLINGS["combat_move"].to_do(state).startswith("Before anything else you may declare war on")
    order = {"type": "move", "units": {"infantry": 1}, "path": ["kwangsi", "hunan"]}
    assert "Declare war" in labels(apply(state, order, ScriptedDice(())).state)
    assert "Declare war" not in labels(position("china", "combat_move", {}, setup="pacific_1940").state)
    income = position("united_states", "collect_income", {}, setup="pacific_1940", game_round=3).state
    assert labels(income)[:2] == ["Declare war", "Collect income"]


def test_the_report_of_the_combat_move_begins_with_the_war_and_the_table_hears_at_once() -> None:
    state = combat_move()
    outcome = apply(state, {"type": "declare_war", "on": ["united_kingdom"]}, ScriptedDice(()))
    told = table_news(Timeline.of(state, outcome.events), only_declared=True)
    first = "**Japan declares war on United Kingdom, ANZAC and Dutch**, unprovoked."
    assert told == f"{first}\nUnited States gets 30 IPCs for it; 47 IPCs in the treasury."
    ended = apply(outcome.state, {"type": "end_phase"}, ScriptedDice(()))
    report = phase_report(Timeline.of(state, (*outcome.events, *ended.events)))
    assert report.text.startswith(first)
