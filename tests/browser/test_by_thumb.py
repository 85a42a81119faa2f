"""The game on phones by taps alone: what one types is names of games, and the numbers of a form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from cogs.service.client import TableBot
from engine import GameState
from local import LocalTable
from tests.browser.conftest import House
from tests.browser.sofa import Sofa, Usual
from tests.browser.thumb import Thumb, phone
from tests.e2e.playing import CHANNEL, begin, begin_by_commands, correct, game, settled
from tests.e2e.test_noise import pings_of

pytestmark = pytest.mark.asyncio(loop_scope="package")
whole_or_named = pytest.mark.whole(or_named=True)

MOST_SCREENS, MOST_POSTS = 8, 14
MOST_BATTLES = 6
"""Presses by which three battles are fought to their end, with time for the enemy's answers."""
USUAL = {
    "anniversary_1941": {
        "germany": Usual(("The Baltic States", "East Poland", "Ukraine", "Egypt", "Sea zone 2", "Sea zone 6"), moves=4),
        "japan": Usual(("Fukien", "Kwangtung", "Yunnan", "The Philippine Islands", "Sea zone 50", "Sea zone 53")),
    },
    "global_1940": {
        "germany": Usual(
            ("Sea zone 106", "Sea zone 111", "Sea zone 110", "France", "Normandy/Bordeaux", "Yugoslavia"), moves=4
        ),
        "japan": Usual(("Anhwe", "Hunan", "Kweichow", "Yunnan"), moves=4),
    },
}
USUALLY = 90
"""Taps of such a turn at most."""
LONGEST = 1200
"""Seconds that a round may take on a busy machine."""


@pytest.mark.long
async def test_germany_plays_its_first_turn_with_forty_five_taps(opened: House, browser: Browser) -> None:
    table, _ = opened
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    for player in (anna, ben):
        await player.command(CHANNEL, "standing-order preset", which="sensible")
    await put(opened, {"turn": {"round": 1, "power": "germany", "phase": "purchase"}})
    async with phone(browser, table, "Ben") as thumb:
        before = await thumb.private()
        with thumb.counting(45, "Germany's first turn in 1941"):
            with thumb.counting(8, "the first order"):
                await thumb.open("Buy units", "End purchases")
                await thumb.picture("buying")
                await thumb.press("4 infantry (12)", "Ordered: 4 infantry")
            await thumb.end("End purchases", "combat move")
            origins = await attack(thumb, "Karelia", "Everything")
            assert len(origins) >= 3, origins
            for target, who in (("Sea zone 14", "Enough"), ("Anglo-Egypt", "Everything")):
                await attack(thumb, target, who)
            await thumb.picture("combat_move")
            await thumb.end("End moves", "conduct combat")
            await thumb.picture("conduct_combat")
            for _ in range(MOST_BATTLES):
                if "noncombat move" in (told := await thumb.text()):
                    break
                await thumb.press("Fight")
                await expect(thumb.sheet).not_to_have_text(told, use_inner_text=True)
            await thumb.picture("noncombat_move")
            await thumb.press("Land aircraft", "Proposed:")
            await thumb.picture("landings")
            await thumb.press("Land as proposed")
            await expect(thumb.sheet.get_by_role("button", name="Land aircraft")).to_have_count(0)
            for start, end in (("Western Europe", "Germany"), ("Germany", "Eastern Europe")):
                await thumb.choose(start, f"From {start}")
                await thumb.picture("moving")
                await thumb.choose(end)
                await expect(thumb.sheet).not_to_contain_text(f"From {start}")
            await thumb.end("End moves", "Choose what to place where")
            await thumb.picture("placing")
            await thumb.press("Place as proposed", "All units are placed")
            await thumb.end("End turn", "Now:")
        assert await thumb.private() - before <= 3, "what the turn leaves behind"
    assert table.refusals == []


async def put(opened: House, change: Mapping[str, Any]) -> None:
    """Correct the position, and wait until the panel of the turn before is gone."""
    table, bot = opened
    await correct(table, change)
    await settled(bot)


async def attack(thumb: Thumb, target: str, who: str) -> set[str]:
    """An attack that is weighed before it is ordered; gives from where its units come."""
    with thumb.counting(6, f"an attack on {target}"):
        await thumb.press("Attack", "Attack where?")
        await thumb.picture("targets")
        await thumb.choose(target, "Choose who attacks")
        await thumb.press(who, "Your chance to win")
        await thumb.picture("attack")
        origins = set(re.findall(r" from ([A-Z][\w ]+)", (await thumb.text()).partition("You: ")[2].partition("\n")[0]))
        await thumb.press("Attack with", "Battles ahead")
    return origins


LANDING = {
    "united_kingdom": {"units": {"united_kingdom": {"infantry": 1, "tank": 1}}},
    "sz6": {"units": {"united_kingdom": {"transport": 1}}},
    "norway_finland": {"units": {"germany": {"infantry": 1}}},
}
BATTLE = {
    "west_russia": {"units": {"germany": {"infantry": 8, "tank": 8, "fighter": 9}}},
    "russia": {"units": {"soviet_union": {"infantry": 9, "tank": 16}}},
}


async def test_what_a_turn_is_made_of_takes_few_taps(opened: House, browser: Browser) -> None:
    table, _ = opened
    await begin(table.user("Ben"), table.user("Anna"))

    async with phone(browser, table, "Anna") as anna, phone(browser, table, "Ben") as ben:

        async def at(panel: str, power: str, phase: str, **more: Any) -> None:
            turn = {"round": 2 if "round 2" in panel else 1, "power": power, "phase": phase}
            await put(opened, {"turn": turn, **more})
            await expect(anna.panel).to_contain_text(panel)

        await at("round 1 · purchase", "soviet_union", "purchase", ipcs={"soviet_union": 60})
        four = {"Infantry": "2", "Tanks": "1", "Fighters": "1", "Bombers": "1"}
        with anna.counting(16, "buying four kinds"):
            await anna.open("Buy units", "End purchases")
            await anna.mark("Infantry", "Tank", "Fighter", "Bomber")
            await anna.fill(four, "Ordered: 2 infantry, 1 tank, 1 fighter, 1 bomber")
        await anna.picture("bought")
        await anna.end("End purchases", "combat move")
        await at("round 2 · purchase", "soviet_union", "purchase", ipcs={"soviet_union": 60})
        with anna.counting(2, "buying as last turn"):
            await anna.open("Buy units", "End purchases")
            await anna.press("As last turn", "Ordered: 2 infantry, 1 tank, 1 fighter, 1 bomber")
        await at(
            "United Kingdom · round 1 · combat move", "united_kingdom", "combat_move", clear_units=True, spaces=LANDING
        )
        with anna.counting(9, "a landing"):
            await anna.open("Attack", "Attack where?")
            await anna.choose("Norway", "Choose who attacks")
            await anna.mark("1 tank", "1 infantry")
            await anna.sees("Your chance to win")
            await anna.picture("landing")
            await anna.press("Attack with 2 units", "1 infantry, 1 tank: sea zone 6 to")
        await at("Soviet Union · round 1 · combat move", "soviet_union", "combat_move", clear_units=True, spaces=BATTLE)
        await anna.open("Attack", "Attack where?")
        await anna.choose("West Russia", "Choose who attacks")
        await anna.press("Everything", "Your chance to win")
        await anna.press("Attack with", "Battles ahead")
        await anna.end("End moves", "conduct combat")
        await anna.press("Fight in", "must answer first")
        await anna.picture("fought")
        with ben.counting(2, "casualties"):
            await ben.open("Choose casualties", "Casualties still fire")
            await ben.picture("casualties")
            await ben.press("")
    assert table.refusals == []


OUTNUMBERED = {
    "russia": {"units": {"soviet_union": {"infantry": 12}}},
    "west_russia": {"units": {"germany": {"infantry": 20}}},
}
AT_SEA = {
    "sz6": {"units": {"united_kingdom": {"fighter": 2}}},
    "sz7": {"units": {"united_kingdom": {"aircraft_carrier": 1}}},
}
OVER_SCOTLAND = {
    "sz104": {"units": {"germany": {"cruiser": 3}}},
    "sz109": {"units": {"united_kingdom": {"destroyer": 1}}},
    "scotland": {"units": {"united_kingdom": {"fighter": 2}}},
}


async def position(opened: House, edition: str, power: str, phase: str, spaces: dict[str, Any]) -> None:
    """Ben with the Axis and Anna with the Allies, and exactly these units."""
    table, _ = opened
    await begin(table.user("Ben"), table.user("Anna"), edition=edition)
    turn = {"round": 2, "power": power, "phase": phase}
    await put(opened, {"clear_units": True, "spaces": spaces, "turn": turn})


async def state_of(table: LocalTable, bot: TableBot) -> GameState:
    """The game once all is told."""
    await settled(bot)
    return (await game(bot, table.world.channel_named(CHANNEL)["id"])).running


@whole_or_named
async def test_a_retreat_takes_two_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    await position(opened, "aa1941", "soviet_union", "combat_move", OUTNUMBERED)
    async with phone(browser, table, "Anna") as anna:
        await expect(anna.panel).to_contain_text("round 2 · combat move")
        await anna.open("Attack", "Attack where?")
        await anna.choose("West Russia", "Choose who attacks")
        await anna.press("Everything", "Your chance to win")
        await anna.picture("attack_with_map")
        await anna.press("Attack with", "Battles ahead")
        await anna.end("End moves", "conduct combat")
        with anna.counting(2, "a round fought, and a retreat"):
            await anna.press("Fight in West Russia", "Retreat")
            await anna.picture("retreat")
            await anna.press("Retreat")
            await expect(anna.sheet).not_to_contain_text("Press on")
        state = await state_of(table, bot)
        assert {piece.space for piece in state.pieces.values() if piece.power == "soviet_union"} == {"russia"}
    assert table.refusals == []


@whole_or_named
async def test_fighters_land_on_a_carrier_with_three_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    await position(opened, "aa1941", "united_kingdom", "noncombat_move", AT_SEA)
    async with phone(browser, table, "Anna") as anna:
        await expect(anna.panel).to_contain_text("round 2 · noncombat move")
        with anna.counting(3, "a landing on a carrier"):
            await anna.open("Move", "Land aircraft")
            await anna.press("Land aircraft", "Proposed:", "sea zone 7")
            await anna.picture("carrier")
            await anna.press("Land as proposed")
            await expect(anna.sheet).not_to_contain_text("Still to land")
        state = await state_of(table, bot)
        assert {piece.space for piece in state.pieces.values()} == {"sz7"}
    assert table.refusals == []


@whole_or_named
async def test_a_scramble_takes_two_taps(opened: House, browser: Browser) -> None:
    table, bot = opened
    await position(opened, "global_1940", "germany", "combat_move", OVER_SCOTLAND)
    async with phone(browser, table, "Anna") as anna, phone(browser, table, "Ben") as ben:
        await expect(ben.panel).to_contain_text("round 2 · combat move")
        await ben.open("Attack", "Attack where?")
        await ben.choose("Sea zone 109", "Choose who attacks")
        await ben.press("Everything", "may scramble")
        await ben.press("Attack with", "Battles ahead")
        await ben.end("End moves", "must answer first")
        with anna.counting(2, "a scramble"):
            await anna.open("Answer", "Scotland")
            await anna.picture("scramble")
            await anna.press("2 fighters from Scotland")
            await expect(anna.sheet).not_to_contain_text("Nobody scrambles")
        state = await state_of(table, bot)
        assert {piece.unit for piece in state.pieces.values() if piece.space == "sz109"} >= {"fighter"}
    assert table.refusals == []


BOMBARDED = {
    "united_kingdom": {"units": {"united_kingdom": {"infantry": 1, "tank": 1}}},
    "sz6": {"units": {"united_kingdom": {"transport": 1, "battleship": 1}}},
    "norway": {"units": {"germany": {"infantry": 1}}},
}
RAIDED = {
    "united_kingdom": {"units": {"united_kingdom": {"strategic_bomber": 2, "fighter": 2}}},
    "western_germany": {"units": {"germany": {"fighter": 1, "infantry": 1}}},
}


async def at_sea_and_in_the_air(opened: House, thumb: Thumb, edition: str, spaces: dict[str, Any]) -> None:
    """A British combat move with exactly these units, with all places to attack on the sheet."""
    table, _ = opened
    await begin(table.user("Ben"), table.user("Anna"), edition=edition)
    turn = {"round": 1, "power": "united_kingdom", "phase": "combat_move"}
    await put(opened, {"clear_units": True, "spaces": spaces, "turn": turn})
    await expect(thumb.panel).to_contain_text("United Kingdom · round 1 · combat move")


@whole_or_named
async def test_a_landing_with_bombardment_takes_nine_taps(opened: House, browser: Browser) -> None:
    table, _ = opened
    async with phone(browser, table, "Anna") as anna:
        await at_sea_and_in_the_air(opened, anna, "anniversary_1942", BOMBARDED)
        with anna.counting(9, "a landing with bombardment"):
            await anna.open("Attack", "Attack where?")
            await anna.choose("Norway (3 IPCs)", "Landing from sea zone 6.")
            await anna.mark("1 tank", "1 infantry")
            await anna.sees("1 battleship will bombard", "Your chance to win")
            await anna.press("Attack with 2 units", "1 infantry, 1 tank: sea zone 6 to Norway")
    assert table.refusals == []


@whole_or_named
async def test_a_raid_with_escort_takes_five_taps(opened: House, browser: Browser) -> None:
    table, _ = opened
    async with phone(browser, table, "Anna") as anna:
        await at_sea_and_in_the_air(opened, anna, "global_1940", RAIDED)
        with anna.counting(5, "a raid with escort"):
            await anna.open("Attack", "Attack where?")
            await anna.choose("Western Germany: raid the", "Choose who")
            await anna.picture("raid")
            await anna.press("Everything", "2 fighters")
            await anna.press("Raid with", "2 strategic bombers: United Kingdom to")
        await anna.picture("raid_ordered")
    assert table.refusals == []


@whole_or_named
@pytest.mark.timeout(LONGEST)
async def test_a_round_of_1941_leaves_few_posts_screens_and_pings(opened: House, browser: Browser) -> None:
    table, bot = opened
    pings = pings_of(bot)
    await begin_by_commands(table.user("Ben"), table.user("Anna"))
    async with phone(browser, table, "Anna") as allies, phone(browser, table, "Ben") as axis:
        sofa = Sofa(table, bot, {"allies": allies, "axis": axis})
        while (await sofa.state()).round == 1:
            await sofa.play_turn()
        posts, screens = await sofa.left_behind("A round of 1941", pings)
        assert (posts <= MOST_POSTS, screens <= MOST_SCREENS) == (True, True), (posts, screens)
    assert table.refusals == []


@whole_or_named
@pytest.mark.timeout(LONGEST)
async def test_a_round_of_anniversary_is_played_by_all_its_powers(opened: House, browser: Browser) -> None:
    table, bot = opened
    pings = pings_of(bot)
    await begin_by_commands(table.user("Ben"), table.user("Anna"), edition="anniversary_1941")
    async with phone(browser, table, "Anna") as allies, phone(browser, table, "Ben") as axis:
        sofa, played = Sofa(table, bot, {"allies": allies, "axis": axis}), list[str]()
        while (state := await sofa.state()).round == 1:
            played.append(state.power)
            thumb, usual = sofa.phone_of(state), USUAL["anniversary_1941"].get(state.power)
            with thumb.counting(USUALLY, f"the first turn of {state.power} in Anniversary"):
                await sofa.play_turn(usual)
        assert tuple(played) == state.edition.turn_order
        await sofa.left_behind("A round of Anniversary", pings)
    assert table.refusals == []


@whole_or_named
@pytest.mark.timeout(LONGEST)
async def test_germany_and_japan_play_their_usual_first_turns_in_global(opened: House, browser: Browser) -> None:
    table, bot = opened
    await begin(table.user("Ben"), table.user("Anna"), edition="global_1940")
    async with phone(browser, table, "Anna") as allies, phone(browser, table, "Ben") as axis:
        sofa = Sofa(table, bot, {"allies": allies, "axis": axis})
        for power, usual in USUAL["global_1940"].items():
            if (await sofa.state()).power != power:
                await put(opened, {"turn": {"round": 1, "power": power, "phase": "purchase"}})
            with axis.counting(USUALLY, f"the first turn of {power} in Global"):
                await sofa.play_turn(usual)
        await settled(bot)
    assert table.refusals == []
