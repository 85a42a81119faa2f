"""Options of a setup that `/game create` has no name or no room for: the bot starts, and the sheet offers them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import load_setup
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, settled
from tests.e2e.thumb import Thumb
from tests.invented import among_the_setups
from tests.published import SETUPS

SETUP = "a_house"
"""Comes before all others by name, so that its options would, too."""
OF_THE_COMMAND = ("pace", "name", "edition", "self", "from")
MANY = tuple(f"more_{number}" for number in range(6))
OF_THE_SHEET = ("where", "joining")
"""Something else is called so on the sheet, but nothing in the command."""
NAMES = (*OF_THE_COMMAND, *OF_THE_SHEET, *MANY)


def option(name: str) -> dict[str, Any]:
    return {"asks": f"About {name}", "default": "no", "choices": {"no": f"no {name}", "yes": f"much {name}"}}


@pytest.fixture
def _house_setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "data"
    with among_the_setups(folder, monkeypatch):
        content: dict[str, Any] = {
            "setup": SETUP,
            "extends": "aa1941",
            "options": {name: option(name) for name in NAMES},
        }
        content["options"] |= {"victory": {"asks": "How the war of this house is won"}}
        (folder / "setups" / f"{SETUP}.json").write_text(json.dumps(content))
        yield


@pytest.mark.usefixtures("_house_setup", "cogs_read_anew")
async def test_what_the_command_cannot_take_is_in_the_log_and_on_the_sheet(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as (table, bot):
        group: Any = bot.tree.get_command("game")
        words = {parameter.name: str(parameter.description) for parameter in group.get_command("create").parameters}
        assert words["victory"] == "How the war is won"
        assert len(words) == 25
        assert {name for setup in SETUPS for name in load_setup(setup).options} < set(words)
        left_out = {name for name in NAMES if f"the option {name} (of: {SETUP})" in caplog.text}
        assert left_out == {*OF_THE_COMMAND, *(name for name in NAMES if name not in words)}
        assert "the option strict_neutrals (of: narrow_sea), because it has 25 options" in caplog.text
        anna = table.user("Anna")
        offered = await anna.autocomplete(CHANNEL, "game create", focused="where", edition=SETUP)
        assert [choice.name for choice in offered] == ["no: no where", "yes: much where"]
        thumb = Thumb(anna, (await anna.command(CHANNEL, "game create")).shown)
        await thumb.choose(f"edition={SETUP}", sees="Pace (rules): no")
        for name in (*OF_THE_COMMAND, *MANY):
            key = f"{name}-" if name == "pace" else name
            await thumb.choose(key, sees=f"no (no {name})")
            await thumb.choose(f"{key}=yes", sees=f"yes (much {name})")
        await thumb.choose("pace=weekend", sees="**Pace**: weekend")
        await thumb.press("Open the lobby", "The lobby is open")
        await settled(bot)
        shown = await anna.next_message(CHANNEL, lambda message: "Join as" in str(message.labels))
        for name in (*OF_THE_COMMAND, *MANY):
            assert f"(much {name})" in shown.content, shown.content
        assert "Pace weekend" in shown.content
        assert table.refusals == []
