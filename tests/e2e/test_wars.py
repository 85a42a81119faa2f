"""War declared through Discord: what it brings is read first, and the table hears of it at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import load_setup, setup_names
from engine.table.names import edition_names
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled, untold
from tests.e2e.test_round_of_revised import Round

ALLIES = ("united_states", "china", "united_kingdom", "anzac")


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The setup is one that can be played, whatever was played before and is afterwards."""
    remembered = (setup_names, edition_names)
    with monkeypatch.context() as patch:
        patch.setitem(vars(load_setup("pacific_1940")), "in_preparation", False)
        for names in remembered:
            names.cache_clear()
        yield
    for names in remembered:
        names.cache_clear()


async def test_a_war_is_declared_once_its_consequences_were_read(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="pacific_1940")
        players = {"japan": ben, **dict.fromkeys(ALLIES, anna)}
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])
        await play.go_to("combat_move")
        assert "Japan: at war with China." in (await anna.command(CHANNEL, "politics")).content
        assert "turn" in (await anna.command(CHANNEL, "declare", on="japan")).content
        asked = await ben.command(CHANNEL, "declare", on="anzac")
        assert "United States gets 30 IPCs at once" in asked.content
        assert (await play.state()).declarations == ()
        declared = await ben.press(asked.shown, "Declare war on United Kingdom or ANZAC")
        assert "Japan declares war on United Kingdom, ANZAC and Dutch" in declared.content
        again = await ben.press(asked.shown, "Declare war on United Kingdom or ANZAC")
        assert "at war already" in again.content
        await settled(bot)
        assert len((await play.state()).declarations) == 1
        assert await untold(anna, "Japan declares war on United Kingdom, ANZAC and Dutch") == []
        assert table.refusals == []
