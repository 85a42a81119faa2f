"""Sheets before their readers: shown in place of the one that was pressed, and completed as pictures are drawn.

Whoever opens a new one finds on the one before that it is over, with the way on.
"""

from __future__ import annotations

import asyncio
import io
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import discord

from cogs.interactions.answering import Edit, is_on_sheet, let_complete, sendable, show_layout
from cogs.interactions.layout import NO_SIGNS, ShownPicture, Signs, layout_of
from gamemaster.sheets.page import Row, Sheet
from maps import Picture

MOST_KEPT = 2_000
CHANGES_FOR_SECONDS = 14 * 60
"""Discord lets a private message be changed for a quarter of an hour after it was shown or pressed."""
COMPLETED_WITHIN_SECONDS = 5.0
"""Discord may let a change wait; whoever pressed meanwhile waits no longer for it."""
INVALID_FORM = 50035
OVER = "This sheet is closed. Your newest one is further down."

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
Completion = Callable[[bool], AsyncIterator[tuple[Sheet, Picture | None]]]
"""The sheet with what takes longer, each time that something of it is there; None as its picture for the present one.
It is told whether the picture that the sheet names stands there already.
"""
Key = tuple[int, int]


@dataclass(frozen=True)
class _Standing:
    """The newest sheet of a player in a game: in which message, and how it is changed until when."""

    message_id: int
    edit: Edit
    until: float


class ShownSheets:
    """The newest sheet of each player in each game, as far as it can still be changed without being pressed, and how
    often each message was changed and with which files.
    """

    def __init__(self) -> None:
        self._changes: OrderedDict[int, int] = OrderedDict()
        self._files: OrderedDict[int, Sequence[discord.Attachment]] = OrderedDict()
        self._standing: OrderedDict[Key, _Standing] = OrderedDict()
        self._completions: dict[int, asyncio.Task[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def changes(self, message_id: int) -> int:
        """A message is about to be changed; gives the number of this change."""
        number = self._changes.pop(message_id, 0) + 1
        self._changes[message_id] = number
        if len(self._changes) > MOST_KEPT:
            self._changes.popitem(last=False)
        return number

    def came(self, message_id: int, files: Sequence[discord.Attachment]) -> None:
        """These files stand on a message now; whoever pressed it just before does not hear of them."""
        self._files.pop(message_id, None)
        self._files[message_id] = tuple(files)
        if len(self._files) > MOST_KEPT:
            self._files.popitem(last=False)

    def files_on(self, message: discord.Message) -> Sequence[discord.Attachment]:
        """The files of a message that was pressed, with what has come since."""
        return self._files.get(message.id, message.attachments)

    def is_unchanged(self, message_id: int, number: int) -> bool:
        """Whether a message was not changed since."""
        return self._changes.get(message_id) == number

    def is_being_completed(self, message_id: int) -> bool:
        """Whether a message is just being changed without having been pressed."""
        return message_id in self._completions

    async def complete(self, message_id: int, change: Coroutine[Any, Any, Any]) -> Any:
        """Change a message that was not pressed, as when its picture comes; gives the message."""
        completion = self._completions[message_id] = asyncio.create_task(change)
        try:
            return await completion
        finally:
            if self._completions.get(message_id) is completion:
                del self._completions[message_id]

    async def let_complete(self, message_id: int) -> None:
        """Wait until such a change is done, or give it up: it would stand over what comes now."""
        if (completion := self._completions.get(message_id)) is not None:
            await asyncio.wait({completion}, timeout=COMPLETED_WITHIN_SECONDS)
            completion.cancel()

    def stands(self, key: Key, message_id: int, edit: Edit) -> _Standing | None:
        """A sheet is shown; gives the one before, where that is an older message.

        A newer one was opened while an older was pressed, and goes on.
        """
        before, now = self._standing.get(key), time.monotonic()
        if before is not None and before.message_id > message_id and before.until >= now:
            return None
        self._standing.pop(key, None)
        self._standing[key] = _Standing(message_id, edit, now + CHANGES_FOR_SECONDS)
        if len(self._standing) > MOST_KEPT:
            self._standing.popitem(last=False)
        if before is None or before.message_id == message_id or before.until < now:
            return None
        self.changes(before.message_id)
        self.came(before.message_id, ())
        return before

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something while nobody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Nothing is changed any more."""
        for task in self._tasks:
            task.cancel()


@dataclass(frozen=True)
class _Change:
    """A change of a message, that may be completed as long as it is the newest."""

    shown: ShownSheets
    message_id: int
    number: int
    edit: Edit

    @property
    def is_newest(self) -> bool:
        """Whether the message was not changed since."""
        return self.shown.is_unchanged(self.message_id, self.number)

    async def complete(self, **parts: Any) -> list[discord.Attachment]:
        """Show it with more; gives the files that stand there now."""
        message = await self.shown.complete(self.message_id, self.edit(**parts))
        self.shown.came(self.message_id, message.attachments)
        return list(message.attachments)


async def show_sheet(interaction: Interaction, sheet: Sheet, completion: Completion | None = None) -> None:
    """Show a sheet in place of the one that was pressed; else as a new message that its reader alone sees.

    A picture that stands on it stays if the sheet names the same one.
    """
    await let_complete(interaction)
    shown, kept = interaction.client.shown_sheets, _kept(interaction, sheet)
    try:
        message_id, number, edit = await _shown(interaction, sheet, kept)
    except discord.HTTPException as error:
        if kept is None or error.code != INVALID_FORM:
            raise
        # A picture that came meanwhile has taken the place of the one that stood there when the sheet was pressed.
        kept = None
        message_id, number, edit = await _shown(interaction, sheet, kept)
    before = shown.stands((sheet.game_id, interaction.user.id), message_id, edit)
    if before is not None:
        shown.later(_close(shown, before, sheet))
    if completion is not None:
        change = _Change(shown, message_id, number, edit)
        shown.later(_complete(change, kept, completion(kept is not None), interaction.client.signs))


async def _shown(interaction: Interaction, sheet: Sheet, kept: discord.Attachment | None) -> tuple[int, int, Edit]:
    """A sheet with its signs; without any from then on where Discord knows one no more, as when a host deleted it."""
    client, files = interaction.client, [kept] if kept else []
    picture = ShownPicture(kept.filename, kept.description or "") if kept else None
    try:
        return await show_layout(interaction, _layout(sheet, picture, client.signs), files)
    except discord.HTTPException as error:
        if error.code != INVALID_FORM or not client.signs:
            raise
        in_words = await show_layout(interaction, _layout(sheet, picture, NO_SIGNS), files)
        log.warning("Discord refused a sheet with emoji, so menus show words alone until the next start: %s", error)
        client.signs = NO_SIGNS
        return in_words


def _kept(interaction: Interaction, sheet: Sheet) -> discord.Attachment | None:
    if not interaction.message or not is_on_sheet(interaction):
        return None
    files = interaction.client.shown_sheets.files_on(interaction.message)
    return next((each for each in files if sheet.picture and each.filename == sheet.picture), None)


def _layout(sheet: Sheet, picture: ShownPicture | None, signs: Signs) -> discord.ui.LayoutView:
    parts = tuple(sendable(part) if isinstance(part, str) else part for part in sheet.parts)
    return layout_of(replace(sheet, parts=parts), picture, signs)


async def _close(shown: ShownSheets, before: _Standing, sheet: Sheet) -> None:
    """Say on an older sheet that it is over; what was dismissed need not hear of it."""
    over = Sheet(sheet.game_id, sheet.made_for, sheet.power, (OVER, Row((("sheet", "Go on here", "secondary"),))))
    await shown.let_complete(before.message_id)
    with suppress(discord.HTTPException):
        await before.edit(view=layout_of(over), attachments=[], allowed_mentions=discord.AllowedMentions.none())


async def _complete(
    change: _Change,
    kept: discord.Attachment | None,
    whole: AsyncIterator[tuple[Sheet, Picture | None]],
    signs: Signs,
) -> None:
    """Add to a sheet what takes longer, unless something else stands there by then."""
    files: list[Any] = [kept] if kept else []
    picture = ShownPicture(kept.filename, kept.description or "") if kept else None
    nobody = discord.AllowedMentions.none()
    try:
        async for sheet, drawn in whole:
            if not change.is_newest:
                return
            if drawn is not None:
                files = [discord.File(io.BytesIO(drawn.data), sheet.picture, description=drawn.alt_text)]
                picture = ShownPicture(sheet.picture, drawn.alt_text)
            view = _layout(sheet, picture, signs)
            files = await change.complete(view=view, attachments=files, allowed_mentions=nobody)
    except discord.HTTPException as error:
        log.info("A sheet could not be completed: %s", error.text)
    except Exception:
        log.exception("A sheet could not be completed.")
