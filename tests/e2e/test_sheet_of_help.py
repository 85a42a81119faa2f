"""`/help` knows where a player stands; the lobby has all that a newcomer needs on its buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from local import Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, correct, found
from tests.e2e.thumb import Thumb

BATTLE = {
    "clear_units": True,
    "spaces": {
        "west_russia": {"units": {"germany": {"infantry": 8, "tank": 8, "fighter": 9}}},
        "russia": {"units": {"soviet_union": {"tank": 16}}},
    },
    "turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"},
}


async def helped(player: Player) -> Message:
    """What /help shows."""
    return (await player.command(CHANNEL, "help")).shown


async def lobby_where(player: Player, label: str, *, stands: bool) -> Message:
    """The lobby, once it has a button that says so, or has it no more."""
    return await found(player, lambda each: "How a turn goes" in each.labels and (label in each.labels) is stands)


async def test_help_says_what_to_do_from_the_empty_channel_to_the_last_question(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben, cleo = (table.user(name) for name in ("Anna", "Ben", "Cleo"))
        alone = await helped(anna)
        assert "There's no game in this channel" in alone.text
        thumb = Thumb(anna, alone)
        await thumb.press("All commands", "`/catch-up`", "`/template`", "posted at the start; ")
        await thumb.press("Back", "There's no game")
        await thumb.press("New game", "which edition?")
        await thumb.choose("edition=aa1941", sees="Low luck")
        await thumb.press("Open the lobby", "The lobby is open")
        lobby = await lobby_where(anna, "Join as Germany", stands=True)
        assert "Take a seat in the lobby above; still free: " in (await helped(anna)).text
        await anna.choose(lobby, "soviet_union+united_kingdom+united_states", custom_id=lobby.selects[0].custom_id)
        lobby = await lobby_where(ben, "Join as the Soviet Union", stands=False)
        await ben.press(lobby, "Join as Germany")
        lobby = await lobby_where(ben, "Join as Germany", stands=False)
        await ben.press(lobby, "Leave")
        lobby = await lobby_where(ben, "Join as Germany", stands=True)
        assert "Leave" in lobby.labels, "for Anna"
        assert "You have no seat in this game." in (await ben.press(lobby, "Leave")).content
        await ben.choose(lobby, "germany+japan", custom_id=lobby.selects[0].custom_id)
        lobby = await lobby_where(ben, "Start the game", stands=True)
        assert "starts the game" in (await helped(ben)).text
        await anna.press(lobby, "Start the game")
        panel = await found(anna, lambda message: "Buy units" in message.labels)
        assert panel.mentions == ["Anna"]
        mine = await helped(anna)
        assert "It's your turn." in mine.text
        await Thumb(anna, mine).press("Buy units", "Nothing ordered yet")
        waits = await helped(ben)
        assert "It isn't your turn." in waits.text
        assert "`/plan`" in waits.text
        assert "Buy units" not in waits.labels
        assert "You have no seat in this game" in (await helped(cleo)).text
        await correct(table, BATTLE)
        attack: dict[str, Any] = {"from": "russia", "units": "16 tank", "to": "west russia"}
        await anna.command(CHANNEL, "move", **attack)
        assert "16 tanks" not in (await helped(ben)).text
        ended = await anna.command(CHANNEL, "end-phase")
        if "End anyway" in ended.shown.labels:
            await anna.press(ended.shown, "End anyway")
        await anna.command(CHANNEL, "battle", space="west russia")
        sheets = [await helped(player) for player in (anna, ben)]
        assert sorted("You've been asked" in sheet.text for sheet in sheets) == [False, True]
        (asked,) = [sheet for sheet in sheets if "You've been asked" in sheet.text]
        assert asked.labels[0] in ("Choose casualties", "Press on or retreat")
        (other,) = [sheet for sheet in sheets if sheet is not asked]
        assert "somebody else has to answer first" in other.text or "It isn't your turn" in other.text
        await anna.command(CHANNEL, "concede", confirm=True)
        assert table.refusals == []


async def test_how_a_turn_goes_is_told_page_by_page_on_one_sheet(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        lobby = (await anna.command(CHANNEL, "game create", edition="aa1941")).shown
        assert "Leave" not in lobby.labels, "nobody sits yet"
        thumb = Thumb(anna, (await anna.press(lobby, "How a turn goes")).shown)
        assert thumb.sheet.ephemeral
        first = thumb.sheet.id
        for page in range(2, 7):
            await thumb.press("Next", f"Page {page} of 6")
        assert thumb.sheet.labels == ["Back"]
        await thumb.press("Back", "Page 5 of 6")
        assert thumb.sheet.id == first
        assert table.refusals == []
