"""Buttons, select menus and modals that survive restarts: what they do is in their custom id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord.ext import commands

from cogs.interactions.arriving import cleaned, fields_of
from cogs.interactions.layout import menu_options
from cogs.interactions.presses import LONGEST_FIELD, react, read_press
from cogs.service.client import Interaction, TableBot
from gamemaster.keys import custom_id
from gamemaster.sheets.page import Entry

HINT_LENGTH = 100
MOST_BUTTONS = 25


class Buttons(commands.Cog):
    """Takes presses, choices and submitted forms by their custom id, also those from before a restart."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Commands go another way."""
        is_form = interaction.type is discord.InteractionType.modal_submit
        if not is_form and interaction.type is not discord.InteractionType.component:
            return
        data = cleaned(interaction.data or {})
        fields = fields_of(data.get("components", ())) if is_form else None
        values = tuple(str(value) for value in data.get("values", ()))
        await react(interaction, read_press(str(data.get("custom_id", "")), fields, values))


def button_row(view: discord.ui.View, game_id: int, made_for: str, deed: str, label: str, **more: Any) -> None:
    """Add a button to a view that has room for it."""
    if len(view.children) < MOST_BUTTONS:
        view.add_item(discord.ui.Button(label=label[:80], custom_id=custom_id(game_id, made_for, deed), **more))


def link_row(view: discord.ui.View, label: str, url: str) -> None:
    """Add a button that leads to an address to a view that has room for it."""
    if len(view.children) < MOST_BUTTONS:
        view.add_item(discord.ui.Button(label=label[:80], url=url))


def select_row(
    view: discord.ui.View,
    game_id: int,
    made_for: str,
    deed: str,
    placeholder: str,
    entries: Sequence[Entry],
    **more: Any,
) -> None:
    """Add a select menu of at most 25 entries, if there are any, to a view; it takes a row of its own."""
    if not entries:
        return
    options = menu_options(entries)
    name = custom_id(game_id, made_for, deed)
    more["max_values"] = min(more.get("max_values", 1), len(options))
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
    view.stop()  # what is pressed is read from its custom id: discord.py need not keep the view
    return view


def text_modal(title: str, modal_id: str, label: str, text: str, placeholder: str, note: str = "") -> discord.ui.Modal:
    """A modal with one field for several lines of orders; a note above it stays while one types."""
    modal = discord.ui.Modal(title=title[:45], custom_id=modal_id, timeout=None)
    if note:
        modal.add_item(discord.ui.TextDisplay[Any](note))
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label=label[:45],
        custom_id="text",
        style=discord.TextStyle.paragraph,
        default=text[:LONGEST_FIELD] or None,
        placeholder=_in_whole_entries(placeholder),
        required=False,
        max_length=LONGEST_FIELD,
    )
    modal.add_item(field)
    return modal


def _in_whole_entries(text: str) -> str:
    """A hint of at most 100 characters: no entry of a longer one is cut, for half a price would be a wrong one."""
    return text if len(text) <= HINT_LENGTH else text[: HINT_LENGTH - 1].rpartition(", ")[0] + ", …"


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(Buttons())
