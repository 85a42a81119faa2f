"""Who plays what in a game of Revised (GEN-01..09, GEN-37)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import IllegalAction, load_setup
from gamemaster.errors import NotAllowed
from gamemaster.lobby.opening import suggested_seats
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, desk

PLAYERS = (ANNA, BEN, CLEO, DAN, EVE)
TABLES = {
    2: [{"soviet_union", "united_kingdom", "united_states"}, {"germany", "japan"}],
    3: [{"soviet_union", "united_kingdom", "united_states"}, {"germany"}, {"japan"}],
    4: [{"soviet_union", "united_states"}, {"united_kingdom"}, {"germany"}, {"japan"}],
    5: [{"soviet_union"}, {"united_kingdom"}, {"united_states"}, {"germany"}, {"japan"}],
}


@pytest.mark.rule("GEN-01", "GEN-06", "GEN-07", setup="revised")
@pytest.mark.parametrize("players", TABLES)
async def test_two_to_five_players_share_the_powers_as_the_rule_book_says(tmp_path: Path, players: int) -> None:
    groups = suggested_seats(load_setup("revised"), {}, players)
    assert sorted(map(sorted, groups)) == sorted(map(sorted, TABLES[players]))
    async with desk(tmp_path, dict(zip(PLAYERS, groups, strict=False)), setup="revised") as table:
        loaded = await table.loaded()
        assert loaded.game.status == "running"
        assert len(set(loaded.seats.values())) == players


@pytest.mark.rule("GEN-09", setup="revised")
async def test_nobody_holds_powers_of_both_sides(tmp_path: Path) -> None:
    async with desk(tmp_path, {ANNA: ("soviet_union",)}, setup="revised", started=False) as table:
        with pytest.raises(NotAllowed, match="same side"):
            await table.master.lobby.join(await table.loaded(), ANNA.user_id, ["germany"])


@pytest.mark.rule("GEN-37", setup="revised")
async def test_a_player_of_several_powers_acts_for_the_one_on_turn(tmp_path: Path) -> None:
    async with desk(tmp_path, setup="revised") as table:
        order = {"type": "research", "dice": 1, "technology": "rockets"}
        for power in ("united_kingdom", "united_states"):
            with pytest.raises(IllegalAction) as refusal:
                await table.act(ANNA, {**order, "power": power})
            assert refusal.value.rule == "power"
        await table.act(ANNA, order)
        state = await table.state()
        assert (state.treasuries["soviet_union"], state.treasuries["united_kingdom"]) == (19, 30)
