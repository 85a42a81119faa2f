"""Whatever people do in a game, the bot never asks Discord for anything that Discord refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamemaster.dice.rolls import roll_faces
from local import LocalTable
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, tags
from tests.e2e.random_table import KINDS, RandomTable, play
from tests.gamemaster.dice_games import posts_in, the_script
from tests.patience import PATIENCE_SECONDS
from tests.samples import every

ORDERS = 30
FEW = 25


@pytest.mark.parametrize("kind", every(2, KINDS))
async def test_a_random_game_trips_no_limit_of_discord(tmp_path: Path, kind: str) -> None:
    played = await play(kind, ORDERS, 41, tmp_path)
    assert played.table.refusals == []
    assert played.failures == []
    assert sum(played.counts.values()) >= ORDERS
    check_dice(played, tmp_path)


def check_dice(played: RandomTable, folder: Path) -> None:
    """What is exported in the end is confirmed by the script against the posts, whatever was done in the game."""
    script = the_script()

    def rolled_here(file: dict[str, Any], entry: dict[str, Any], number: int, count: int) -> list[int]:
        """The dice of these tests are not made from the cause."""
        seed = bytes.fromhex(file["seed"])
        return list(roll_faces(seed, file["game"], number, entry["cause"], count, entry["entry"]))

    vars(script)["make_roll"] = rolled_here
    record, dice, position = folder / "record.json", folder / "dice.json", folder / "position.txt"
    for file, data in zip((record, dice, position), played.exported, strict=True):
        file.write_bytes(data)
    commitment, posted = posts_in("\n".join(played.told))
    arguments = ["--commitment", commitment, "--fingerprint", posted, "--record", str(record)]
    assert script.main([str(dice), *arguments]) == 0


async def test_a_random_game_goes_on_while_discord_fails_now_and_then(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table, bot_at_work(table, tmp_path / "games.db") as bot:
        table.faults.fail("POST /channels/*/messages", 503, times=2, every=4)
        table.faults.fail("POST /channels/*/messages", 500, times=2, every=5, stored=True)
        table.faults.fail("PATCH /channels/*", 429, times=3, every=2)
        played = RandomTable(table, bot, Random(5))
        await played.play(KINDS["aa1941"], FEW)
        table.gateway.ask_to_reconnect()
        await bot.wait_for("resumed", timeout=PATIENCE_SECONDS)
        posts = tags([message for message in await played.allies.messages(CHANNEL) if not message.ephemeral])
        numbers = [int(tag.partition("·")[2]) for tag in posts]
        assert numbers == sorted(set(numbers))
        assert len(numbers) > 2
        assert table.refusals == []
