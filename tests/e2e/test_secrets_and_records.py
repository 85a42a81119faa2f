"""Who sees what; records out and in; corrections from outside, all announced with the name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from local import File, LocalTable, Player, Reply
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, game, has_button, settled

VERIFY = Path(__file__).parents[2] / "docs" / "verify_dice.py"
TO_WEST_RUSSIA: Any = {"from": "russia", "units": "6 infantry, 1 tank", "to": "west russia"}


async def started(table: LocalTable) -> tuple[Player, Player]:
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    return anna, ben


async def end_phase(player: Player) -> Reply:
    """End the phase, also where the bot asks once more."""
    reply = await player.command(CHANNEL, "end-phase")
    return await player.press(reply.shown, "End anyway") if "End anyway" in reply.shown.labels else reply


async def record_from(player: Player) -> dict[str, Any]:
    reply = await player.command(CHANNEL, "game export")
    found: dict[str, Any] = json.loads(await reply.shown.attachments[0].read())
    return found


async def test_opponents_see_the_board_as_it_was_at_the_start_of_the_phase(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = await started(table)
        cleo = table.user("Cleo")
        await end_phase(anna)
        moved = await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
        assert "6 infantry, 1 tank: Russia to West Russia" in moved.content

        async def map_of(player: Player) -> str:
            shown = await player.command(CHANNEL, "map", space="west russia")
            return shown.shown.attachments[0].alt_text or ""

        mine = await map_of(anna)
        for player in (ben, cleo):
            theirs = await map_of(player)
            assert theirs != mine
            assert "6 infantry" in theirs
            assert await player.autocomplete(CHANNEL, "move", focused="from") == []
            assert await player.autocomplete(CHANNEL, "undo", focused="order") == []
            refused = await player.command(CHANNEL, "my-orders")
            assert refused.content == "It is the Soviet Union's turn. You'll see its orders when it ends the phase."
            assert "West Russia" not in (await player.command(CHANNEL, "game status")).content
        await anna.command(CHANNEL, "standing-order leave", power="russia", where="land", units="tank")
        assert "no standing orders" in (await ben.command(CHANNEL, "standing-order show")).content
        panel = await found(ben, lambda message: has_button(message, "combat_move:end"))
        assert "West Russia" not in panel.content
        assert table.refusals == []


async def test_the_record_of_a_running_game_holds_no_secret(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await started(table)
        await anna.command(CHANNEL, "standing-order leave", power="russia", where="land", units="tank")
        await anna.command(CHANNEL, "buy", units="1 infantry")
        await end_phase(anna)
        await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
        reply = await ben.command(CHANNEL, "game export")
        assert [each.filename for each in reply.shown.attachments] == ["game-1.json", "game-1-position.txt"]
        text = (await reply.shown.attachments[0].read()).decode()
        record = json.loads(text)
        assert [step["action"]["type"] for step in record["steps"]] == ["purchase", "end_phase"]
        loaded = await game(bot, table.world.channel_named(CHANNEL)["id"])
        async with bot.master.store.read() as read:
            seed = (await read.seed(loaded.game.id)).hex()
        assert seed not in text
        assert "move" not in {step["action"]["type"] for step in record["steps"]}
        await end_phase(anna)
        assert "move" in {step["action"]["type"] for step in (await record_from(ben))["steps"]}
        assert table.refusals == []


async def test_a_summary_to_paste_stands_in_the_message_or_in_a_file_for_whoever_asks(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = await started(table)
        await end_phase(anna)
        await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
        first = await ben.command(CHANNEL, "game export", form="summary")
        assert first.ephemeral
        assert first.content.startswith("```\nAxis & Allies: 1941, First\n====")
        assert first.content.endswith("Soviet Union\n- Bought nothing; 7 IPCs kept.\n```")
        assert "- Germany and Japan: Ben\n" in first.content
        assert (await table.user("Cleo").command(CHANNEL, "game export", form="summary")).content == first.content
        await end_phase(anna)
        await anna.command(CHANNEL, "battle", space="West Russia", to_the_end=True)
        await anna.command(CHANNEL, "note", text="Hold [b]Moscow[/b]. " * 20)
        for _ in range(3):
            await end_phase(anna)
        await ben.command(CHANNEL, "note", text="Wait. " * 70, private=False)
        await end_phase(ben)
        later = await anna.command(CHANNEL, "game export", form="summary")
        (file,) = later.shown.attachments
        assert file.filename == "game-1-summary.txt"
        text = (await file.read()).decode()
        assert "\n- West Russia, " in text
        assert "\n- Note: Hold (b)Moscow(/b). Hold" in text
        assert table.refusals == []


@pytest.mark.true_dice
async def test_the_seed_is_published_at_the_end_and_the_dice_can_be_checked(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = await started(table)
        await end_phase(anna)
        await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
        await end_phase(anna)
        await anna.command(CHANNEL, "battle", space="West Russia", to_the_end=True)
        lobby = (await anna.messages(CHANNEL))[0]
        commitment = lobby.content.rpartition(": ")[2]
        early = await ben.command(CHANNEL, "dice verify")
        assert early.content.startswith("The seed of the dice is published when the game is over")
        assert early.content.endswith(commitment)
        await anna.command(CHANNEL, "game end", confirm=True)
        await ben.press(await found(ben, lambda message: "asks to end the game" in message.content), "Agree")
        notice = await found(ben, lambda message: "Seed of its dice" in message.content)
        assert notice.content.startswith("Anna ended the game **First**. Ben agreed. Seed of its dice: `")
        reply = await ben.command(CHANNEL, "game export")
        names = [attachment.filename for attachment in reply.shown.attachments]
        assert names == ["game-1.json", "game-1-dice.json", "game-1-position.txt"]
        record, dice = tmp_path / "record.json", tmp_path / "dice.json"
        record.write_bytes(await reply.shown.attachments[0].read())
        dice.write_bytes(await reply.shown.attachments[1].read())
        written = json.loads(dice.read_text())
        assert written["seed"] in notice.content
        rolls = sum(len(entry.get("rolls", [])) for entry in written["log"])
        fingerprint = re.findall("Fingerprint of the file of dice: `([0-9a-f]{64})`", notice.content)[0]
        posted = ["--commitment", commitment, "--fingerprint", fingerprint]
        assert f"There were {rolls} rolls of" in notice.content
        verified = await ben.command(CHANNEL, "dice verify")
        assert verified.content.startswith(f"All {rolls} rolls of")
        assert fingerprint in verified.content
        checked = subprocess.run(  # noqa: S603, ASYNC221  # our own script, in a moment
            [sys.executable, str(VERIFY), str(dice), *posted, "--record", str(record)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == 0, checked.stdout + checked.stderr
        dice.write_bytes(dice.read_bytes().replace(b'"engine"', b'"engine" ', 1))
        again = subprocess.run(  # noqa: S603, ASYNC221
            [sys.executable, str(VERIFY), str(dice), *posted], capture_output=True, text=True, check=False
        )
        assert again.returncode != 0
        assert "is over" in (await anna.command(CHANNEL, "buy", units="1 infantry")).content
        assert table.refusals == []


async def test_a_record_goes_into_a_new_game_and_is_played_on(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await started(table)
        await anna.command(CHANNEL, "buy", units="1 infantry")
        await end_phase(anna)
        await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
        await end_phase(anna)
        record = await record_from(anna)
        there = "mess-hall"
        await ben.command(there, "game create", edition="aa1941", name="Copy")
        await ben.command(there, "game join", powers="allies")
        await anna.command(there, "game join", powers="axis")
        file = File("game.json", json.dumps(record).encode())
        refused = await table.user("Cleo").command(there, "game import", record=file)
        assert (
            refused.content
            == "Only the organiser or a server manager can import a record into a game that has not begun."
        )
        wrong = File("wrong.txt", b"Russia: 3 infantry\nAtlantis: 3 infantry")
        refused = await ben.command(there, "game import", record=wrong)
        assert "Line 2: There is no space “Atlantis”" in refused.content
        reply = await ben.command(there, "game import", record=file)
        assert reply.content == "I've loaded the file into this game."
        note = await found(anna, lambda message: "imported a game into" in message.content, there)
        assert note.content.startswith("Ben imported a game into **Copy**.")
        panel = await found(ben, lambda message: has_button(message, "fight.west_russia"), there)
        await ben.press(panel, "Fight in West Russia")
        state = (await game(bot, table.world.channel_named(there)["id"])).running
        assert state.battle is not None or state.phase == "noncombat_move"
        again = await ben.command(there, "game import", record=file)
        assert again.content.startswith("You can import a record only into a new game")
        listed = await ben.command(there, "game list")
        assert "Copy (imported)" in listed.content
        assert table.refusals == []


async def test_a_position_as_text_shows_no_open_orders_and_begins_a_new_game(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await started(table)
        await end_phase(anna)
        await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
        exported = (await ben.command(CHANNEL, "game export")).shown.attachments[-1]
        text = await exported.read()
        assert exported.filename.endswith("-position.txt")
        assert b"Turn: round 1, Soviet Union, combat move" in text
        assert b"West Russia (Soviet Union)" not in text, "a move of the open phase is told"
        there = "mess-hall"
        await ben.command(there, "game create", edition="aa1941", name="Copy")
        await ben.command(there, "game join", powers="allies")
        await anna.command(there, "game join", powers="axis")
        told = text.replace(b"IPCs: Soviet Union 7", b"IPCs: Soviet Union 70")
        await ben.command(there, "game import", record=File("position.txt", told))
        note = await found(anna, lambda message: "imported a game into **Copy**" in message.content, there)
        assert note.content.startswith("Ben")
        state = (await game(bot, table.world.channel_named(there)["id"])).running
        assert (state.phase, state.treasuries["soviet_union"]) == ("combat_move", 70)
        assert "West Russia" in (await ben.command(there, "move", **TO_WEST_RUSSIA)).content
        assert table.refusals == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe", ("it isn't text",)),
        (b"{", ("That file isn't a game record", "line 1")),
        (b'{"format": 1,\n"setup": "aa1941"\n"steps": []}', ("a game record", "line 3")),
        (b"[]", ("a game record",)),
        (b" " * 2_000_001, ("That file is too large. The limit is 2,000,000 bytes.",)),
        (b'{"format": 1, "engine": "x", "setup": "aa1900", "options": {}, "steps": []}', ("aa1900",)),
        (
            (
                b'{"format": 1, "engine": "x", "setup": "aa1941", "options": {}, "steps": '
                b'[{"by": "soviet_union", "action": {"type": "end_phase"}},'
                b' {"by": "soviet_union", "action": {"type": "purchase", "units": {"infantry": 1}}}]}'
            ),
            ("Step 1 of the record is not legal",),
        ),
    ],
)
async def test_a_file_that_is_no_record_is_refused_with_place_and_reason(
    tmp_path: Path, data: bytes, words: tuple[str, ...]
) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        await anna.command(CHANNEL, "game create", edition="aa1941")
        file = File("game.json", data)
        assert "Take the seats with /game join" in (await anna.command(CHANNEL, "game import", record=file)).content
        await anna.command(CHANNEL, "game join", powers="allies")
        await table.user("Ben").command(CHANNEL, "game join", powers="axis")
        reply = await anna.command(CHANNEL, "game import", record=file)
        for word in words:
            assert word in reply.content, reply.content
        assert "number:" not in reply.content
        assert table.refusals == []


async def test_a_rollback_is_announced_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await started(table)
        await anna.command(CHANNEL, "buy", units="2 infantry")
        await end_phase(anna)
        await anna.command(CHANNEL, "move", **TO_WEST_RUSSIA)
        await end_phase(anna)
        await anna.command(CHANNEL, "battle", space="West Russia", to_the_end=True)
        choices = await anna.autocomplete(CHANNEL, "game rollback", focused="to")
        moment = next(choice for choice in choices if "end of combat move" in choice.name)
        assert moment.name == "Soviet Union, round 1, end of combat move"
        assert [choice.name for choice in choices][-1] == "Start of the game"
        reply = await anna.command(CHANNEL, "game rollback", to=moment.value)
        assert reply.content.startswith("Nothing has changed yet. <@")
        card = await found(ben, lambda message: "asks to put the game back" in message.content)
        assert card.mentions == ["Ben"]
        assert (await ben.press(card, "Agree")).content == "You agreed. I've told the table."
        note = await found(ben, lambda message: "put the game back." in message.content)
        assert note.content.startswith(
            "Anna put the game back. Ben agreed. It is now at the end of the Soviet Union, round 1"
        )
        state = (await game(bot, table.world.channel_named(CHANNEL)["id"])).running
        assert state.phase == "combat_move"
        assert len(state.undo) == 1
        await end_phase(anna)
        await anna.command(CHANNEL, "battle", space="West Russia", to_the_end=True)
        await settled(bot)
        loaded = await game(bot, table.world.channel_named(CHANNEL)["id"])
        async with bot.master.store.read() as read:
            rolls = await read.rolls(loaded.game.id)
        assert [roll.number for roll in rolls] == list(range(1, len(rolls) + 1))
        assert table.refusals == []


async def test_a_replacement_is_announced_and_the_new_player_has_the_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = await started(table)
        cleo = table.user("Cleo")
        wrong = await anna.command(CHANNEL, "game replace", power="japan", player="Anna")
        assert "must be on the same side" in wrong.content
        await anna.command(CHANNEL, "game replace", power="soviet union", player="Cleo")
        note = await found(ben, lambda message: "is now played by" in message.content)
        assert note.content.startswith("The Soviet Union is now played by <@")
        assert "(decided by Anna)" in note.content
        assert note.mentions == ["Cleo"]
        await anna.command(CHANNEL, "game replace", power="united states", player="Cleo")
        quiet = await found(ben, lambda message: "The United States is now played by" in message.content)
        assert quiet.mentions == []
        assert "Soviet Union" in (await anna.command(CHANNEL, "buy", units="1 infantry")).content
        assert "Ordered: 1 infantry" in (await cleo.command(CHANNEL, "buy", units="1 infantry")).content
        assert table.refusals == []


async def test_an_edit_is_announced_with_the_name(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        _, ben = await started(table)
        change = json.dumps({"ipcs": {"germany": 40}, "turn": {"round": 1, "power": "germany", "phase": "purchase"}})
        await correct(table, change)
        note = await found(ben, lambda message: "corrected the position" in message.content)
        assert note.content.startswith("Rita corrected the position.")
        panel = await found(ben, lambda message: has_button(message, "germany.purchase:buy"))
        assert panel.mentions == ["Ben"]
        assert "up to 40 IPCs" in panel.content
        await settled(bot)
        assert table.refusals == []


async def test_a_server_manager_may_do_what_the_organiser_may(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        await started(table)
        table.grant("Dan", 1 << 5)
        dan = table.user("Dan")
        assert (await dan.command(CHANNEL, "game end", confirm=True)).content == "I've ended the game."
        assert table.refusals == []


async def test_every_command_has_a_name_and_words_of_lawful_length(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        commands = await table.user("Anna").commands()
        assert len(commands) > 20
        for command in commands:
            assert command.name == command.name.lower()
            assert 1 <= len(command.description) <= 100
            assert len(command.options) <= 25
            assert all(1 <= len(option["description"]) <= 100 for option in command.options)
        names = {command.name for command in commands}
        by_button = {"buy", "orders", "undo", "end-phase", "map", "my-orders", "battle", "decide", "place"}
        assert by_button | {"game join", "game start", "rules search"} <= names
