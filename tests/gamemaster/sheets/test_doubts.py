"""What speaks against an attack is said before its orders are given."""

from __future__ import annotations

import pytest

from engine import GameState
from gamemaster.jobs.attacks import AttackWish, attack_outlook
from gamemaster.sheets.bringing.aims import ATTACK, Target
from gamemaster.sheets.bringing.attack_plan import stacks_for
from gamemaster.sheets.bringing.attacking import plan_sheet
from gamemaster.sheets.page import Row
from tests.engine.table import position


def said(state: GameState, target: Target) -> tuple[str, str]:
    """The text of the sheet of an attack by all who can come, and the style of the button that orders it."""
    stacks = stacks_for(state, target)
    sheet = plan_sheet(7, state, ATTACK, target, stacks, attack_outlook(AttackWish(state, target, stacks)))
    buttons = [button for part in sheet.parts if isinstance(part, Row) for button in part.buttons]
    return str(sheet.parts[0]), next(style for deed, _, style in buttons if deed.startswith("attacknow"))


def test_odds_below_a_half() -> None:
    weak = {"caucasus": "soviet_union: 1 infantry", "west_russia": "germany: 9 tank"}
    text, style = said(position("soviet_union", "combat_move", weak, setup="aa1941").state, Target("west_russia"))
    assert "Doubtful: You lose more often than you win there." in text
    assert style == "danger"
    strong = {"caucasus": "soviet_union: 9 tank", "west_russia": "germany: 1 infantry"}
    text, style = said(position("soviet_union", "combat_move", strong, setup="aa1941").state, Target("west_russia"))
    assert "Doubtful" not in text
    assert style == "success"


@pytest.mark.rule("CMV-12")
def test_aircraft_alone_against_submarines() -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 fighter", "sz7": "germany: 1 submarine"}
    text, style = said(position("united_kingdom", "combat_move", spaces, setup="aa1941").state, Target("sz7"))
    assert text.startswith("**Attack on sea zone 7**")
    assert "cannot hit anything in sea zone 7: aircraft hit submarines only beside one of your destroyers." in text
    assert style == "danger"


@pytest.mark.rule("SPC-81", setup="global_1940")
def test_enemies_who_may_scramble_or_strike() -> None:
    spaces = {
        "japan": "japan: 3 fighter",
        "sz6": "japan: 1 destroyer",
        "sz16": "united_states: 1 cruiser, 1 destroyer",
    }
    state = position(
        "united_states", "combat_move", spaces, setup="global_1940", relations=[["united_states", "japan", "war"]]
    ).state
    text, _ = said(state, Target("sz6"))
    assert "Doubtful: Enemy aircraft may scramble into sea zone 6: 3 from Japan." in text
    assert "Doubtful: Kamikazes may strike your warships in sea zone 6" in text


@pytest.mark.rule("CMV-63")
def test_a_landing_that_nobody_fights_a_way_for() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 2 infantry",
        "sz6": "united_kingdom: 1 transport",
        "sz5": "germany: 1 destroyer",
        "germany": "germany: 1 infantry",
    }
    state = position("united_kingdom", "combat_move", spaces, setup="aa1941").state
    text, _ = said(state, Target("germany", zone="sz5"))
    assert "Landing from sea zone 5: 1 destroyer to be fought first." in text
    assert "Doubtful: Sea zone 5 is held by 1 destroyer, and transports alone cannot attack." in text
