"""A landing from the sea on the sheet of an attack: cargo, zones, bombardment, the sea battle before it; one press."""

from __future__ import annotations

import pytest

from engine import GameState, apply
from engine.ask import is_legal
from engine.dice import NoDice
from gamemaster.jobs.attacks import AttackWish, Outlook, attack_orders, attack_outlook
from gamemaster.sheets.bringing.aims import ATTACK, Stack, Target
from gamemaster.sheets.bringing.attack_plan import is_target, stacks_for, targets
from gamemaster.sheets.bringing.attacking import plan_sheet
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.targets import targets_sheet
from gamemaster.sheets.page import Menu
from tests.engine.table import position

SPACES = {
    "united_kingdom": "united_kingdom: 4 infantry, 2 tank, 1 bomber",
    "sz6": "united_kingdom: 1 transport, 1 battleship",
    "sz2": "united_kingdom: 1 destroyer",
    "norway": "germany: 3 infantry",
    "france": "germany: 6 infantry",
}
NORWAY = Target("norway", zone="sz6")


def channel(**more: str) -> GameState:
    """The United Kingdom is about to land somewhere."""
    return position("united_kingdom", "combat_move", {**SPACES, **more}, setup="anniversary_1942").state


def outlook(state: GameState, target: Target, *, enough: bool = False) -> Outlook:
    """What comes of an attack by all who can come."""
    return attack_outlook(AttackWish(state, target, stacks_for(state, target), enough=enough))


def after(state: GameState, target: Target) -> GameState:
    """The position once all who can come have their orders."""
    for order in gather(state, target, stacks_for(state, target)).orders:
        state = apply(state, order, NoDice()).state
    return state


def test_a_coast_is_offered_with_cargo_ships_and_aircraft() -> None:
    state = channel()
    assert targets(state)[NORWAY] == 1, "the bomber goes by itself"
    assert stacks_for(state, NORWAY) == (
        Stack("united_kingdom", "bomber", 1),
        Stack("united_kingdom", "tank", 2, "cargo"),
        Stack("united_kingdom", "infantry", 4, "cargo"),
        Stack("sz2", "destroyer", 1, "sea"),
    )
    (menu,) = (part for part in targets_sheet(7, state).parts if isinstance(part, Menu))
    (entry,) = (entry for entry in menu.entries if entry.value == NORWAY.name)
    assert entry.description == "enemy: 3 infantry; one of your units can come, others by sea"


@pytest.mark.rule("SPC-17", setup="anniversary_1942")
def test_as_many_come_as_there_are_ships_for_and_the_battleship_bombards() -> None:
    state = channel()
    found = outlook(state, NORWAY)
    assert {(stack.unit, stack.count) for stack in found.chosen if stack.manner == "cargo"} == {
        ("tank", 1),
        ("infantry", 1),
    }
    assert found.guns == {"battleship": 1}
    assert found.odds
    sheet = plan_sheet(7, state, ATTACK, NORWAY, stacks_for(state, NORWAY), found)
    text = str(sheet.parts[0])
    assert "1 infantry and 1 tank from the United Kingdom by sea" in text
    assert "1 battleship will bombard." in text
    assert "3 infantry and 1 tank in the United Kingdom can't come: no more transports can take them there." in text
    landed = after(state, NORWAY)
    assert is_legal(landed, {"type": "end_phase"})
    ashore = [piece.unit for piece in landed.pieces.values() if piece.assault == "norway" and piece.unit != "transport"]
    assert sorted(ashore) == ["infantry", "tank"]


@pytest.mark.rule("SPC-18", setup="anniversary_1942")
def test_another_zone_is_offered_with_who_holds_it_and_the_battle_before_the_landing() -> None:
    state = channel(sz5="germany: 1 destroyer")
    assert outlook(state, NORWAY).zones == ("sz6", "sz3", "sz5"), "where ships are, then open ones"
    barred = channel(sz3="germany: 1 destroyer")
    assert outlook(barred, NORWAY).zones == ("sz6", "sz5", "sz3"), "one that must be fought for last"
    held = Target("norway", zone="sz5")
    found = outlook(state, held)
    assert found.at_sea
    assert found.guns == {}, "who fights at sea keeps silent"
    sheet = plan_sheet(7, state, ATTACK, held, stacks_for(state, held), found)
    text = str(sheet.parts[0])
    assert "Landing from sea zone 5: 1 destroyer to be fought first." in text
    assert "At sea: Your chance to win is" in text
    menu = next(part for part in sheet.parts if isinstance(part, Menu) and part.deed == "attackfrom")
    assert [(entry.label, entry.chosen) for entry in menu.entries] == [
        ("Land from sea zone 6", False),
        ("Land from sea zone 3", False),
        ("Land from sea zone 5", True),
    ]
    assert is_legal(after(state, held), {"type": "end_phase"})


def test_cargo_aboard_lands_too() -> None:
    cargo = {"sz7": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 2}}}]}
    spaces = {"sz7": "united_kingdom: 1 transport", "norway": "germany: 1 infantry"}
    aboard = position("united_kingdom", "combat_move", spaces, setup="anniversary_1942", cargo=cargo).state
    assert stacks_for(aboard, NORWAY) == (Stack("sz7", "infantry", 2, "cargo"),)
    orders = attack_orders(aboard, NORWAY, {"sz7.infantry.cargo": 2}).orders
    assert [order["path"] for order in orders] == [["sz7", "sz6"], ["sz6", "norway"]]


def test_enough_keeps_the_ships_and_leaves_cargo_behind() -> None:
    state = channel(sz7="united_kingdom: 3 transport", norway="germany: 1 infantry")
    every, few = outlook(state, NORWAY), outlook(state, NORWAY, enough=True)
    assert {stack for stack in few.chosen if stack.manner == "sea"} == {Stack("sz2", "destroyer", 1, "sea")}
    assert sum(stack.count for stack in few.chosen) < sum(stack.count for stack in every.chosen)


def test_a_zone_that_does_not_touch_the_coast_is_no_target() -> None:
    assert not is_target(channel(), Target("norway", zone="sz45"))
    assert not is_target(channel(), Target("norway", zone="atlantis"))
