"""What the bot says of the dice of a game that is over, and what its file of dice holds."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from engine import load_setup
from gamemaster.errors import TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.master import GameMaster
from gamemaster.table_settings import USUAL
from tests.gamemaster.desk import ANNA, BEN, FAY, Desk, desk
from tests.gamemaster.dice_games import MOVE, fight_on, fingerprint, the_script
from tests.gamemaster.rolling import BATTLE, END, another_process, before_a_battle

TAMPERED = {
    "a die is turned": "UPDATE rolls SET faces = '[1, 1, 1]' WHERE number = 2",
    "a roll is gone": "DELETE FROM rolls WHERE number = 2",
    "the last roll is gone": "DELETE FROM rolls WHERE number = (SELECT max(number) FROM rolls)",
    "a roll belongs to an order before": "UPDATE rolls SET seq = 2 WHERE number = 4",
    "a roll belongs to no order": "UPDATE rolls SET seq = 99 WHERE number = 4",
    "a roll has another cause": "UPDATE rolls SET cause = 'another' WHERE number = 1",
    "an order has another cause": "UPDATE log SET cause = 'another' WHERE seq = 4",
    "an order has dice that nobody rolled": "UPDATE log SET dice = '[6]' WHERE seq = 2",
    "dice of an order are gone": "UPDATE log SET dice = '[]' WHERE seq = 4",
    "an order is gone": "DELETE FROM log WHERE seq = 2",
    "a step is called rolled back": "UPDATE log SET rolled_back_by = 5 WHERE seq = 8",
    "what was rolled back counts again": "UPDATE log SET rolled_back_by = NULL WHERE seq = 4",
    "it was put back to elsewhere": """UPDATE log SET "action" = '{"type": "rollback", "to": 3}' WHERE seq = 5""",
    "the commitment is another": "UPDATE games SET commitment = 'another'",
}


async def end(table: Desk) -> None:
    """The game is over, and all that it had to say is said."""
    await table.wish(FAY, "end")
    await table.send()


async def dice_of(table: Desk) -> str:
    dice = await table.master.records.dice_check(await table.loaded())
    assert dice is not None
    return dice


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a game in which a battle was rolled back and fought again."""
    folder = tmp_path_factory.mktemp("over")

    async def play() -> None:
        async with before_a_battle(folder) as table:
            await table.act(ANNA, BATTLE)
            await table.roll_back(1)
            await table.act(ANNA, {**MOVE, "units": {"infantry": 12, "tank": 6}}, END)
            await table.act(ANNA, BATTLE)
            await fight_on(table)
            await end(table)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamemaster.lobby.opening.new_seed", lambda: bytes(32))
        asyncio.run(play())
    return folder / "games.db"


@pytest.mark.parametrize("what", TAMPERED)
async def test_the_bot_and_the_script_find_what_was_changed_in_the_database(
    tmp_path: Path, what: str, over: Path
) -> None:
    shutil.copy(over, tmp_path)
    async with another_process(tmp_path) as master:
        posted = (await master.loader.by_id(1)).game.commitment
        before, true = await said_and_exported(master)
        assert before.startswith("All ")
        assert f"`{fingerprint(true)}`" in before
        async with master.store.write() as write:
            await write.connection.execute(text(TAMPERED[what]))
        after, forged = await said_and_exported(master)
    assert after.startswith("**Something is wrong with the dice of this game.**")
    if forged == true:
        return  # What was changed is no part of the file.
    file = tmp_path / "dice.json"
    file.write_bytes(forged)
    arguments = [str(file), "--commitment", posted, "--fingerprint"]
    assert the_script().main([*arguments, fingerprint(true)]) == 1
    if what != "the last roll is gone":  # which only the post gives away
        assert the_script().main([*arguments, fingerprint(forged)]) in (1, 2)


async def test_the_script_makes_again_what_the_lobby_drew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now, sealed = [1_800_000_000], {"bid": "sealed auction allies"}
    drafted = replace(USUAL, gathering=Gathering(seating="drafted"))
    async with desk(tmp_path, {}, started=False, customs=drafted, options=sealed, clock=lambda: now[0]) as table:
        drafts, auctioning = table.master.drafts, table.master.auctioning
        for player in (ANNA, BEN):
            await drafts.join(await table.loaded(), player.user_id)
        await drafts.begin(await table.loaded(), ANNA)
        now[0] += 86_400
        await drafts.draw_for(await table.loaded(), ANNA)
        for player in (ANNA, BEN):
            await auctioning.call_sealed((await table.loaded()).seating, player.user_id, 7)
        posts = "\n".join(each.content for each in await table.send())
        await table.master.lobby.start(await table.loaded(), ANNA, "the start")
        await end(table)
        commitment, dice = (await table.loaded()).game.commitment, (await dice_of(table)).encode()
    drawn = re.search(r"draw the order: <@(\d)> \((\d+)\), <@(\d)> \((\d+)\)", posts)
    picked, die = re.search(r"<@(\d)> picks (.+?)\.", posts), re.search(r"a die shows (\d)", posts)
    assert drawn
    assert picked
    assert die
    called = [power.called for power in load_setup("aa1941").powers_with_turns]
    (tmp_path / "dice.json").write_bytes(dice)
    given = [str(tmp_path / "dice.json"), "--commitment", commitment, "--fingerprint", fingerprint(dice)]
    assert the_script().main([*given, "--seats", "1", "2", "--pick", picked[1], "0", str(len(called))]) == 0
    *_, order, pick = capsys.readouterr().out.splitlines()
    side = "Axis" if int(die[1]) <= 3 else "Allies"
    assert order == (
        f"Order of the draft: {drawn[1]} ({drawn[2]}), {drawn[3]} ({drawn[4]}). "
        f"Between equal calls under seal: {die[1]}, for the {side}."
    )
    place = 1 + called.index(picked[2])
    assert pick == f"For {picked[1]}, with 0 seats taken, the dice pick number {place} of 5 open powers."


async def said_and_exported(master: GameMaster) -> tuple[str, bytes]:
    """What /dice verify says, and the file of dice."""
    loaded = await master.loader.by_id(1)
    dice = await master.records.dice_check(loaded)
    assert dice is not None
    return await master.records.verify_dice(loaded), dice.encode()


async def test_the_file_is_the_same_whatever_was_ordered_in_secret_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.lobby.opening.new_seed", lambda: bytes(32))
    march: dict[str, Any] = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "west_russia"]}
    files = []
    for name, orders in (
        ("none", []),
        ("one", [march]),
        ("two", [march, march]),
        ("undone", [march, {"type": "undo"}]),
    ):
        (tmp_path / name).mkdir()
        async with desk(tmp_path / name) as table:
            await table.act(ANNA, END)
            for order in orders:
                await table.act(ANNA, order)
            await end(table)
            files.append(await dice_of(table))
    assert len(set(files)) == 1
    assert len(json.loads(files[0])["log"]) == 1


async def test_no_order_that_was_taken_back_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}})
        await table.act(ANNA, {"type": "undo"})
        await table.act(ANNA, {"type": "purchase", "units": {"tank": 1}})
        await table.act(ANNA, END)
        await end(table)
        log = json.loads(await dice_of(table))["log"]
        record = await table.record()
    assert [row["action"] for row in log] == [step["action"] for step in record["steps"]]
    assert not [row for row in log if "entry" in row]


async def test_nothing_is_told_of_the_dice_while_the_game_goes_on(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        assert await table.master.records.dice_check(await table.loaded()) is None
        with pytest.raises(TableRefusal, match="when the game is over"):
            await table.master.records.verify_dice(await table.loaded())


async def test_a_won_game_posts_the_fingerprint_of_the_file_that_it_will_export(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        await table.act(BEN, *({"type": "concede", "power": power} for power in ("germany", "japan")))
        told = "\n".join(post.content for post in await table.send())
        dice = await dice_of(table)
        assert (await table.loaded()).game.status == "finished"
    assert "There were 2 rolls of 30 dice. Fingerprint of the file of dice: " in told
    assert f"`{fingerprint(dice.encode())}`" in told
    assert f"`{json.loads(dice)['seed']}`" in told


async def test_the_file_that_a_record_was_exported_from_goes_on_being_imported(tmp_path: Path) -> None:
    """Only the record is for /game import; the file of dice is no record and says so."""
    async with before_a_battle(tmp_path) as table:
        await end(table)
        dice, record = await dice_of(table), await table.record()
    (tmp_path / "copy").mkdir()
    async with desk(tmp_path / "copy", started=False) as table:
        with pytest.raises(TableRefusal, match="isn't a game record"):
            await table.bring(dice.encode())
        await table.bring(record)
        assert (await table.loaded()).game.status == "running"
