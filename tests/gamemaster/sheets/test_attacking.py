"""The sheet of an attack: where, by whom, with which chance; all its orders are accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import GameState, apply, new_game, setup_names
from engine.dice import NoDice
from gamemaster.jobs.attacks import ENOUGH, AttackWish, attack_outlook
from gamemaster.sheets.bringing.aims import ATTACK, Stack, Target, some_of
from gamemaster.sheets.bringing.attack_plan import stacks_for, targets
from gamemaster.sheets.bringing.attacking import plan_sheet
from gamemaster.sheets.bringing.choosing import picked
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.targets import targets_sheet
from gamemaster.sheets.page import MOST_MENUS, Menu, Row, Sheet
from tests.engine.table import Table, position
from tests.gamemaster.sheets.pressing import deeds_on

SPACES = {
    "russia": "soviet_union: 6 infantry, 2 tank, 1 fighter",
    "caucasus": "soviet_union: 4 infantry",
    "west_russia": "germany: 3 infantry, 1 tank",
}
WEST_RUSSIA = Target("west_russia")


def attack() -> Table:
    """The Soviet Union is about to attack West Russia from two sides."""
    return position("soviet_union", "combat_move", SPACES, setup="aa1941")


def everybody(state: GameState, target: Target) -> tuple[Stack, ...]:
    """All who can come."""
    return stacks_for(state, target)


def menus(sheet: Sheet) -> list[Menu]:
    """The menus of a sheet."""
    return [part for part in sheet.parts if isinstance(part, Menu)]


def test_who_can_come_is_offered_by_origin_with_what_is_chosen() -> None:
    state = attack().state
    assert targets(state)[WEST_RUSSIA] == 13
    outlook = attack_outlook(AttackWish(state, WEST_RUSSIA, everybody(state, WEST_RUSSIA)[:1]))
    sheet = plan_sheet(7, state, ATTACK, WEST_RUSSIA, everybody(state, WEST_RUSSIA), outlook)
    (menu,) = menus(sheet)
    assert [(entry.label, entry.chosen) for entry in menu.entries] == [
        ("4 infantry from the Caucasus", True),
        ("1 fighter from Russia", False),
        ("2 tanks from Russia", False),
        ("6 infantry from Russia", False),
    ]


def test_aircraft_are_not_offered_what_nobody_defends() -> None:
    spaces = {"germany": "germany: 1 bomber", "eastern_europe": "germany: 1 infantry"}
    state = position("germany", "combat_move", spaces, setup="aa1941", owners={"ukraine": "soviet_union"}).state
    assert targets(state) == {Target("ukraine"): 1, Target("karelia"): 1}, "the infantry alone"


def test_enough_is_as_few_as_win_often_enough() -> None:
    state = attack().state
    stacks = everybody(state, WEST_RUSSIA)
    outlook = attack_outlook(AttackWish(state, WEST_RUSSIA, stacks, enough=True))
    assert outlook.odds
    assert outlook.odds.attacker_win >= ENOUGH
    assert sum(stack.count for stack in outlook.chosen) < sum(stack.count for stack in stacks)
    weak = {"caucasus": "soviet_union: 1 infantry", "west_russia": "germany: 9 tank"}
    state = position("soviet_union", "combat_move", weak, setup="aa1941").state
    outlook = attack_outlook(AttackWish(state, WEST_RUSSIA, everybody(state, WEST_RUSSIA), enough=True))
    assert outlook.chosen == (Stack("caucasus", "infantry", 1),), "everybody, where nobody would be enough"


@pytest.mark.rule("CMV-45")
def test_those_who_cannot_come_stay_and_the_reason_is_told() -> None:
    at_sea = {
        "japan": "japan: 3 fighter",
        "sz46": "japan: 1 aircraft_carrier",
        "sz29": "united_states: 1 destroyer",
    }
    state = position("japan", "combat_move", at_sea, setup="aa1941").state
    gathered = gather(state, Target("sz29"), everybody(state, Target("sz29")))
    assert [order["units"] for order in gathered.orders] == [{"fighter": 2}, {"aircraft_carrier": 1}]
    (why,) = gathered.left_out
    assert why.startswith("1 fighter in Japan can't come: The fighter would be in sea zone 29 with no movement left")


@pytest.mark.parametrize("setup", ["revised", "anniversary_1942", "global_1940"])
def test_a_raid_is_offered_with_its_escorts_and_ordered(setup: str) -> None:
    bomber = "strategic_bomber" if setup == "global_1940" else "bomber"
    spaces = {"united_kingdom": f"united_kingdom: 2 {bomber}, 2 fighter", "germany": "germany: 1 infantry"}
    state = position("united_kingdom", "combat_move", spaces, setup=setup).state
    raid = next(target for target in targets(state) if target.raid and target.space == "germany")
    stacks = everybody(state, raid)
    assert Stack("united_kingdom", bomber, 2) in stacks
    gathered = gather(state, raid, stacks)
    assert gathered.orders[0]["raid"] == raid.raid
    assert [order.get("escort") for order in gathered.orders[1:]] == [True] * (len(stacks) - 1)
    sheet = plan_sheet(7, state, ATTACK, raid, stacks, attack_outlook(AttackWish(state, raid, stacks)))
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert any(label.startswith("Raid with") for label in labels)
    assert "Enough for 80%" not in labels


def test_a_choice_keeps_the_numbers_that_were_chosen_before() -> None:
    stacks = (Stack("russia", "infantry", 6), Stack("russia", "tank", 2))
    assert picked(stacks, ["russia.infantry"], {"russia.infantry": 4}) == {"russia.infantry": 4}
    assert picked(stacks, ["russia.tank"], {"russia.infantry": 4}) == {"russia.tank": 2}
    assert some_of(stacks, {"russia.tank": 99, "berlin.tank": 1}) == (Stack("russia", "tank", 2),)


@pytest.mark.parametrize("setup", setup_names())
def test_what_is_offered_is_accepted(setup: str) -> None:
    start = new_game(setup)
    state = next(now for now in _combat_moves(start) if targets(now))
    assert 1 <= len(menus(targets_sheet(7, state))) <= MOST_MENUS
    found = list(targets(state))
    for target in dict.fromkeys([*found[:3], *[target for target in found if target.zone][:2]]):
        gathered, now = gather(state, target, everybody(state, target)), state
        assert gathered.orders
        for order in gathered.orders:
            now = apply(now, order, NoDice()).state
        assert now.at(target.space) != state.at(target.space) or any(p.assault for p in now.pieces.values())


def _combat_moves(start: GameState) -> Iterator[GameState]:
    """The first combat move of each power in turn."""
    return (replace(start, power=power, phase="combat_move") for power in start.edition.turn_order)


def test_neutrals_that_may_be_attacked_are_offered_and_those_that_lean_to_nobody_last() -> None:
    spaces = {"greater_southern_germany": "germany: 6 tank"}
    state = position("germany", "combat_move", spaces, setup="global_1940").state
    (menu, *_) = menus(targets_sheet(7, state))
    assert [(entry.label, entry.description) for entry in menu.entries][-2:] == [
        ("Yugoslavia (2 IPCs)", "there: 5 infantry of its own; 6 of your units can come"),
        ("Switzerland", "there: 2 infantry of its own; 6 of your units can come"),
    ]
    neutral = Target("switzerland")
    outlook = attack_outlook(AttackWish(state, neutral, stacks_for(state, neutral)))
    assert [line[:69] for line in outlook.doubts] == [
        "The attack on Switzerland makes other strict neutrals lean to the All"
    ]


def test_a_raid_of_escorts_alone_is_not_offered_and_says_what_is_missing() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 strategic_bomber, 2 fighter",
        "western_germany": "germany: 1 infantry",
    }
    state = position("united_kingdom", "combat_move", spaces, setup="global_1940").state
    raid = Target("western_germany", "major_industrial_complex")
    stacks = stacks_for(state, raid)
    escorts = some_of(stacks, {stack.name: stack.count for stack in stacks if stack.manner == "escort"})
    outlook = attack_outlook(AttackWish(state, raid, escorts))
    sheet = plan_sheet(7, state, ATTACK, raid, stacks, outlook)
    assert "Choose who raids, too." in str(sheet.parts[0])
    assert outlook.chosen == escorts, "they stay chosen until raiders are"
    assert not [deed for deed in deeds_on(sheet) if deed.startswith("attacknow")]
    whole = plan_sheet(7, state, ATTACK, raid, stacks, attack_outlook(AttackWish(state, raid, stacks)))
    assert [deed for deed in deeds_on(whole) if deed.startswith("attacknow")]
