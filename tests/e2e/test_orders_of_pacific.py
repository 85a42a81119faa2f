"""What only Pacific 1940 has to order, typed and by button: upgrades, repairs of bases, drops, rockets from bases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from local import Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin
from tests.e2e.test_round_of_revised import Round
from tests.e2e.test_wars import ALLIES

BASES: dict[str, Any] = {
    "technologies": {"japan": ["rockets", "paratroopers"]},
    "relations": [["japan", "united_states", "war"]],
    "ipcs": {"japan": 60},
    "spaces": {
        "iwo_jima": {
            "owner": "united_states",
            "facilities": ["air_base", "naval_base"],
            "units": {"united_states": {"infantry": 1}},
        },
        "japan": {
            "facilities": ["minor_industrial_complex", "air_base", "naval_base"],
            "damage": {"naval_base": 4},
        },
        "shantung": {"facilities": ["air_base"], "units": {"japan": {"infantry": 4}}},
        "hunan": {"units": {"china": {"infantry": 1}}},
    },
}


async def test_orders_of_this_edition_are_suggested_typed_and_pressed(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="pacific_1940", options={"research": "on"})
        players = {"soviet_union": anna, "japan": ben, **dict.fromkeys(ALLIES, anna)}
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])
        await play.go_to("purchase")
        await play.correct(BASES)

        wares = {c.name: c.value for c in await ben.autocomplete(CHANNEL, "buy", focused="units", units="upgr")}
        assert wares == {"1 upgrade to a major industrial complex (20 IPCs)": "1 industrial_complex_upgrade"}
        repairs = [c.value for c in await ben.autocomplete(CHANNEL, "buy", focused="repairs", units="1 upgrade")]
        assert repairs == ["4 naval base in Japan"]
        bought = await ben.command(CHANNEL, "buy", units="1 upgrade, 1 air base", repairs="2 naval base in Japan")
        assert "23 IPCs left" in bought.content
        await _plans_are_left(ben)
        await play.go_to("combat_move")
        dropped = "1 infantry kiangsi > hunan\n2 infantry shantung > hunan drop"
        form = (await ben.command(CHANNEL, "orders")).opened
        answer = await ben.submit(form, {"text": dropped})
        assert "2 infantry: Shantung to Hunan (by parachute)" in answer.content
        await play.end_phase()
        launchers = await play.press_panel("rocket.iwo_jima")
        assert launchers.shown.labels[:2] == ["All 3 air bases", "One air base in the Caroline Islands"]
        targets = await ben.press(launchers.shown, "One air base in Japan")
        assert targets.shown.labels == ["Air base", "Naval base"]
        struck = await ben.press(targets.shown, "Naval base")
        assert "Rockets at Iwo Jima" in struck.content
        assert "naval base" in struck.content
        named = await ben.autocomplete(CHANNEL, "battle", focused="target", target="", space="iwo_jima", kind="rocket")
        assert named[0].value == "air_base"
        order: dict[str, Any] = {"space": "iwo_jima", "kind": "rocket", "target": "ab"}
        assert "the air base takes" in (await ben.command(CHANNEL, "battle", **order)).content
        assert table.refusals == []


async def _plans_are_left(ben: Player) -> None:
    """For scrambles and kamikazes, in words that come back."""
    japan: dict[str, Any] = {"power": "japan"}
    left = await ben.command(CHANNEL, "standing-order scramble", **japan, limits="2 in sz6, 1")
    assert left.content == "Japan: at most 2 aircraft into sea zone 6, 1 aircraft into any other sea zone."
    struck = await ben.command(
        CHANNEL, "standing-order kamikaze", **japan, strikes="2 at carrier in sz6, 1 at battleship"
    )
    told = "kamikazes strike 2 at each aircraft carrier in sea zone 6, 1 at each battleship in any sea zone"
    assert struck.content == f"Japan: {told}."
    assert f"Japan, kamikaze: {told}" in (await ben.command(CHANNEL, "standing-order show")).content
    odd = await ben.command(CHANNEL, "standing-order kamikaze", **japan, strikes="all at everybody")
    assert ". Write it like" in odd.content
    again = await ben.command(CHANNEL, "standing-order kamikaze", **japan)
    assert again.content == "Japan will be asked."
