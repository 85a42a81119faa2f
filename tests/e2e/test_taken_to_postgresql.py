"""A running server is taken from SQLite to PostgreSQL as docs/hosting.md says; play goes on before and after."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from typing import Any

import pytest

from local import LocalTable, Message, NoAnswerError, Player
from store.place import OTHER_SETTINGS
from tests.e2e.playing import CHANNEL, SIDES, begin, button_id, found, has_button
from tests.e2e.processes import BOT, for_table, launch, running, until_connected
from tests.e2e.test_stopping import stopped
from tests.postgresql import VARIABLE, server

pytestmark = pytest.mark.skipif(
    VARIABLE not in os.environ, reason="needs PostgreSQL: python -m tests.postgresql -m pytest starts one for it"
)

GUIDE = BOT.parent / "docs" / "hosting.md"
FIRST: Any = {"from": "russia", "units": "1 infantry", "to": "west russia"}
SECOND: Any = {"from": "russia", "units": "1 tank", "to": "west russia"}


async def store(folder: Path, *words: str) -> tuple[int, str]:
    """Exit code and words of `python -m store` with the settings of the folder's `.env`."""
    environment = {**os.environ, "PYTHONPATH": str(BOT.parent), OTHER_SETTINGS: str(folder / ".env")}
    environment.pop("DATABASE_URL", None)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "store", *words),
        cwd=folder,
        env=environment,
        stdout=PIPE,
        stderr=STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def put_into_settings(folder: Path, **settings: str) -> None:
    """Write the file `.env` of a host."""
    (folder / ".env").write_text("".join(f"{name}={value}\n" for name, value in settings.items()))


def tools_of_the_guide() -> list[str]:
    """What the guide has a host run with `python -m store` on this way, in its order."""
    passage = GUIDE.read_text(encoding="utf-8").split("### Take games from SQLite to PostgreSQL")[1].split("\n#")[0]
    return re.findall(r"python -m store (\w+)", passage)


async def lobby_in(channel: str, host: Player) -> None:
    await host.command(channel, "game create", edition="revised", name="Second")


async def panel_with(player: Player, tag: str) -> Message:
    return await found(player, lambda message: not message.ephemeral and has_button(message, tag))


async def test_a_server_moves_without_losing_a_game(tmp_path: Path) -> None:
    assert tools_of_the_guide() == ["copy", "check"]
    with server() as url:
        async with LocalTable(new_messages=1000) as table:
            before = for_table(table, tmp_path)
            put_into_settings(tmp_path, **before)
            anna, ben = table.user("Anna"), table.user("Ben")
            process = await launch(tmp_path, **before)
            await until_connected(process)
            await begin(ben, anna)
            await lobby_in("mess-hall", ben)
            old_panel = await moves_are_given(anna)

            code, said = await store(tmp_path, "copy", url)
            assert (code, "A bot already uses the database" in said) == (1, True), said
            assert "1 infantry" in (await anna.command(CHANNEL, "my-orders")).content

            process.terminate()
            await stopped(process)
            with pytest.raises(NoAnswerError):
                await anna.command(CHANNEL, "move", **SECOND)
            code, said = await store(tmp_path, "copy", url)
            assert (code, said.split(" to ")[0]) == (0, "Copied 2 games")
            after = {**before, "DATABASE_URL": url}
            put_into_settings(tmp_path, **after)
            assert (await store(tmp_path, "check"))[0] == 0

            async with running(tmp_path, **after):
                (tmp_path / "games.db").rename(tmp_path / "games-of-sqlite.db")
                await all_goes_on(anna, ben, old_panel)
            assert table.refusals == []
        assert not (tmp_path / "games.db").exists()


async def moves_are_given(anna: Player) -> Message:
    """Russia buys nothing and gives its first order; gives the panel of the combat move."""
    reply = await anna.command(CHANNEL, "end-phase")
    await anna.press(reply.shown, "End anyway")
    assert "West Russia" in (await anna.command(CHANNEL, "move", **FIRST)).content
    return await panel_with(anna, "move")


async def all_goes_on(anna: Player, ben: Player, old_panel: Message) -> None:
    """The first order stands, the one given meanwhile does not; old buttons, undo, battles and the lobby go on."""
    orders = (await anna.command(CHANNEL, "my-orders")).content
    assert ("1. 1 infantry: Russia" in orders, "1 tank: Russia" in orders) == (True, False), orders
    shown = await anna.press(old_panel, custom_id=button_id(old_panel, "move"))
    assert "Choose where the units are." in shown.shown.text
    assert "1 tank" in (await anna.command(CHANNEL, "move", **SECOND)).content
    undone = await anna.command(CHANNEL, "undo")
    assert "1 tank" in undone.content
    await anna.command(CHANNEL, "move", **SECOND)
    await anna.command(CHANNEL, "end-phase")
    fight = await panel_with(anna, "fight.west_russia")
    fought = await anna.press(fight, custom_id=button_id(fight, "fight.west_russia"))
    assert "West Russia" in fought.content
    joined = await ben.command("mess-hall", "game join", powers=SIDES["axis"][0])
    assert "Germany" in joined.content
