"""Public posts in Discord's components: words in a frame of a power's colour, its emblem beside the first of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.interactions.files import file_of
from cogs.interactions.layout import LONGEST_ALT_TEXT, MOST_COMPONENTS, MOST_TEXT, Item, framed
from gamemaster.outbox.sender import Container, NotEditable


def layout_of_container(
    container: Container, rows: Sequence[Sequence[Mapping[str, Any]]]
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """What a container shows, and the files of it; raises NotEditable where Discord would not take so much."""
    items: list[Item] = [_first(container)]
    items += [discord.ui.TextDisplay[Any](container.others)] if container.others else []
    items += [discord.ui.ActionRow(*map(_button, row)) for row in rows]
    counted = 1 + len(items) + sum(len(row) for row in rows) + 2 * bool(container.emblem)
    if counted > MOST_COMPONENTS or len(container.first) + len(container.others) > MOST_TEXT:
        raise NotEditable(f"{counted} components, or their words, are more than Discord takes")
    return framed(container.power, items), [file_of(container.emblem)] if container.emblem else []


def _first(container: Container) -> Item:
    words, emblem = discord.ui.TextDisplay[Any](container.first), container.emblem
    if emblem is None:
        return words
    words_of_it = emblem.alt_text[:LONGEST_ALT_TEXT]
    return discord.ui.Section(
        words, accessory=discord.ui.Thumbnail(f"attachment://{emblem.filename}", description=words_of_it)
    )


def _button(each: Mapping[str, Any]) -> discord.ui.Button[Any]:
    style = discord.ButtonStyle[each["style"]]
    return discord.ui.Button(label=each["label"][:80], custom_id=each["id"], style=style)
