"""What moves at the same time, typed and by menu: mechanized infantry beside tanks, transports with a fleet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin
from tests.e2e.test_panel_help import game_at, order
from tests.e2e.test_round_of_revised import Round
from tests.e2e.test_wars import ALLIES
from tests.e2e.thumb import ends_on, from_place

COLUMN: dict[str, Any] = {
    "clear_units": True,
    "relations": [["japan", "china", "war"]],
    "spaces": {
        "kiangsi": {"units": {"japan": {"tank": 1, "mechanized_infantry": 3}}},
        "hunan": {"owner": "china", "units": {}},
        "kweichow": {"units": {"china": {"infantry": 1}}},
    },
}


async def test_as_many_mechanized_infantry_follow_by_menu_as_tanks_have_gone(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="pacific_1940")
        players = {"soviet_union": anna, "japan": ben, **dict.fromkeys(ALLIES, anna)}
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])
        await play.go_to("combat_move")
        await play.correct(COLUMN)
        await ben.command(CHANNEL, "move", **order("kiangsi", "1 tank", "hunan > kweichow"))
        thumb = await from_place(ben, "kiangsi")
        assert "Kweichow" in ends_on(thumb.sheet)
        await thumb.choose("Kweichow", sees="2. 1 mechanized infantry: Kiangsi to Hunan to Kweichow")
        await thumb.sees("2 mechanized infantry in Kiangsi can't come:")
        no = await ben.command(CHANNEL, "move", **order("kiangsi", "1 mechanized infantry", "hunan > kweichow"))
        assert "Hunan was taken by a blitz this turn" in no.content
        assert (await ben.command(CHANNEL, "undo", order="1")).shown.labels == ["Undo 1 and 2"]
        assert table.refusals == []


async def test_a_transport_is_told_to_attack_beside_the_destroyer_and_stands_in_the_battle(tmp_path: Path) -> None:
    units = {
        "sz4": {"soviet_union": {"destroyer": 1}},
        "sz3": {"soviet_union": {"transport": 1}, "germany": {"submarine": 1}},
    }
    async with game_at(tmp_path, "combat_move", units) as (_, play, anna):
        engage: dict[str, Any] = {"zone": "sz3", "what": "attack", "units": "1 transport"}
        assert "transports alone cannot attack" in (await anna.command(CHANNEL, "engage", **engage)).content.lower()
        await anna.command(CHANNEL, "move", **order("sz4", "1 destroyer", "sz3"))
        told = await anna.command(CHANNEL, "engage", **engage)
        assert "1 transport, 1 destroyer against 1 submarine" in told.content
        await anna.command(CHANNEL, "end-phase")
        await anna.command(CHANNEL, "battle", space="sz3")
        battle = (await play.state()).battle
        assert battle is not None
        assert {piece.rpartition(".")[0] for piece in battle.attackers} == {
            "soviet_union.transport",
            "soviet_union.destroyer",
        }
