"""Tables that ask defenders about losses only where it makes a difference (ASY-62)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import new_game
from engine.ask import LOSSES
from engine.conditions.worth import worth_of_asking
from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import TableRefusal
from gamemaster.orders.fights import AheadLine
from gamemaster.table_settings import PACES, TableSettings, stored_settings
from tests.engine.table import Table, position
from tests.gamemaster.asked import ATTACKERS, front, side_by_side
from tests.gamemaster.desk import ANNA, BEN, desk
from tests.gamemaster.test_fight_all import TARGETS, attack
from tests.published import SETUPS

FIRST, MIXED, LAST = TARGETS
DIVIDED = {"germany": {"infantry": 1, "tank": 1, "fighter": 1}}
"""Aircraft could be lost before tanks."""
SMALL = TableSettings(ask_from=2)


def off_japan(defenders: str, attackers: str, dice: str) -> Table:
    """An American fleet attacks a Japanese one."""
    spaces = {"sz57": f"united_states: {attackers}", "sz60": f"japan: {defenders}"}
    table = position("united_states", "combat_move", spaces, setup="revised")
    return table.move(f"{attackers}: sz57 > sz60").end_phase().battle("sz60", dice)


def worth(table: Table) -> float:
    """What the question is worth that is open."""
    found = worth_of_asking(table.state, table.state.requests[0])
    assert found is not None
    return found


@pytest.mark.rule("ASY-62", setup="revised")
@pytest.mark.parametrize(
    ("defenders", "is_small"),
    [("2 destroyer, 1 aircraft_carrier, 2 fighter", False), ("1 battleship, 1 destroyer", True)],
)
def test_a_carrier_that_could_be_lost_before_destroyers_is_worth_a_question(defenders: str, is_small: bool) -> None:
    assert (worth(off_japan(defenders, "2 battleship", "1 1")) < 2) == is_small


def test_other_questions_are_never_small() -> None:
    table = position(
        "soviet_union", "combat_move", {"russia": "soviet_union: 4 infantry", "west_russia": "germany: 4 tank"}
    )
    table.move("4 infantry: russia > west_russia").end_phase().battle("west_russia", "6 6 6 6 6 6 6 6")
    (request,) = table.state.requests
    assert request.kind == "retreat"
    assert worth_of_asking(table.state, request) is None


@pytest.mark.rule("ASY-62", setups="every + 1940")
@pytest.mark.parametrize("setup", SETUPS)
async def test_in_every_setup_a_small_question_gets_the_printed_default(tmp_path: Path, setup: str) -> None:
    state, sides = new_game(setup, {}), side_by_side(setup)
    start, target = front(state)
    attacker, defender = str(state.owners[start]), str(state.owners[target])
    async with desk(tmp_path, sides, setup=setup, customs=SMALL) as table:
        spaces = {start: {attacker: ATTACKERS}, target: {defender: {"infantry": 4, "tank": 4}}}
        await table.place(attacker, "combat_move", spaces)
        on_turn = ANNA if attacker in sides[ANNA] else BEN
        await table.act(on_turn, {"type": "move", "units": ATTACKERS, "path": [start, target]}, {"type": "end_phase"})
        await table.master.acting.fight_all(table.game_id, on_turn, "press all")
        assert not [r for r in (await table.state()).requests if defender in r.powers]
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
        assert [entry.auto for entry in entries if entry.by == defender] == ["default"] * len(
            [entry for entry in entries if entry.by == defender]
        )


@pytest.mark.rule("ASY-62")
async def test_other_tables_ask_and_so_does_one_whose_defender_wants_it(tmp_path: Path) -> None:
    for folder in ("always", "small"):
        (tmp_path / folder).mkdir()
    async with desk(tmp_path / "always") as table:
        await attack(table, mixed=MIXED)
        await table.master.acting.fight_all(table.game_id, ANNA, "press all")
        assert (await table.state()).requests
    async with desk(tmp_path / "small", customs=SMALL) as table:
        await attack(table, mixed=MIXED)
        ask = AheadLine("germany", LOSSES, MIXED, "side=defender above=0 lose=printed")
        await table.master.standing_orders.answer_ahead(await table.loaded(), BEN.user_id, [ask])
        await table.master.acting.fight_all(table.game_id, ANNA, "press all")
        assert [request.space for request in (await table.state()).requests] == [MIXED]


@pytest.mark.rule("ASY-62", "ASY-61")
@pytest.mark.parametrize("has_orders", [False, True])
async def test_defenders_with_a_choice_are_asked_once_before_the_dice(tmp_path: Path, has_orders: bool) -> None:
    """All see the same, whether or not the defender left orders."""
    async with desk(tmp_path, customs=SMALL) as table:
        if has_orders:
            loaded = await table.loaded()
            await table.master.standing_orders.leave(loaded, BEN.user_id, "germany", "land", ["infantry"])
        await table.place(
            "soviet_union", "combat_move", {"caucasus": {"soviet_union": {"tank": 3}}, "ukraine": DIVIDED}
        )
        await table.send()
        move = {"type": "move", "units": {"tank": 3}, "path": ["caucasus", "ukraine"]}
        await table.act(ANNA, move, {"type": "end_phase"})
        panel = (await table.send())[-1]
        assert panel.content.startswith("<@2>: before the dice fall, you can answer ahead below.")
        assert list(panel.ping) == [BEN.user_id]
        await table.master.acting.act(table.game_id, ANNA, [{"type": "battle", "space": "ukraine"}], "fight")
        assert not any("before the dice fall" in post.content for post in await table.send())


@pytest.mark.parametrize(("tanks", "units"), [(3, {"infantry": 3}), (12, DIVIDED["germany"])])
async def test_nobody_is_asked_ahead_where_no_choice_makes_a_difference(
    tmp_path: Path, tanks: int, units: dict[str, int]
) -> None:
    """All defenders are alike, or all of them are lost anyway."""
    async with desk(tmp_path, customs=SMALL) as table:
        there = {"caucasus": {"soviet_union": {"tank": tanks}}, "ukraine": {"germany": units}}
        await table.place("soviet_union", "combat_move", there)
        move = {"type": "move", "units": {"tank": tanks}, "path": ["caucasus", "ukraine"]}
        await table.act(ANNA, move, {"type": "end_phase"})
        assert not any("before the dice fall" in post.content for post in await table.send())


@pytest.mark.rule("ASY-62", setups=("aa1941", "anniversary_1941"))
@pytest.mark.parametrize(
    ("setup", "zone", "power", "defenders", "attackers", "is_small"),
    [
        ("aa1941", "sz9", "germany", "1 submarine", "3 battleship", True),
        ("aa1941", "sz9", "germany", "1 submarine, 1 battleship", "2 battleship", True),
        ("aa1941", "sz9", "germany", "1 submarine, 1 aircraft_carrier", "3 battleship", False),
        ("anniversary_1941", "sz62", "japan", "1 submarine", "2 cruiser", True),
    ],
)
def test_submarines_are_worth_a_question_where_they_could_be_saved_from_a_fleet_that_is_lost(
    setup: str, zone: str, power: str, defenders: str, attackers: str, is_small: bool
) -> None:
    start, attacker = ("sz8", "united_kingdom") if zone == "sz9" else ("sz57", "united_states")
    spaces = {start: f"{attacker}: {attackers}", zone: f"{power}: {defenders}"}
    table = position(attacker, "combat_move", spaces, setup=setup)
    table.move(f"{attackers}: {start} > {zone}").end_phase().battle(zone)
    assert table.state.requests[0].kind == "submerge"
    assert (worth(table) < 2) == is_small


@pytest.mark.rule("ASY-62")
@pytest.mark.parametrize("asks_all", [False, True])
async def test_tables_of_earlier_versions_still_ask_about_all_submarines(tmp_path: Path, asks_all: bool) -> None:
    async with desk(tmp_path, customs=replace(SMALL, asks_all_dives=asks_all)) as table:
        fleets = {"sz8": {"united_kingdom": {"battleship": 3}}, "sz9": {"germany": {"submarine": 1}}}
        await table.place("united_kingdom", "combat_move", fleets)
        move = {"type": "move", "units": {"battleship": 3}, "path": ["sz8", "sz9"]}
        await table.act(ANNA, move, {"type": "end_phase"})
        await table.act(ANNA, {"type": "battle", "space": "sz9"})
        assert [request.kind for request in (await table.state()).requests] == ["submerge"] * asks_all


@pytest.mark.parametrize("pace", PACES)
def test_new_games_ask_only_about_what_matters_unless_the_table_wants_every_question(pace: str) -> None:
    assert [read_table_settings(pace=pace, ask_from=least).ask_from for least in (None, 0, 7)] == [2, 0, 7]


def test_what_a_lobby_says_of_it() -> None:
    for settings, words in (
        (read_table_settings(), "losses and submarines only where another choice is worth 2 IPCs or more"),
        (read_table_settings(ask_from=0), "all losses and submarines"),
        (TableSettings(posts="brief", ask_from=5), "losses only where another choice is worth 5 IPCs or more"),
        (TableSettings(posts="brief"), "all losses and submarines"),
    ):
        assert list(settings.in_words) == [f"Defenders are asked about {words}"]
        assert stored_settings(settings.stored) == settings
    with pytest.raises(TableRefusal, match="0 to 50"):
        read_table_settings(ask_from=51)
