"""All that can go wrong in a command, button or modal, as one answer to the player.

Refusal: the sentence and its rule, with a button to read the rule. LineRefused: the line too. TableRefusal: the
sentence. Store errors and everything unexpected: one calm line with a number that is in the log.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from cogs.interactions.answering import leave_nothing_open, say
from cogs.interactions.life import failed, refused
from engine import AnswerFirst, InvalidData, Refusal, WarNeeded
from engine.state.words import listed
from gamemaster.errors import LineRefused, OtherOffered, TableRefusal
from gamemaster.keys import VERSION, phase_key
from gamemaster.narration.phrases import without_markdown
from gamemaster.views.panel_buttons import answer_button
from gamemaster.views.view import GameView
from maps import BoardNotDrawn
from store import StorageChanged, StoreError
from store.errors import DatabaseDamaged, DatabaseFull, DatabaseLocked, DatabaseUnavailable

TROUBLES: Mapping[type[StoreError], str] = {
    DatabaseFull: "the disk of the bot's host is full",
    DatabaseLocked: "its database is busy",
    DatabaseDamaged: "its file is damaged",
    DatabaseUnavailable: "its database can't be reached or written to",
}
"""What players are told of the host's machine."""
STORAGE_CHANGED = (
    "Something changed my game file while I was running, so I've paused all games. This didn't count. My host knows; "
    "come back later."
)
NO_PICTURES = "This board has no pictures yet. You can play on without them; your host's log says how to make them."
MOST_ANSWERS = 5
UNANSWERABLE = (10062, 40060)  # too old; delivered twice and answered the first time

log = logging.getLogger(__name__)


class NotReadable(app_commands.AppCommandError):
    """The options of a command are not ones that Discord lets through."""


def rule_button(rule: str) -> discord.ui.View | None:
    """A button that shows the rule behind a refusal, where it is in the rule book."""
    if "-" not in rule:
        return None
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=f"Why? {rule}", custom_id=f"{VERSION}:0:{rule}:rule"))
    return view


def war_needed(error: Exception) -> WarNeeded | None:
    """The refusal, also of a line, of what only a war would allow that may be declared now."""
    refusal = error.refusal if isinstance(error, LineRefused) else error
    return refusal if isinstance(refusal, WarNeeded) else None


def war_button(loaded: GameView, needed: WarNeeded) -> discord.ui.Button[discord.ui.View]:
    """A button that shows what that war brings, from where it is declared."""
    names = listed((loaded.board.edition.power[foe].called for foe in needed.foes), "or")
    deed = f"{phase_key(loaded.board)}:declare.{needed.foes[0]}"
    return discord.ui.Button(label=f"Declare war on {names}"[:80], custom_id=f"{VERSION}:{loaded.game.id}:{deed}")


def answer_buttons(loaded: GameView) -> list[discord.ui.Button[discord.ui.View]]:
    """Buttons to the questions that the viewer is asked."""
    asked = [request for request in loaded.board.requests if set(loaded.powers) & set(request.powers)]
    buttons = [answer_button(loaded.game.id, request) for request in asked[:MOST_ANSWERS]]
    style = discord.ButtonStyle.primary
    return [discord.ui.Button(label=each.label, custom_id=each.custom_id, style=style) for each in buttons]


def explained(error: Exception) -> tuple[str, discord.ui.View | None]:
    """The answer to an error that is expected, else one with a reference number, which is logged."""
    if isinstance(error, LineRefused):
        text, view = explained(error.refusal)
        return f"Line {error.line + 1}: {text}\n{_lines_kept(error.kept)}", view
    if isinstance(error, Refusal):
        mark = f" ({error.rule})" if "-" in error.rule else ""
        rule = rule_button(error.rule)
        below = _with_others(error, rule) if isinstance(error, OtherOffered) else rule
        return f"{without_markdown(error.message)}{mark}", below
    if isinstance(error, TableRefusal):
        return str(error), None
    if isinstance(error, app_commands.NoPrivateMessage):
        return "You can't play in direct messages. Use a channel of your server.", None
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return "That command is from an older version of this bot. Type / to see the current ones.", None
    if isinstance(error, app_commands.TransformerError | NotReadable):
        return "One of the options can't take that. Choose one of its suggestions, or write less.", None
    if isinstance(error, InvalidData):
        log.error("A game has to wait because a file of its setup is wrong: %s", error)
        return "This edition's files are damaged here, so its games have to wait. Tell the host.", None
    if isinstance(error, BoardNotDrawn):
        log.error("A picture was asked for that nobody can draw: %s", error)
        return NO_PICTURES, None
    failed()
    if isinstance(error, StorageChanged):
        return STORAGE_CHANGED, None
    number = secrets.token_hex(2)
    if isinstance(error, StoreError):  # trouble with the machine, which a traceback would only hide
        log.error("Failure %s: a game was not saved or read: %s", number, error)
        why = next((f" because {words}" for kind, words in TROUBLES.items() if isinstance(error, kind)), "")
        what = f"I couldn't save or read the game{why}. Nothing changed"
    else:
        log.error("Failure %s", number, exc_info=error)
        what = "Something went wrong"
    return f"{what}. Try again; if it keeps happening, tell the host this number: {number}.", None


def _with_others(no: OtherOffered, why: discord.ui.View | None) -> discord.ui.View:
    """The nearest orders before the rule."""
    view = discord.ui.View(timeout=None)
    for deed, label, style in no.buttons:
        custom_id = f"{VERSION}:{no.game_id}:{no.made_for}:{deed}"
        view.add_item(discord.ui.Button(label=label[:80], custom_id=custom_id, style=discord.ButtonStyle[style]))
    for item in why.children if why else ():
        view.add_item(item)
    return view


def _lines_kept(kept: int) -> str:
    """What became of the lines before one that was refused."""
    if not kept:
        return "No line was carried out."
    lines = {1: "Line 1 is", 2: "Lines 1 and 2 are"}.get(kept, f"Lines 1 to {kept} are")
    return f"{lines} done, because dice were rolled. The rest isn't."


async def answer_error(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Answer an interaction that failed; what can no longer be answered is only logged."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if _is_unanswerable(cause):
        return
    if interaction.type is discord.InteractionType.autocomplete:
        await leave_nothing_open(interaction)
        return
    text, view = explained(cause)
    refused()
    refusal = cause.refusal if isinstance(cause, LineRefused) else cause
    if isinstance(refusal, WarNeeded | AnswerFirst):
        view = view or discord.ui.View(timeout=None)
        with suppress(StoreError, TableRefusal):
            games = interaction.client.master.games
            loaded = await games.in_channel(interaction.channel_id or 0, interaction.user.id)
            ways = [war_button(loaded, refusal)] if isinstance(refusal, WarNeeded) else answer_buttons(loaded)
            for button in ways:
                view.add_item(button)
    try:
        await say(interaction, text, view=view)
    except (discord.DiscordException, ValueError) as failure:
        if _is_unanswerable(failure):
            return
        log.exception("An error could not be shown to its user.")
        with suppress(discord.DiscordException):
            await say(interaction, "That didn't work; check the game with /game status.")


def _is_unanswerable(error: Exception) -> bool:
    """Whether Discord takes no answer to the interaction; the log says so."""
    if not isinstance(error, discord.HTTPException) or error.code not in UNANSWERABLE:
        return False
    log.warning("An interaction could not be answered: %s", error.text)
    return True
