"""A power with two treasuries, through Discord: it researches and buys from both, loses one capital, and collects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.facts.edition import setup_faults, setup_names
from engine.state.names import edition_names
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled, untold
from tests.e2e.test_round_of_revised import Round
from tests.two_economies import EUROPE, PACIFIC, SETUP, UK, add_two_economies

POWERS = {
    "axis": ("germany", "japan", "italy"),
    "allies": ("soviet_union", "united_kingdom", "china", "united_states"),
}
BEFORE_RESEARCH = {
    "clear_units": True,
    "ipcs": {EUROPE: 12, PACIFIC: 11},
    "spaces": {
        UK: {"units": {UK: {"infantry": 1}}},
        "burma": {"owner": "japan", "units": {"japan": {"tank": 1}}},
    },
    "turn": {"power": UK, "phase": "research"},
}
BEFORE_INDIA_FALLS = {"ipcs": {PACIFIC: 7, "japan": 1}, "turn": {"power": "japan", "phase": "combat_move"}}
BEFORE_INCOME = {"ipcs": {EUROPE: 2}, "turn": {"power": UK, "phase": "mobilize"}}


@pytest.fixture(autouse=True)
def _two_economies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The setup is one that can be played, whatever was played before and is afterwards."""
    remembered = (setup_names, setup_faults, edition_names)
    for names in remembered:
        names.cache_clear()
    with monkeypatch.context() as patch:
        add_two_economies(tmp_path / "data", patch)
        yield
    for names in remembered:
        names.cache_clear()


@pytest.mark.rule("PUR-14", "RES-16", "CMB-59", "INC-10", setup="global_1940")
async def test_two_treasuries_pay_fall_and_collect_apart(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition=SETUP)
        players = {power: ben if side == "axis" else anna for side, powers in POWERS.items() for power in powers}
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])

        await play.correct(BEFORE_RESEARCH)
        asked = await play.order("research", technology="chart 1", dice=2)
        assert "Say from which treasury you pay: UK Europe" in asked.content
        typed = await anna.autocomplete(CHANNEL, "research", focused="payer", technology="chart 1", dice=3, payer="")
        assert [choice.value for choice in typed] == ["12 UK Europe, 3 UK Pacific", "11 UK Pacific, 4 UK Europe"]
        rolled = await play.order("research", technology="chart 1", dice=3, payer="9 UK Europe, 6 UK Pacific")
        assert "spends 9 IPCs of UK Europe and 6 IPCs of UK Pacific on research" in rolled.content
        await play.order("buy", units="UK Europe: 1 infantry")
        bought = await play.order("buy", units="pacific: 1 tank")
        assert "1 infantry for 3 IPCs of UK Europe and 1 tank for 5 IPCs of UK Pacific" in bought.content

        await play.correct(BEFORE_INDIA_FALLS)
        await play.order("move", units="1 tank", to="india", **{"from": "burma"})
        await play.go_to("noncombat_move")
        state = await play.state()
        assert (state.treasuries["japan"], state.treasuries[PACIFIC]) == (8, 0)

        await play.correct(BEFORE_INCOME)
        await play.end_phase()
        status = await anna.command(CHANNEL, "game status")
        assert "UK Europe: 31 IPCs, income 24 and 5 from objectives; UK Pacific: 0 IPCs, income 14, capital lost" in (
            status.content
        )
        await settled(bot)
        assert await untold(anna, "Took 7 IPCs from UK Pacific's treasury", "UK Europe collects") == []
        assert table.refusals == []
