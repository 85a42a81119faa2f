"""Two people play a round of Anniversary through Discord: a breakthrough, repairs, China's infantry, objectives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import event_from_json
from engine.events import Event
from engine.events.economy import IncomeCollected, Researched, UnitsGranted, UnitsPurchased
from engine.events.mobilization import UnitsMobilized
from engine.replay import read_record, replay
from gamemaster.records.exchange import record_of
from local import Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, game, settled, untold
from tests.e2e.test_round_of_revised import Round
from tests.samples import every

AXIS = ("germany", "japan", "italy")
ALLIES = ("soviet_union", "united_kingdom", "china", "united_states")
SETUPS = ("anniversary_1941", "anniversary_1942")
RICH_AND_DAMAGED = {
    "ipcs": {"germany": 400},
    "spaces": {"germany": {"damage": {"industrial_complex": 5}}, "france": {"units": {"germany": {"infantry": 1}}}},
}
"""IPCs for so many dice that a breakthrough is as good as certain, and a complex to repair."""


@pytest.mark.parametrize("setup", every(2, SETUPS))
async def test_two_people_play_a_round_of_anniversary(tmp_path: Path, setup: str) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition=setup)
        players = {power: ben if power in AXIS else anna for power in (*AXIS, *ALLIES)}
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])
        seats = (await game(bot, play.channel_id)).seats
        assert seats["china"] == seats["united_states"]
        for power in (await play.state()).edition.turn_order:
            assert (await play.state()).power == power
            if power == "germany":
                await _germans_research_and_repair(play, ben)
            await play.pass_turn()
        await settled(bot)

        loaded = await game(bot, play.channel_id)
        assert loaded.running.round == 2
        async with bot.master.store.read() as read:
            entries = await read.entries_since(loaded.game.id, 0)
        _check_what_was_played([event_from_json(event) for entry in entries for event in entry.events])
        await _check_posts(anna)
        played = replay(read_record(json.dumps(record_of(loaded, entries))))
        assert played.error is None
        assert played.state.technologies == loaded.running.technologies
        assert table.refusals == []


async def _germans_research_and_repair(play: Round, ben: Player) -> None:
    """By the panel's button and a menu of charts first, then by commands."""
    await play.correct(RICH_AND_DAMAGED)
    await settled(play.bot)
    sheet = await play.press_panel("research:research")
    assert "400 IPCs in the treasury; a die costs 5 IPCs." in sheet.shown.text
    await ben.choose(sheet.shown, "Chart 1")
    dice = await ben.refresh(sheet.shown)
    assert "1 Advanced Artillery" in dice.text
    assert dice.labels[:2] == ["1 die · 5 IPCs · 17%", "2 dice · 10 IPCs · 31%"]
    rolled = await ben.command(CHANNEL, "research", technology="chart 1", dice=60)
    assert "spends 300 IPCs on research, chart 1" in rolled.content
    bought = await play.order("buy", units="3 infantry", repairs="4 Germany")
    assert "repairs in Germany (4 damage)" in bought.content
    assert "Damage left: Germany 1." in bought.content
    bought = await play.order("buy", units="2 infantry; repair 3 Germany")
    assert "2 infantry, repairs in Germany (3 damage)" in bought.content
    assert (await play.state()).damage == {"germany": {"industrial_complex": 2}}


def _check_what_was_played(events: list[Event]) -> None:
    (research,) = (event for event in events if isinstance(event, Researched))
    assert (research.found, research.chart, len(research.dice)) == (True, 1, 60)
    orders = [event for event in events if isinstance(event, UnitsPurchased) and event.repairs]
    assert orders[-1].repairs == {"germany": {"industrial_complex": 3}}
    (granted,) = (event for event in events if isinstance(event, UnitsGranted))
    placed = [event for event in events if isinstance(event, UnitsMobilized) and event.power == "china"]
    assert sum(len(event.pieces) for event in placed) == sum(granted.units.values())
    incomes = {event.power: event for event in events if isinstance(event, IncomeCollected)}
    assert incomes["germany"].objectives["germany_1"] == 5
    assert "china" not in incomes


async def _check_posts(anna: Player) -> None:
    """The table reads of all of it, in the posts of the phases."""
    missing = await untold(
        anna,
        "Germany spends 300 IPCs on research, chart 1",
        "repairs in Germany (3 damage)",
        "China gets 3 infantry for the 7 territories it holds.",
        "the heartland",
    )
    assert missing == []
