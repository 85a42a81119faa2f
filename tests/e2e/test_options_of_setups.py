"""The options of a setup are offered by `/game create` because its data has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import load_setup, setup_names
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL
from tests.invented import NARROW_SEA, add_invented


async def test_an_option_that_only_an_invented_setup_has_is_offered_and_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_invented(tmp_path / "data", monkeypatch)
    async with house(tmp_path) as (table, bot):
        create = bot.tree.get_command("game").get_command("create")  # type: ignore[union-attr]
        asked = {parameter.name: str(parameter.description) for parameter in create.parameters}  # type: ignore[union-attr]
        assert asked["strict_neutrals"] == "Whether strict neutrals may be attacked"
        anna = table.user("Anna")
        offered = await anna.autocomplete(CHANNEL, "game create", focused="strict_neutrals", edition=NARROW_SEA)
        assert [choice.value for choice in offered] == ["closed", "open"]
        lobby = await anna.command(CHANNEL, "game create", edition=NARROW_SEA, strict_neutrals="open")
        assert lobby.message is not None
        assert "strict neutrals may be attacked" in lobby.message.content
        assert table.refusals == []


def test_an_option_asks_the_same_in_every_setup() -> None:
    asked = {(name, option.asks) for setup in setup_names() for name, option in load_setup(setup).options.items()}
    assert len(asked) == len({name for name, _ in asked})
