"""Suggestions while typing, in every phase of every power of every edition: none ends in an error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from cogs.interactions.names import id_meant
from cogs.orders import order_suggestions
from engine import load_setup
from gamemaster.errors import TableRefusal
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL
from tests.engine.table import position

SETUPS = ("aa1941", "revised", "anniversary_1941", "anniversary_1942", "pacific_1940", "global_1940")
OF_STATE = {
    name: callback
    for name, callback in vars(order_suggestions).items()
    if getattr(callback, "__qualname__", "") == "of_state.<locals>.complete"
}
TYPED: tuple[dict[str, Any], ...] = (
    {},
    {"from_": "germany", "units": "1 tank", "raid": True},
    {"from_": "yunnan", "space": "yunnan", "units": "1 infantry", "kind": "rocket"},
    {"from_": "manchuria", "to": "sz6", "units": "1 tactical_bomber", "raid": True, "escort": True, "on": "japan"},
    {"space": "japan", "kind": "rocket", "target": "air base"},
)


def test_there_are_suggestions_that_depend_on_the_board() -> None:
    assert {"purchases", "to_spaces", "repairs", "battles"} <= set(OF_STATE)


@pytest.mark.parametrize("setup", SETUPS)
async def test_every_suggestion_is_given_in_every_phase_of_every_power(
    setup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = load_setup(setup)
    for power in edition.turn_order:
        for phase in edition.parameters.turn.phases_of(power):
            table = position(
                power, phase, {"yunnan": "china: 2 infantry"} if "china" in edition.power else {}, setup=setup
            )
            game = SimpleNamespace(own_orders=lambda state=table.state: state)
            monkeypatch.setattr(order_suggestions, "game_of", lambda _, game=game: _given(game))
            monkeypatch.setattr(order_suggestions, "work_out", lambda _, __, work: _given(work()))
            for typed in TYPED:
                for callback in OF_STATE.values():
                    interaction = SimpleNamespace(namespace=SimpleNamespace(**typed))
                    given = await callback(interaction, "")
                    assert all(isinstance(choice, app_commands.Choice) for choice in given)


async def _given(value: Any) -> Any:
    return value


def suggesting(command: dict[str, Any], words: str = "") -> Iterator[tuple[str, str]]:
    """Each option of a command and of those below it that has suggestions, with the words of its command."""
    words = f"{words} {command['name']}".strip()
    for option in command.get("options", []):
        if option["type"] in (1, 2):
            yield from suggesting(option, words)
        elif option.get("autocomplete"):
            yield words, option["name"]


async def test_every_suggestion_is_given_before_a_game_begins(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with house(tmp_path) as (table, _bot):
        anna = table.user("Anna")
        for has_game in (False, True):
            if has_game:
                await anna.command(CHANNEL, "game create", edition="aa1941")
                await anna.command(CHANNEL, "game join", powers="allies")
            asked = [each for command in table.world.commands_of(None) for each in suggesting(command)]
            assert len(asked) > 50
            for words, option in asked:
                await anna.autocomplete(CHANNEL, words, focused=option, **{option: ""})
        choices = await anna.autocomplete(CHANNEL, "permit", focused="ally", ally="")
    assert "United Kingdom" in [choice.name for choice in choices]
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_misspelt_technology_or_advantage_is_refused_with_the_name_that_was_meant() -> None:
    edition = load_setup("revised")
    assert id_meant(edition.technologies, "Jet Fighters") == id_meant(edition.technologies, "jet_fighters")
    with pytest.raises(TableRefusal, match=r"There is no “jet figthers”. Did you mean Jet Fighters\?"):
        id_meant(edition.technologies, "jet figthers")
    with pytest.raises(TableRefusal, match="Did you mean Lend-Lease"):
        id_meant(edition.advantages, "lend leese")
    assert id_meant(edition.technologies, "teleport") == "teleport", "refused by the rules, which name them all"
