"""Answering ahead in the battles of a turn, on a sheet that its defender opens below the panel."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.interactions.answering import defer_in_place
from cogs.interactions.errors import explained
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import loaded_for
from cogs.service.client import Interaction, TableBot, work_out
from engine import Refusal
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.jobs.ahead import OpenChoice, open_choices
from gamemaster.orders.fights import AheadLine
from gamemaster.sheets.answers.ahead import ahead_sheet, answers, small_ones
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

NO_SEAT = "You have no seat in this game, so there's nothing to answer."


@reacts_to("ahead", right="give orders")
async def ahead_pressed(interaction: Interaction, press: Press) -> None:
    """What can be chosen ahead, or an answer chosen on the sheet."""
    loaded = await loaded_for(interaction, press)
    if not loaded.powers:
        raise NotAllowed(NO_SEAT)
    await defer_in_place(interaction)
    workers, asker = interaction.client.master.workers, Asker(interaction.user.id, loaded.game.id)
    choices = await workers.quick(open_choices, loaded.board, loaded.powers, asker=asker)
    word, _, key = press.argument.partition(".")
    chosen = "".join(press.values[:1])
    given = await _given(interaction, loaded, choices, word, key, chosen)
    note = await _answer(interaction, loaded, given) if given else ""
    answered = await interaction.client.master.standing_orders.ahead(loaded, interaction.user.id)
    picked = chosen if word == "pick" else key
    sheet = await work_out(interaction, loaded, ahead_sheet, loaded.game.id, loaded.board, choices, answered, picked)
    await show_sheet(interaction, sheet.below(note))


async def _given(
    interaction: Interaction, loaded: GameView, choices: Sequence[OpenChoice], word: str, key: str, chosen: str
) -> list[AheadLine]:
    """The answers that a press gives."""
    if word == "small":
        return small_ones(choices, await interaction.client.master.standing_orders.ahead(loaded, interaction.user.id))
    choice = next((each for each in choices if each.key == key), None)
    return answers(choice, chosen) if choice and word == "set" else []


async def _answer(interaction: Interaction, loaded: GameView, given: Sequence[AheadLine]) -> str:
    """Keep the answers; gives why not, where they are refused."""
    try:
        await interaction.client.master.standing_orders.answer_ahead(loaded, interaction.user.id, given)
    except (Refusal, TableRefusal) as no:
        return explained(no)[0]
    return ""


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
