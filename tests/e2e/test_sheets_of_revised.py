"""The sheets of Revised through Discord: choosing advantages, using them, assigning guns, calling a landing off."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, SIDES, Campaign, correct, found, has_button
from tests.e2e.sheets import answer_on_card

PICKS = {
    "Anna": (("Lend-Lease",), ("Enigma Decoded",), ("Chinese Divisions",)),
    "Ben": (("Wolf Packs",), ("Kamikaze Attacks",)),
}


@asynccontextmanager
async def chosen(tmp_path: Path) -> AsyncIterator[tuple[LocalTable, Campaign, Player, Player]]:
    """A game in which every power has chosen one national advantage."""
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="revised", advantages="choose 1", individual_winner="on")
        await anna.command(CHANNEL, "game join", powers="allies")
        lobby = (await ben.command(CHANNEL, "game join", powers="axis")).shown
        assert "National advantages: 1 for each power, chosen by its player" in lobby.content
        for player in (anna, ben):
            await _choose(player, lobby)
        players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
        yield table, Campaign(bot, players, table.world.channel_named(CHANNEL)["id"]), anna, ben
        assert table.refusals == []


async def _choose(player: Player, lobby: Message) -> None:
    """Choose from the menu of one power after the other."""
    sheet = (await player.press(lobby, "Choose advantages")).shown
    for names in PICKS[player.name]:
        assert sheet.selects, sheet.content
        sheet = (await player.choose(sheet, *names)).shown


async def edit(table: LocalTable, **change: Any) -> None:
    """A correction."""
    await correct(table, change)


async def panel_of(player: Player, part: str) -> Message:
    """The panel once it has a button whose custom id has this part."""
    return await found(player, lambda m: not m.ephemeral and has_button(m, part) and has_button(m, ":map"))


async def test_questions_of_advantages_are_left_to_their_defaults_and_asked_again(tmp_path: Path) -> None:
    async with chosen(tmp_path) as (_, _play, anna, ben):
        await anna.command(CHANNEL, "game start")
        left = await anna.command(CHANNEL, "standing-order advantages", power="UK")
        default = "questions about national advantages get their default answers"
        assert left.content == f"The United Kingdom: {default}."
        here = await anna.command(CHANNEL, "standing-order advantages", power="UK", against="Japan", ask=True)
        assert here.content == "The United Kingdom: you're asked against Japan."
        shown = await anna.command(CHANNEL, "standing-order show")
        assert shown.content.splitlines() == [
            f"United Kingdom, advantages: {default}",
            "United Kingdom, advantages: you're asked against Japan",
        ]
        back = await anna.command(CHANNEL, "standing-order advantages", power="UK", against="Japan", withdraw=True)
        assert back.content == "The United Kingdom: your order against Japan is withdrawn."
        assert (
            "only for your own powers" in (await ben.command(CHANNEL, "standing-order advantages", power="UK")).content
        )
        again = await anna.command(CHANNEL, "standing-order advantages", power="UK", ask=True)
        assert again.content == "The United Kingdom will be asked."
        assert "no standing orders" in (await anna.command(CHANNEL, "standing-order show")).content


async def test_advantages_are_chosen_used_and_shown(tmp_path: Path) -> None:
    async with chosen(tmp_path) as (table, play, anna, _ben):
        started = await anna.command(CHANNEL, "game start")
        assert started.content == "The game begins."
        units = {"united_kingdom": {"tank": 2}}
        await edit(table, spaces={"russia": {"units": units}}, turn={"power": "soviet_union", "phase": "purchase"})
        panel = await panel_of(anna, "advantage.lend_lease")
        sheet = await anna.press(panel, "Use Lend-Lease")
        assert [option.label for option in sheet.shown.select().options] == ["2 tanks (British) in Russia"]
        used = await anna.choose(sheet.shown, "2 tanks (British) in Russia")
        assert "Lend-Lease: the Soviet Union takes over 2 tanks (British) in Russia." in used.content
        await anna.command(CHANNEL, "undo")
        named = [choice.name for choice in await anna.autocomplete(CHANNEL, "advantage", focused="name")]
        assert named == ["Lend-Lease"]
        by_command = await anna.command(
            CHANNEL, "advantage", name="Lend-Lease", space="Russia", owner="UK", units="1 tank"
        )
        assert "takes over 1 tank (British) in Russia." in by_command.content
        assert (await play.state()).at("russia")[0].power == "soviet_union"
        await anna.command(CHANNEL, "undo")
        await anna.command(CHANNEL, "permit", power="UK", ally="Soviet Union", what="lend_lease", granted=False)
        refused = await anna.press(panel, "Use Lend-Lease")
        assert refused.content.startswith("You can't use Lend-Lease for anything now.")
        status = await anna.command(CHANNEL, "game status")
        assert "-# Kamikaze Attacks" in status.content.split("\n")
        assert "the power whose production grew most is named its winner." in status.content


async def test_guns_are_assigned_and_a_landing_is_called_off(tmp_path: Path) -> None:
    async with chosen(tmp_path) as (table, play, anna, _ben):
        await anna.command(CHANNEL, "game start")
        await edit(
            table,
            spaces={
                "sz6": {"units": {"united_kingdom": {"transport": 3, "battleship": 1}}},
                "norway": {"units": {"germany": {"infantry": 1}}},
                "western_europe": {"units": {"germany": {"infantry": 1}}},
            },
            cargo={"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}] * 3},
            turn={"power": "united_kingdom", "phase": "combat_move"},
        )
        form = (await anna.command(CHANNEL, "orders")).opened
        await anna.submit(form, {"text": "2 infantry sz6 > norway\n1 infantry sz6 > western europe"})
        await play.end_phase()
        orders = await anna.press(await panel_of(anna, "fight.norway"), "My orders")
        sheet = await anna.press(orders.shown, "Call off the landing in Norway")
        menu = sheet.shown.select()
        assert [option.label for option in menu.options] == [
            "Nobody lands",
            "1. Transport in sea zone 6: 1 infantry",
            "2. Transport in sea zone 6: 1 infantry",
        ]
        await anna.choose(sheet.shown, menu.options[1].value)
        card = await anna.command(CHANNEL, "decide")
        assert card.shown.labels[:3] == [
            "1 battleship for Norway (default)",
            "1 battleship for Western Europe",
            "All hold their fire",
        ]
        await answer_on_card(anna, card, "1 battleship for Western Europe")
        ashore = [piece for piece in (await play.state()).pieces.values() if piece.space == "norway" and piece.assault]
        assert len(ashore) <= 1
        await play.battles()
        told = await found(anna, lambda m: "calls off the landing in Norway: 1 infantry stays aboard." in m.content)
        assert not told.ephemeral


async def test_ships_off_a_landing_fire_or_keep_silent_by_a_button(tmp_path: Path) -> None:
    async with chosen(tmp_path) as (table, play, anna, _ben):
        await anna.command(CHANNEL, "game start")
        await edit(
            table,
            spaces={
                "sz6": {"units": {"united_kingdom": {"transport": 1, "battleship": 2}}},
                "norway": {"units": {"germany": {"infantry": 1}}},
            },
            cargo={"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]},
            turn={"power": "united_kingdom", "phase": "combat_move"},
        )
        order: dict[str, Any] = {"from": "sz6", "units": "1 infantry", "to": "norway"}
        await anna.command(CHANNEL, "move", **order)
        await play.end_phase()
        sheet = await anna.press(await panel_of(anna, "guns.norway"), "Bombardment: Norway")
        menu = sheet.shown.select()
        labels = [option.label for option in menu.options]
        assert labels == ["All hold their fire", "1. Battleship in sea zone 6", "2. Battleship in sea zone 6"]
        await anna.choose(sheet.shown, menu.options[2].value)
        fired = [piece.id for piece in (await play.state()).at("sz6") if piece.unit == "battleship" and piece.fought]
        assert fired == [menu.options[2].value]


async def test_a_blitz_that_is_offered_is_ordered_as_it_was_offered(tmp_path: Path) -> None:
    async with chosen(tmp_path) as (table, play, anna, ben):
        await anna.command(CHANNEL, "game start")
        await edit(
            table,
            clear_units=True,
            spaces={
                "eastern_europe": {"units": {"germany": {"tank": 2}}},
                "ukraine_ssr": {"owner": "soviet_union"},
                "russia": {"units": {"soviet_union": {"tank": 1}}},
            },
            turn={"power": "germany", "phase": "combat_move"},
        )
        start: dict[str, Any] = {"from": "eastern_europe", "units": "1 tank"}
        offered = {c.name: c.value for c in await ben.autocomplete(CHANNEL, "move", focused="to", to="", **start)}
        assert "Eastern Europe via Karelia S.S.R. (2), with 2 tanks" in offered
        await ben.command(CHANNEL, "move", to=offered["Balkans via Ukraine S.S.R. (2)"], **start)
        state = await play.state()
        assert state.owners["ukraine_ssr"] == "germany"
        assert [piece.unit for piece in state.at("balkans")] == ["tank"]


async def test_research_and_raids_have_commands_too(tmp_path: Path) -> None:
    async with chosen(tmp_path) as (table, play, anna, ben):
        await anna.command(CHANNEL, "game start")
        offered = [choice.name for choice in await anna.autocomplete(CHANNEL, "research", focused="technology")]
        assert offered[:2] == ["Jet Fighters (1)", "Rockets (2)"]
        rolled = await anna.command(CHANNEL, "research", technology="Jet Fighters", dice=1)
        assert rolled.content.startswith("The Soviet Union spends 5 IPCs on research into Jet Fighters: ")
        await edit(table, technologies={"germany": ["rockets"]}, turn={"power": "germany", "phase": "combat_move"})
        targets = await ben.autocomplete(
            CHANNEL, "move", focused="to", **{"from": "germany", "units": "1 bomber", "raid": True}
        )
        assert {choice.value for choice in targets} == {"united_kingdom", "russia", "caucasus"}
        order: dict[str, Any] = {"from": "germany", "units": "1 bomber", "to": "united_kingdom", "raid": True}
        assert "(raid)" in (await ben.command(CHANNEL, "move", **order)).content
        await play.end_phase()
        asked = await found(
            anna, lambda m: has_button(m, ":answer") and "Enigma Decoded" in m.content and bool(m.mentions)
        )
        card = await anna.press(asked, "Answer")
        assert card.shown.labels[0] == "No move (default)"
        await anna.command(CHANNEL, "decide", choice="none")
        raided = await ben.command(CHANNEL, "battle", space="united_kingdom", kind="raid")
        assert "fires at the raiders" in raided.content
        rocket: dict[str, Any] = {"space": "united_kingdom", "kind": "rocket", "guns": "western europe"}
        struck = await ben.command(CHANNEL, "battle", **rocket)
        assert "Rockets at the United Kingdom: antiaircraft gun" in struck.content
        again = await ben.command(CHANNEL, "battle", **rocket)
        assert "You have no gun in Western Europe that can launch a rocket at the United Kingdom now." in again.content
