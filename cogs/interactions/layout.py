"""Sheets, forms and framed posts in Discord's components: at most 40 of them and 4,000 characters on one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import discord

from cogs.interactions.files import file_of
from gamemaster.keys import custom_id
from gamemaster.narration import cut_at_line
from gamemaster.outbox.sender import Container, NotEditable
from gamemaster.sheets.page import (
    LONGEST_LINE,
    MOST_ENTRIES,
    MOST_FIELDS,
    MOST_IN_A_ROW,
    Entry,
    Form,
    Menu,
    Part,
    Row,
    Sheet,
)
from maps.looks.reading import looks

MOST_TEXT = 4000
"""Characters on a sheet."""
MOST_COMPONENTS = 40
"""Of a sheet: its frame, texts, rows, and what stands in the rows."""
LONGEST_ALT_TEXT = 1024
BOLD = "**"
"""How a heading begins."""

Item = discord.ui.Item[Any]
Signs = Mapping[str, discord.PartialEmoji]
"""Emoji by the unit or power that they show."""
NO_SIGNS: Signs = MappingProxyType({})


def menu_options(entries: Sequence[Entry], signs: Signs = NO_SIGNS) -> list[discord.SelectOption]:
    """The lines of a select menu, as many as there is room for, with those emoji that there are."""
    return [
        discord.SelectOption(
            label=entry.label[:100],
            value=entry.value[:100],
            description=textwrap.shorten(entry.description, 100, placeholder=" …") or None,
            default=entry.chosen,
            emoji=signs.get(entry.sign),
        )
        for entry in entries[:MOST_ENTRIES]
    ]


@dataclass(frozen=True)
class ShownPicture:
    """A picture that is attached to the message of a sheet, with the words that say the same."""

    filename: str
    alt_text: str


def layout_of(sheet: Sheet, picture: ShownPicture | None = None, signs: Signs = NO_SIGNS) -> discord.ui.LayoutView:
    """A sheet in a frame of its power's colour, below its picture, so that what is pressed stays where it was when the
    picture comes; the power's emblem stands before its heading. Texts too long together are cut at a line, the last
    first; rows and menus for which there is no room are left out.
    """
    items = [_gallery(picture)] if picture else list[Item]()
    room, components = MOST_TEXT, MOST_COMPONENTS - 1 - len(items)
    for part in _with_emblem(sheet, signs):
        if isinstance(part, str):
            part = cut_at_line(part, room) if room else ""
            room -= len(part)
        for item in _items(sheet, part, signs):
            components -= 1 + (len(item.children) if isinstance(item, discord.ui.ActionRow) else 0)
            items += [item] if components >= 0 else []
    return framed(sheet.power, items)


def _with_emblem(sheet: Sheet, signs: Signs) -> Iterator[Part]:
    """The parts, the first heading among them behind the emblem of the power, where there is one."""
    emblem = signs.get(sheet.power)
    for part in sheet.parts:
        if emblem and isinstance(part, str) and part.startswith(BOLD):
            yield f"{emblem} {part}"
            emblem = None
        else:
            yield part


def framed(power: str, items: Sequence[Item]) -> discord.ui.LayoutView:
    """Components in a frame of the power's colour."""
    style = looks().powers.get(power)
    return _layout(discord.ui.Container(*items, accent_colour=discord.Colour.from_rgb(*style.land) if style else None))


def _gallery(picture: ShownPicture) -> Item:
    shown = discord.MediaGalleryItem(
        f"attachment://{picture.filename}", description=picture.alt_text[:LONGEST_ALT_TEXT]
    )
    return discord.ui.MediaGallery[Any](shown)


def layout_of_answer(text: str, view: discord.ui.View | None) -> discord.ui.LayoutView:
    """An answer of text, buttons and menus in the form of a sheet: what was one can't become an ordinary message."""
    rows: list[Item] = []
    for item in view.children if view else ():
        if isinstance(item, discord.ui.Button) and rows and _has_room(rows[-1]):
            rows[-1].add_item(item)  # type: ignore[attr-defined]
        else:
            rows.append(discord.ui.ActionRow(item))
    return _layout(discord.ui.TextDisplay[Any](text), *rows)


def _has_room(row: Item) -> bool:
    children = row.children if isinstance(row, discord.ui.ActionRow) else []
    return len(children) < MOST_IN_A_ROW and all(isinstance(child, discord.ui.Button) for child in children)


def _layout(*items: Item) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()  # what is pressed is read from its custom id: discord.py need not keep the view
    return view


def _items(sheet: Sheet, part: Part, signs: Signs) -> Iterator[Item]:
    if isinstance(part, str):
        yield from [discord.ui.TextDisplay[Any](part)] if part.strip() else []
    elif isinstance(part, Menu):
        yield from [discord.ui.ActionRow(_menu(sheet, part, signs))] if part.entries else []
    else:
        yield from _rows(sheet, part)


def _menu(sheet: Sheet, menu: Menu, signs: Signs) -> discord.ui.Select[Any]:
    options = menu_options(menu.entries, signs)
    return discord.ui.Select(
        custom_id=custom_id(sheet.game_id, menu.made_for or sheet.made_for, menu.deed),
        placeholder=menu.placeholder[:150],
        options=options,
        min_values=min(menu.least, len(options)),
        max_values=min(menu.most, len(options)),
    )


def _rows(sheet: Sheet, row: Row) -> Iterator[Item]:
    for start in range(0, len(row.buttons), MOST_IN_A_ROW):
        buttons: list[Item] = [
            discord.ui.Button(
                label=label[:80],
                custom_id=custom_id(sheet.game_id, row.made_for or sheet.made_for, deed),
                style=discord.ButtonStyle[style],
            )
            for deed, label, style in row.buttons[start : start + MOST_IN_A_ROW]
        ]
        yield discord.ui.ActionRow(*buttons)


def modal_of(form: Form) -> discord.ui.Modal:
    """A form; what is typed comes back by the names of its fields."""
    modal_id = custom_id(form.game_id, form.made_for, form.deed)
    modal = discord.ui.Modal(title=form.title[:45], custom_id=modal_id, timeout=None)
    if form.note:
        modal.add_item(discord.ui.TextDisplay[Any](form.note))
    for field in form.fields[:MOST_FIELDS]:
        style = discord.TextStyle.short if field.longest <= LONGEST_LINE else discord.TextStyle.long
        line: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=style, custom_id=field.name, default=field.value or None, required=False, max_length=field.longest
        )
        modal.add_item(discord.ui.Label(text=field.label[:45], description=field.said[:100] or None, component=line))
    return modal


def layout_of_container(
    container: Container, rows: Sequence[Sequence[Mapping[str, Any]]]
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """A post in a frame of a power's colour, with the power's emblem beside the first words, and the files of it.

    Raises NotEditable where Discord would not take so much.
    """
    items: list[Item] = [_beside_emblem(container)]
    items += [discord.ui.TextDisplay[Any](container.others)] if container.others else []
    items += [discord.ui.ActionRow(*map(_button, row)) for row in rows]
    counted = 1 + len(items) + sum(len(row) for row in rows) + 2 * bool(container.emblem)
    if counted > MOST_COMPONENTS or len(container.first) + len(container.others) > MOST_TEXT:
        raise NotEditable(f"{counted} components, or their words, are more than Discord takes")
    return framed(container.power, items), [file_of(container.emblem)] if container.emblem else []


def _beside_emblem(container: Container) -> Item:
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
