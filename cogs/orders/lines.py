"""Several orders typed at once, checked line by line and carried out together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from cogs.interactions.answering import defer, is_on_sheet, say
from cogs.interactions.components import button_row
from cogs.interactions.errors import explained, war_button, war_needed
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import tell
from cogs.service.client import Interaction, actor_of, cause_of, work_out
from engine import IllegalAction, Refusal, apply
from engine.dice import DiceWanted, NoDice
from engine.queries.notation import says_all
from engine.state.game_state import GameState
from engine.state.words import number
from gamemaster.errors import LineRefused
from gamemaster.keys import phase_key
from gamemaster.narration import cut_at_line
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.requested import TypedForm
from gamemaster.sheets.page import Row, Sheet
from gamemaster.sheets.turn import sheet_now
from gamemaster.views.view import GameView

ReadLine = Callable[[GameState, str], dict[str, object]]
Hint = Callable[[GameState, IllegalAction, dict[str, object]], IllegalAction]
"""What adds to a refusal of an order what would do instead."""

MOST_LINES = 5
"""Wrong lines that are looked for and told."""


def lines_of(text: str) -> list[str]:
    """The lines that hold something."""
    return [line.strip() for line in text.split("\n") if line.strip()]


async def acted_lines(
    interaction: Interaction,
    loaded: GameView,
    text: str,
    read: ReadLine,
    deed: str,
    parted: Callable[[GameState, str], list[str]] = lambda _, text: lines_of(text),
    hint: Hint = lambda _state, no, _order: no,
) -> bool:
    """Carry out all lines, or none, or those up to the last for which dice were rolled; gives whether any was.

    What is not carried out is kept and given back for correction, and every wrong line is told. parted: makes the lines
    of orders out of the text.
    """
    state = loaded.to_order()
    master = interaction.client.master
    await defer(interaction, is_order=True)
    await master.typed_lines.keep(loaded.game.id, interaction.user.id, deed, text)
    lines: list[str] = []
    try:
        lines = parted(state, text)
        actions = await work_out(interaction, loaded, _read_all, state, lines, read)
        form = TypedForm(deed, tuple(lines))
        acted = await master.acting.act(loaded.game.id, actor_of(interaction), actions, cause_of(interaction), form)
    except (LineRefused, Refusal) as no:
        wrong = await work_out(interaction, loaded, wrong_lines, state, lines, read, hint)
        await give_back(interaction, loaded, lines, wrong or [no], deed, phase_key(state))
        return False
    if isinstance(acted.stopped, LineRefused):
        await give_back(interaction, loaded, lines, [acted.stopped], deed, phase_key(state))
    else:
        await tell(interaction, loaded, acted)
    return True


def _read_all(state: GameState, lines: list[str], read: ReadLine) -> list[dict[str, object]]:
    """The orders of all lines; what “all” stands for depends on the lines before it."""
    if len(lines) == 1:
        return [read(state, lines[0])]
    actions: list[dict[str, object]] = []
    last_with_all = max((index for index, line in enumerate(lines) if says_all(line)), default=0)
    for index, line in enumerate(lines):
        try:
            actions.append(read(state, line))
        except Refusal as no:
            raise LineRefused(index, no) from no
        if index < last_with_all:
            state = _after(state, actions[-1])
    return actions


def wrong_lines(state: GameState, lines: Sequence[str], read: ReadLine, hint: Hint) -> list[LineRefused | Refusal]:
    """What is wrong with the first wrong lines, were those before each carried out that can be.

    Each costs a try and a look for what would do instead, so no more are looked for than are told; after dice nothing
    is known.
    """
    found: list[LineRefused | Refusal] = []
    for index, line in enumerate(lines):
        action: dict[str, object] = {}
        try:
            action = read(state, line)
            state = apply(state, action, NoDice()).state
        except DiceWanted:
            break
        except Refusal as no:
            told = hint(state, no, action) if isinstance(no, IllegalAction) else no
            found.append(LineRefused(index, told) if len(lines) > 1 else told)
            if len(found) == MOST_LINES:
                break
    return found


def _after(state: GameState, action: dict[str, object]) -> GameState:
    """The state after an order; the same where it is refused, which is told when it is given, or rolls dice."""
    try:
        return apply(state, action, NoDice()).state
    except (Refusal, DiceWanted):
        return state


async def give_back(
    interaction: Interaction,
    loaded: GameView,
    lines: list[str],
    wrong: Sequence[LineRefused | Refusal],
    deed: str,
    moment: str,
) -> None:
    """The refusals with the lines they are about, and a button that opens the form again with what was typed.

    moment: the phase or the question for which the form is.
    """
    first, *others = wrong
    text, why = explained(first)
    line = as_plain_text(lines[first.line if isinstance(first, LineRefused) else 0]) if lines else ""
    told = _all_told(wrong, lines) if others else f"{text}\n> {line}" if line else text
    again = "Correct them" if others else "Correct it"
    if is_on_sheet(interaction):
        sheet: Sheet = await work_out(interaction, loaded, sheet_now, loaded.game.id, loaded.to_order())
        await show_sheet(interaction, sheet.below(told, Row(((deed, again, "primary"),))))
        return
    view = discord.ui.View(timeout=None)
    for item in why.children if why else ():
        view.add_item(item)
    if needed := war_needed(first):
        view.add_item(war_button(loaded, needed))
    button_row(view, loaded.game.id, moment, deed, again)
    await say(interaction, told, view=view)


def _all_told(wrong: Sequence[LineRefused | Refusal], lines: Sequence[str]) -> str:
    """Each wrong line below what is wrong with it."""
    numbered = [each for each in wrong if isinstance(each, LineRefused)]
    last = numbered[-1].line + 1
    is_all = len(wrong) < MOST_LINES or last == len(lines)
    count = f"{len(wrong)} of" if is_all else f"At least {len(wrong)} of"
    told = [f"{count} {number(len(lines), 'line')} are wrong, so none was carried out."]
    for each in numbered:
        told += [f"Line {each.line + 1}: {explained(each.refusal)[0]}", f"> {as_plain_text(lines[each.line])}"]
    further = [] if is_all else [f"I checked only as far as line {last}. Correct these first."]
    return cut_at_line("\n".join([*told, *further]))
