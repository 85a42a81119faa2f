"""Convoys as the table reads of them: those in danger in the status, those disrupted with the income."""

from __future__ import annotations

from gamemaster.narration import convoys_text, event_line
from tests.engine.table import Table, position

SETUP = "pacific_1940"
WAR = [["japan", "united_states", "war"], ["japan", "united_kingdom", "war"]]
FLEETS = {
    "sz6": "united_states: 1 submarine",
    "sz19": "united_states: 1 submarine, 2 destroyer",
    "sz43": "japan: 1 cruiser",
}


def table() -> Table:
    """The end of a Japanese turn with enemies off its coasts."""
    return position("japan", "mobilize", FLEETS, setup=SETUP, relations=WAR)


def test_convoys_in_danger_are_told_with_what_they_could_cost() -> None:
    assert convoys_text(table().state).split("\n") == [
        "**Convoys in danger**, lost when the power collects its income",
        "Japan: up to 16 IPCs as things stand",
        "-# Sea zone 6: 2 dice of 1 submarine, up to 6 IPCs",
        "-# Sea zone 19: 4 dice of 1 submarine and 2 destroyers, up to 10 IPCs",
        "United Kingdom: up to 3 IPCs as things stand",
        "-# Sea zone 43: 1 die of 1 cruiser, up to 3 IPCs",
    ]
    assert convoys_text(position("japan", "mobilize", FLEETS, setup=SETUP).state) == ""


def test_disrupted_convoys_are_told_with_their_dice_and_the_income_with_the_loss() -> None:
    before = table()
    after = table().end_phase("1 6 3 3 3 3")
    told = [line for event in after.events if (line := event_line(before.state, event))]
    (convoys,) = [line for line in told if line.startswith("Convoys")]
    zone_6, zone_19 = (
        "sea zone 6: **1** 6, 1 IPC lost",
        "sea zone 19: **3** **3** **3** **3**, 10 IPCs lost (the limit)",
    )
    assert convoys == f"Convoys of Japan disrupted: {zone_6}; {zone_19}."
    (income,) = [line for line in told if line.startswith("Japan collects")]
    assert ", 11 lost with convoys; " in income
