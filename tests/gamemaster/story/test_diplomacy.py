"""Wars as they are told: what may be declared and what it brings, and what the table reads then."""

from __future__ import annotations

from engine import ScriptedDice, apply, load_setup, new_game
from engine.events.politics import IncidentHappened
from engine.state.game_state import GameState
from gamemaster.narration import Timeline, confirmation, phase_report, politics_text, table_news
from gamemaster.narration.phases import TELLINGS
from gamemaster.narration.politics.diplomacy import LINES, to_declare, wars_line
from gamemaster.views.panel_buttons import panel_rows
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
    assert text.startswith("**Japan would declare war on the United Kingdom, ANZAC and the Dutch.**\n")
    assert "• Hostile by their warships: sea zones 37, 39, 62, 63." in text
    assert "• The United States gets 30 IPCs at once (INC-70)." in text
    assert "• The United States may then declare war on Japan in its turn." in text
    assert text.endswith("You can't undo it, and the table is told at once.")


SCREEN = 45 * 32
"""Characters that a phone 390 pixels wide shows at once."""


def test_politics_names_every_war_and_when_others_may_be_declared() -> None:
    text = politics_text(new_game("pacific_1940"))
    assert "\nAt war: Japan with China. At war with nobody: the United States, the United Kingdom and ANZAC.\n" in text
    assert "\n• The United Kingdom and ANZAC may declare war on Japan in their next turns (POL-34).\n" in text
    assert "\n• Later, once they have grounds: the United States on Japan.\n" in text
    american = politics_text(new_game("pacific_1940"), ["united_states"])
    assert american.startswith("**United States**: at war with nobody.\n")
    assert "The United States may declare war on Japan at the start of its combat move after an unprovoked" in american
    assert politics_text(new_game("revised")) == (
        "In this edition all powers of different sides are at war from the start."
    )


def test_the_politics_of_nine_powers_fit_on_the_screen_of_a_phone() -> None:
    assert len(politics_text(new_game("global_1940"))) < SCREEN
    for power in load_setup("global_1940").turn_order:
        assert len(politics_text(new_game("global_1940"), [power])) < 2 * SCREEN


def test_the_panel_offers_to_declare_war_whatever_was_moved_and_only_where_one_may() -> None:
    state = combat_move()
    assert "Declare war" in labels(state)
    assert TELLINGS["combat_move"].to_do(state).startswith("Before anything else, you may declare war on")
    order = {"type": "move", "units": {"infantry": 1}, "path": ["kwangsi", "hunan"]}
    assert "Declare war" in labels(apply(state, order, ScriptedDice(())).state)
    assert "Declare war" not in labels(position("china", "combat_move", {}, setup="pacific_1940").state)
    income = position("united_states", "collect_income", {}, setup="pacific_1940", game_round=3).state
    assert labels(income)[:2] == ["Declare war", "Collect income"]


def test_the_report_of_the_combat_move_begins_with_the_war_and_the_table_hears_at_once() -> None:
    state = combat_move()
    outcome = apply(state, {"type": "declare_war", "on": ["united_kingdom"]}, ScriptedDice(()))
    told = table_news(Timeline.of(state, outcome.events), only_declared=True)
    first = "**Japan declares war on the United Kingdom, ANZAC and the Dutch**, unprovoked."
    assert told == f"{first}\nThe United States gets 30 IPCs for it; 47 IPCs in the treasury."
    ended = apply(outcome.state, {"type": "end_phase"}, ScriptedDice(()))
    report = phase_report(Timeline.of(state, (*outcome.events, *ended.events)))
    assert report.text.startswith(first)


def test_of_a_power_that_is_asked_for_all_is_told_and_of_others_when_a_war_may_come() -> None:
    state = new_game("global_1940")
    german = politics_text(state, ["germany"])
    assert "• Germany may declare war on China at the start of its combat move (POL-15): unprovoked; 12 terr" in german
    soviet = politics_text(state, ["soviet_union"])
    assert "• The Soviet Union may declare war on Germany or Italy at the start of its combat move after an" in soviet
    assert "• The Soviet Union may declare war on Japan at the start of its combat move in its next turn (POL-32):" in (
        soviet
    )
    assert (
        "• Japan may declare war on the Soviet Union; or on the United States; or on the United Kingdom or ANZAC; or "
        "on France in its next turn (POL-17).\n"
    ) in politics_text(state)
    assert "objectives a turn Japan −10" in politics_text(state, ["japan"])


def test_powers_that_get_a_right_to_several_wars_are_named_once() -> None:
    state = position("germany", "combat_move", {}, setup="global_1940").state
    chance = next(each for each in to_declare(state) if "united_states" in each.named)
    text = confirmation(state, chance)
    assert "• The United States may then declare war on Japan or Italy in its turn." in text
    central = "the Eastern United States, the Central United States and the Western United States"
    assert f"• The minor industrial complexes in {central} become major industrial complexes (POL-29)." in text


def test_powers_with_the_same_enemies_are_named_together() -> None:
    assert wars_line(new_game("global_1940")) == (
        "At war: Germany and Italy with the United Kingdom, ANZAC, France and the Dutch; Japan with China. "
        "At war with nobody: the Soviet Union and the United States."
    )


def test_the_panel_tells_where_american_warships_may_patrol_in_peace() -> None:
    state = position("united_states", "noncombat_move", {}, setup="global_1940").state
    assert "end moves only next to American territory, warships also in sea zone 102 (POL-28)" in (
        TELLINGS["noncombat_move"].to_do(state)
    )


def test_once_the_combat_move_is_over_war_waits_for_the_next_turn() -> None:
    text = politics_text(position("germany", "noncombat_move", {}, setup="global_1940").state, ["germany"])
    assert "Germany may declare war on China at the start of its combat move in its next turn (POL-15)" in text
    american = position("united_states", "noncombat_move", {}, setup="pacific_1940", game_round=3).state
    assert "The United States may declare war on Japan at the start of its collect income in round 3" in politics_text(
        american, ["united_states"]
    )


def test_an_incident_names_only_wars_that_are_not_fought_already() -> None:
    table = position(
        "germany",
        "combat_move",
        {"holland_belgium": "germany: 1 tank", "united_kingdom": "germany: 1 infantry"},
        setup="global_1940",
        relations=[["japan", "united_states", "war"]],
    )
    line = LINES[IncidentHappened](table.state, IncidentHappened("london", ("united_kingdom",)))
    assert "the United States may declare war on Germany or Italy from its next turn on (POL-23)" in line
    assert "the Soviet Union may declare war on Germany or Italy from its next turn on (POL-31)" in line
