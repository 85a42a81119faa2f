"""Several orders typed at once, checked line by line and carried out together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from cogs.acting import tell
from cogs.buttons import button_row
from cogs.client import Interaction, actor_of, cause_of
from cogs.errors import explained
from cogs.saying import say, think
from engine import Refusal
from engine.state import GameState
from gamemaster.errors import LineRefused
from gamemaster.orders import Form
from gamemaster.phases import phase_key
from gamemaster.plain import as_plain_text
from gamemaster.viewing import GameView

ReadLine = Callable[[GameState, str], dict[str, Any]]


def lines_of(text: str) -> list[str]:
    """The lines that hold something."""
    return [line.strip() for line in text.split("\n") if line.strip()]


async def acted_lines(interaction: Interaction, loaded: GameView, text: str, read: ReadLine, deed: str) -> None:
    """Carry out all lines, or none, or those up to the last for which dice were rolled.

    What is not carried out is kept and given back for correction.
    """
    state = loaded.to_order()
    master = interaction.client.master
    await think(interaction)
    lines = lines_of(text)
    await master.keep_draft(loaded.game.id, interaction.user.id, deed, text)
    try:
        actions = [_read(state, number, line, read) for number, line in enumerate(lines)]
        form = Form(deed, tuple(lines))
        acted = await master.acting.act(loaded.game.id, actor_of(interaction), actions, cause_of(interaction), form)
    except (LineRefused, Refusal) as no:
        await _give_back(interaction, loaded, lines, no, deed)
        return
    if isinstance(acted.stopped, LineRefused):
        await _give_back(interaction, loaded, lines, acted.stopped, deed)
        return
    await tell(interaction, loaded, acted)


def _read(state: GameState, number: int, line: str, read: ReadLine) -> dict[str, Any]:
    try:
        return read(state, line)
    except Refusal as no:
        raise LineRefused(number, no) from no


async def _give_back(
    interaction: Interaction, loaded: GameView, lines: list[str], no: LineRefused | Refusal, deed: str
) -> None:
    """The refusal with the line it is about, and a button that opens the form again with what was typed."""
    number = no.line if isinstance(no, LineRefused) else 0
    text, why = explained(no)
    line = as_plain_text(lines[number]) if lines else ""
    view = discord.ui.View(timeout=None)
    for item in why.children if why else ():
        view.add_item(item)
    button_row(view, loaded.game.id, phase_key(loaded.board), deed, "Correct the orders")
    await say(interaction, f"{text}\n> {line}" if line else text, view=view)
