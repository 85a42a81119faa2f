"""Every option says what it is for and how much text it takes, and so does every field of a form."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from cogs.service.client import TableBot

ROOT = Path(__file__).resolve().parents[2]
MOST_OF_DISCORD = 6000
WHOLE_TEXTS = {"game edit change", "note text"}


def commands_of(tree: app_commands.CommandTree[TableBot]) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Every command, subcommands by themselves."""
    return (command for command in tree.walk_commands() if isinstance(command, app_commands.Command))


async def all_commands() -> list[app_commands.Command[Any, ..., Any]]:
    """Those of a bot with everything that can be loaded."""
    bot = TableBot(also=["cogs.table.demo"])
    await bot.load_cogs()
    return list(commands_of(bot.tree))


async def test_every_command_and_every_option_says_what_it_is_for() -> None:
    found = {command.qualified_name: str(command.description) for command in await all_commands()}
    for command in await all_commands():
        found |= {f"{command.qualified_name} {each.display_name}": str(each.description) for each in command.parameters}
    assert len(found) > 100
    assert {name for name, text in found.items() if len(text.strip("… ")) < len("When")} == set()


async def test_every_text_option_has_a_length_that_fits() -> None:
    found: dict[str, int | float | None] = {}
    for command in await all_commands():
        for option in command.parameters:
            if option.type is discord.AppCommandOptionType.string and not option.choices:
                found[f"{command.qualified_name} {option.display_name}"] = option.max_value
    assert len(found) > 40
    assert {name for name, most in found.items() if most is None} == set()
    assert {name for name, most in found.items() if most and most > 400} == WHOLE_TEXTS
    assert max(most or 0 for most in found.values()) <= MOST_OF_DISCORD


def test_every_field_of_a_form_has_a_length() -> None:
    fields = [
        (path.name, {keyword.arg for keyword in node.keywords})
        for path in sorted((ROOT / "cogs").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == "TextInput"
    ]
    assert fields
    assert [name for name, keywords in fields if "max_length" not in keywords] == []
