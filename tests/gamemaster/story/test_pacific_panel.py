"""What the panel and /help say of each phase of Pacific 1940, in peace, of bases and repairs, and of China."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.facts.parameters import PhaseId
from engine.state.game_state import GameState
from gamemaster.narration import status_text, turn_help
from gamemaster.narration.phases import TELLINGS
from tests.engine.table import position

SHIPS = {"sz10": "united_states: 1 battleship, 1 destroyer"}


def to_do(power: str, phase: PhaseId, **more: object) -> str:
    """What the panel says at the usual start of a phase."""
    return TELLINGS[phase].to_do(at(power, phase, **more))


def at(power: str, phase: PhaseId, **more: object) -> GameState:
    """A phase of the first round with one fleet off San Francisco."""
    return position(power, phase, SHIPS, setup="pacific_1940", **more).state  # type: ignore[arg-type]


@pytest.mark.parametrize("power", ["united_states", "united_kingdom", "anzac"])
def test_a_power_at_war_with_nobody_is_told_that_there_is_nobody_to_attack(power: str) -> None:
    told = to_do(power, "combat_move")
    assert told.endswith(
        "You aren't at war, so there is nobody to attack. End the phase and make all moves, transports too, in the "
        "noncombat move."
    )
    assert ("declare war on Japan" in told) == (power != "united_states")


def test_limits_in_peace_stand_where_units_move_until_the_war() -> None:
    assert to_do("united_states", "noncombat_move").endswith(
        "Until you are at war with Japan, your ships may not end a move next to Japanese territory and your "
        "units may not enter Chinese territory (POL-26, POL-27)."
    )
    assert "your ships may not end a move in sea zones 1, 2, 3, 8, 9, 10, 11, 12 (POL-21)." in to_do(
        "japan", "combat_move"
    )
    war = [["japan", "united_states", "war"]]
    assert "Until you are at war" not in to_do("united_states", "noncombat_move", relations=war)
    assert "Until you are at war" not in to_do("japan", "combat_move", relations=war)


@pytest.mark.rule("POL-12", "POL-77", setup="global_1940")
def test_what_neutrality_keeps_from_is_told_before_anybody_tries() -> None:
    soviet = position("soviet_union", "noncombat_move", {}, setup="global_1940").state
    own = "While you are neutral, your units may enter and fly over only your own territory (POL-12, POL-77)."
    assert own in TELLINGS["noncombat_move"].to_do(soviet)
    german = position("germany", "combat_move", {}, setup="global_1940").state
    names = "The United States and the Soviet Union are neutral"
    assert f"{names}: nobody else may enter or fly over their territory" in TELLINGS["combat_move"].to_do(german)
    pairs = [["germany", "soviet_union", "war"], ["germany", "united_states", "war"]]
    at_war = position("germany", "combat_move", {}, setup="global_1940", relations=pairs).state
    assert "neutral" not in TELLINGS["combat_move"].to_do(at_war)


def test_those_who_may_take_over_dutch_islands_are_told_which() -> None:
    wanted = "Move land units into Dutch territory to take it over now: Celebes, Dutch New Guinea, Java, Sumatra."
    assert wanted in to_do("anzac", "noncombat_move")
    assert "Dutch" not in to_do("united_states", "noncombat_move")


def test_china_is_told_what_it_buys_and_where_its_units_stay() -> None:
    wares = "China buys infantry, and artillery only while the Burma Road (INC-65) is met."
    assert to_do("china", "purchase").endswith(wares)
    confined = "Chinese units stay in Chinese territory, Burma and Kwangtung (POL-64)."
    assert to_do("china", "combat_move").endswith(confined)


def test_purchases_name_bases_and_upgrades_where_there_is_a_site_and_ships_that_a_base_repairs() -> None:
    told = to_do("united_kingdom", "purchase")
    assert (
        "Also for sale: minor industrial complex 12, major industrial complex 30, air base 15, naval base 15." in told
    )
    captured = {"japan": {"facilities": ["minor_industrial_complex"], "owner": "japan"}}
    assert "upgrade to a major industrial complex 20" in to_do("japan", "purchase", more_spaces=captured)
    state = at("united_states", "purchase")
    hurt = {name: replace(ship, hits_taken=int(ship.unit == "battleship")) for name, ship in state.pieces.items()}
    told = TELLINGS["purchase"].to_do(replace(state, pieces=hurt))
    assert told.endswith("Repaired for free when the phase ends: 1 battleship (damaged) in sea zone 10.")


def test_the_status_says_who_is_at_war_and_help_what_is_to_be_done() -> None:
    state = at("united_states", "combat_move")
    line = "At war: Japan with China. At war with nobody: the United States, the United Kingdom and ANZAC."
    assert line in status_text(state, {}, None).split("\n")
    assert turn_help(state).split("\n") == [
        "**Now: United States, round 1, combat move**",
        TELLINGS["combat_move"].to_do(state),
        "The phases of this turn: purchase, combat move, conduct combat, noncombat move, mobilize, collect income.",
    ]


def test_who_collects_after_a_war_was_declared_is_not_asked_for_advantages() -> None:
    war = [["japan", "united_states", "war"]]
    assert to_do("united_states", "collect_income", relations=war) == "Collect your income."
