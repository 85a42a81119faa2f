"""Buttons, select menus and modals that survive restarts: what they do is in their custom id."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord.ext import commands

from cogs.client import Interaction, TableBot
from cogs.presses import react, read_press
from gamemaster.buttons import VERSION

HINT_LENGTH = 100


class TableControl(discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"[\s\S]*"):
    """Any button or select menu of the bot, also from before a restart and from before this version."""

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: discord.ui.Item[Any], __: re.Match[str], /
    ) -> TableControl:
        """The button that was pressed, or the menu that was chosen from."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out the press."""
        data: Any = interaction.data or {}
        await react(interaction, read_press(self.custom_id, values=tuple(data.get("values", ()))))


class Buttons(commands.Cog):
    """Takes presses and submitted modals by their custom id."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Modals are taken here, so that one opened before a restart is not lost."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Any = interaction.data or {}
        await react(interaction, read_press(data.get("custom_id", ""), dict(_fields(data.get("components", ())))))


def _fields(components: Any) -> list[tuple[str, str]]:
    """(custom id, text) of every text field, whatever it is wrapped in."""
    found = []
    for component in components:
        if "value" in component and "custom_id" in component:
            found.append((component["custom_id"], component["value"]))
        inner = component.get("components", ()) or ([component["component"]] if "component" in component else ())
        found += _fields(inner)
    return found


def custom_id(game_id: int, made_for: str, deed: str) -> str:
    """The custom id of a button, select menu or modal."""
    return f"{VERSION}:{game_id}:{made_for}:{deed}"


def button_row(view: discord.ui.View, game_id: int, made_for: str, deed: str, label: str, **more: Any) -> None:
    """Add a button to a view."""
    view.add_item(discord.ui.Button(label=label[:80], custom_id=custom_id(game_id, made_for, deed), **more))


@dataclass(frozen=True)
class Entry:
    """A line of a select menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


def select_row(
    view: discord.ui.View,
    game_id: int,
    made_for: str,
    deed: str,
    placeholder: str,
    entries: Sequence[Entry],
    **more: Any,
) -> None:
    """Add a select menu of at most 25 entries to a view; it takes a row of its own."""
    options = [
        discord.SelectOption(
            label=entry.label[:100],
            value=entry.value[:100],
            description=textwrap.shorten(entry.description, 100, placeholder=" …") or None,
            default=entry.chosen,
        )
        for entry in entries[:25]
    ]
    name = custom_id(game_id, made_for, deed)
    view.add_item(discord.ui.Select(custom_id=name, placeholder=placeholder[:150], options=options, **more))


def view_of(rows: Sequence[Sequence[Mapping[str, Any]]]) -> discord.ui.View | None:
    """The buttons of an outbox payload (`rows_payload`), or None without any."""
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for each in row:
            style = discord.ButtonStyle[each["style"]]
            view.add_item(discord.ui.Button(label=each["label"][:80], custom_id=each["id"], style=style, row=number))
    return view


def text_modal(title: str, modal_id: str, label: str, text: str, placeholder: str) -> discord.ui.Modal:
    """A modal with one field for several lines of orders."""
    modal = discord.ui.Modal(title=title[:45], custom_id=modal_id, timeout=None)
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label=label[:45],
        custom_id="text",
        style=discord.TextStyle.paragraph,
        default=text[:4000] or None,
        placeholder=_in_whole_entries(placeholder),
        required=False,
        max_length=4000,
    )
    modal.add_item(field)
    return modal


def _in_whole_entries(text: str) -> str:
    """A hint of at most 100 characters: no entry of a longer one is cut, for half a price would be a wrong one."""
    return text if len(text) <= HINT_LENGTH else text[: HINT_LENGTH - 1].rpartition(", ")[0] + ", …"


async def setup(bot: TableBot) -> None:
    """Register the cog, the buttons and the menus."""
    bot.add_dynamic_items(TableControl)
    await bot.add_cog(Buttons())
