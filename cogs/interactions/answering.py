"""The one way out: every answer to an interaction leaves here, in a form that Discord accepts.

What is longer than a message becomes several, or one with the whole text as a file. Answers are shown only to the
player and mention nobody, unless a call says otherwise.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import discord

from cogs.interactions.layout import layout_of_answer
from cogs.interactions.life import Placeholder, Stage, life_of
from engine.quoting import with_single_stops
from gamemaster.narration import cut_at_line, split_lines
from gamemaster.workers import PlaceTeller

LIMIT = 2000
MOST_MESSAGES = 3  # of one answer; more come as a file
TOO_LARGE = 40005
FROM_MESSAGES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
NEVER_SENT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
Edit = Callable[..., Coroutine[Any, Any, Any]]
"""How a message is changed later."""


def sendable(text: str) -> str:
    """A text without what Discord refuses: control characters, and halves of characters."""
    return with_single_stops(NEVER_SENT.sub("", text).strip())


async def defer(interaction: Interaction, *, public: bool = False, is_order: bool = False) -> None:
    """Take more time for the answer than the three seconds that Discord waits.

    `is_order`: its effect will be in the log of the game, under the number of the interaction; one given on a sheet is
    answered there.
    """
    life = life_of(interaction)
    if is_order:
        life.expect_order()
    if await life.has_first_word():
        return
    if is_order and is_on_sheet(interaction):
        await take_time_in_place(interaction)
    else:
        await _take_time(interaction, public=public)


async def defer_in_place(interaction: Interaction) -> None:
    """Take more time for changing what its reader alone sees; a post for everybody is never written over."""
    if not await life_of(interaction).has_first_word():
        await take_time_in_place(interaction)


async def take_time_in_place(interaction: Interaction) -> None:
    """Take more time before anybody has said who is to see the answer."""
    life = life_of(interaction)
    if not _may_change(interaction):
        await _take_time(interaction)
        life.is_private_unasked = True
    else:
        life.promise(Placeholder.UNCHANGED)
        await interaction.response.defer()
        life.acknowledged()


async def _take_time(interaction: Interaction, *, public: bool = False) -> None:
    life = life_of(interaction)
    life.promise(Placeholder.THINKING)
    await interaction.response.defer(ephemeral=not public, thinking=True)
    life.acknowledged()


def place_teller(interaction: Interaction, what: str) -> PlaceTeller:
    """Tells a waiting user how many others come first; the answer then replaces that text."""

    async def tell(before: int) -> None:
        life = life_of(interaction)
        if life.stage is not Stage.ACKNOWLEDGED:
            return
        try:
            await interaction.edit_original_response(content=f"Your {what}; {before} are ahead of it.")
        except discord.DiscordException as error:
            log.info("A place in the queue could not be shown: %s", error)
        else:
            life.promise(Placeholder.PLACE_IN_QUEUE)

    return tell


async def say(
    interaction: Interaction,
    text: str = "",
    *,
    view: discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
    if_long: discord.File | None = None,
    public: bool = False,
) -> int:
    """Answer, deferred or not, for the first time or again, and give the id of the (last) message.

    View and files stand below the last part of a long text.

    `if_long` is the file in place of `answer.txt` that has the whole of a text too long for a few messages.
    """
    parts = _parts(sendable(text))
    if len(parts) > MOST_MESSAGES:
        parts, files = parts[:1], [if_long or text_file(text, "answer.txt"), *files]
    *first, last = parts
    for part in first:
        await _send(interaction, part, public=public)
    return await _send(interaction, last, view, files, public=public)


async def say_late(answer: discord.Webhook, text: str) -> None:
    """Answer an interaction of a process that is gone, with what is left of it."""
    await answer.send(sendable(text), wait=True, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())


async def change(
    interaction: Interaction, text: str, view: discord.ui.View | None, *, also_for_all: bool = False
) -> None:
    """Replace text and buttons of the message whose button was pressed; answer instead where that is not allowed.

    What everybody sees is changed only if a call says so, and the publisher's posts never.
    """
    if not _may_change(interaction, also_for_all=also_for_all):
        await say(interaction, text, view=view)
        return
    shown = cut_at_line(sendable(text), LIMIT)
    if is_on_sheet(interaction):
        await change_message(interaction, view=layout_of_answer(shown, view))
    else:
        await change_message(interaction, content=shown, view=_unremembered(view))


def is_on_sheet(interaction: Interaction) -> bool:
    """Whether a sheet was pressed, or a form sent in that was opened from one."""
    return _may_change(interaction) and interaction.message is not None and interaction.message.flags.components_v2


async def let_complete(interaction: Interaction) -> None:
    """Let a picture that is just coming to the pressed sheet come first: of two changes the later one stays."""
    shown, message = interaction.client.shown_sheets, interaction.message
    if message is None or not shown.is_being_completed(message.id):
        return
    shown.changes(message.id)
    await defer_in_place(interaction)
    await shown.let_complete(message.id)


async def change_message(interaction: Interaction, kept: Sequence[discord.Attachment] = (), **parts: Any) -> int:
    """Change the message whose button was pressed, or from which a form was opened; of its files `kept` stay.

    Gives the number of the change.
    """
    life, shown, number = life_of(interaction), interaction.client.shown_sheets, 0
    parts["allowed_mentions"] = discord.AllowedMentions.none()
    await let_complete(interaction)
    if interaction.message is not None:
        number = shown.changes(interaction.message.id)
        if shown.files_on(interaction.message) and is_on_sheet(interaction):
            parts["attachments"] = list(kept)
    if await life.has_first_word():
        await interaction.edit_original_response(**parts)
    else:
        await interaction.response.edit_message(**parts)
    if interaction.message is not None and "attachments" in parts:
        shown.came(interaction.message.id, kept)
    life.answered()
    return number


async def show_layout(
    interaction: Interaction, layout: discord.ui.LayoutView, kept: Sequence[discord.Attachment] = ()
) -> tuple[int, int, Edit]:
    """Show a sheet in place of the one that was pressed; else as a new message that its reader alone sees.

    Gives the message, the number of its change, and how it is changed again.
    """
    life, nobody = life_of(interaction), discord.AllowedMentions.none()
    edit: Edit = interaction.edit_original_response
    if interaction.message and is_on_sheet(interaction):
        return interaction.message.id, await change_message(interaction, kept, view=layout), edit
    if life.placeholder is Placeholder.PLACE_IN_QUEUE:
        message_id = (await interaction.edit_original_response(content=None, view=layout)).id
    elif await life.has_first_word():
        sent = await interaction.followup.send(view=layout, wait=True, ephemeral=True, allowed_mentions=nobody)
        message_id, edit = sent.id, sent.edit
    else:
        answer = await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=nobody)
        message_id = answer.message_id or 0
    life.answered()
    return message_id, interaction.client.shown_sheets.changes(message_id), edit


async def answer_here(interaction: Interaction, text: str, view: discord.ui.View | None) -> None:
    """Answer on the sheet that was pressed; else with a new message."""
    await (change(interaction, text, view) if is_on_sheet(interaction) else say(interaction, text, view=view))


async def change_picture(
    interaction: Interaction, file: discord.File, view: discord.ui.View | None, text: str = ""
) -> None:
    """Replace picture, buttons and text where the bot showed that it was thinking; a sheet stays as it is."""
    if not _may_change(interaction) or is_on_sheet(interaction):
        await say(interaction, text, view=view, files=[file])
        return
    await interaction.edit_original_response(content=text or None, attachments=[file], view=_unremembered(view))
    life_of(interaction).answered()


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form; only a command or a press can be answered by one, and only such as is known for it."""
    life = life_of(interaction)
    if not life.opens_form and interaction.type is not discord.InteractionType.modal_submit:
        raise RuntimeError("what may open a form has to say so where it is entered")
    if interaction.type is discord.InteractionType.modal_submit or await life.has_first_word():
        await say(interaction, "That took too long to open a form. Try again.")
        return
    form.stop()
    await interaction.response.send_modal(form)
    life.answered()


async def leave_nothing_open(interaction: Interaction) -> None:
    """A short answer where a command or press ended without one, and no suggestions where they could not be made."""
    if interaction.type is discord.InteractionType.autocomplete:
        if not interaction.response.is_done():
            await interaction.response.autocomplete([])
    elif not interaction.command_failed and (life_of(interaction).awaits_answer or not interaction.response.is_done()):
        await say(interaction, "Done.")


def text_file(text: str, name: str, description: str | None = None) -> discord.File:
    """A text as a file; halves of characters become question marks."""
    return discord.File(io.BytesIO(text.encode(errors="replace")), name, description=description)


def _parts(text: str) -> tuple[str, ...]:
    """The text as messages, with one more than may be sent where it is longer than these."""
    return (text,) if len(text) <= LIMIT else split_lines(text[: (MOST_MESSAGES + 1) * LIMIT], LIMIT)


def _may_change(interaction: Interaction, *, also_for_all: bool = False) -> bool:
    message = interaction.message
    if interaction.type not in FROM_MESSAGES or message is None:
        return False
    return message.flags.ephemeral or (also_for_all and message.webhook_id is not None)


def _unremembered(view: discord.ui.View | None) -> discord.ui.View | None:
    """A press is read from its custom id, so discord.py need not keep every view that was ever sent."""
    if view is not None:
        view.stop()
    return view


async def _send(
    interaction: Interaction,
    text: str,
    view: discord.ui.View | None = None,
    files: Sequence[discord.File] = (),
    *,
    public: bool,
) -> int:
    life = life_of(interaction)
    has_first_word = await life.has_first_word()
    if public and life.is_private_unasked:
        await interaction.edit_original_response(content="Done.")  # What was begun in private stays so.
        life.is_private_unasked, life.placeholder = False, None
    stands_in = life.placeholder is Placeholder.PLACE_IN_QUEUE
    extras: dict[str, Any] = {"allowed_mentions": discord.AllowedMentions.none()}
    if not stands_in:
        extras["ephemeral"] = not public
    if view is not None:
        extras["view"] = _unremembered(view)
    if files:
        extras["attachments" if stands_in else "files"] = list(files)
    content = text if text.strip() or files else "Done."
    try:
        if stands_in:
            sent = (await interaction.edit_original_response(content=content or None, **extras)).id
        elif has_first_word:
            sent = (await interaction.followup.send(content, wait=True, **extras)).id
        else:
            sent = (await interaction.response.send_message(content, **extras)).message_id or 0
    except discord.HTTPException as error:
        if error.code != TOO_LARGE or not files:
            raise
        log.warning("A file was too large for Discord: %s", ", ".join(file.filename for file in files))
        in_short = f"{text[: LIMIT // 2]}\nThat file is too large for Discord.".strip()
        return await _send(interaction, in_short, public=public)
    life.answered()
    return sent
