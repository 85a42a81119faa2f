"""Moving by thumb: from where, which units, where to; the last choice gives the orders, by land, air and sea."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogs.interactions.answering import defer, defer_in_place, open_form
from cogs.interactions.errors import explained
from cogs.interactions.layout import modal_of
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import carry_out
from cogs.service.client import Interaction, TableBot, work_out
from cogs.sheets.showing import game_pressed, show_now
from engine import Refusal, StaleDecision
from engine.ask import check_may_order
from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from gamemaster.keys import phase_key
from gamemaster.sheets.bringing.aims import Gathered, Target, some_of
from gamemaster.sheets.bringing.attack_plan import is_place
from gamemaster.sheets.bringing.choosing import counting_form, menu_of, picked, recounted
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.moving import MOVE, check_can_go, moving_sheet, units_sheet
from gamemaster.sheets.bringing.moving_plan import as_they_go, stacks_at
from gamemaster.sheets.units_code import CHANGED
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

PLAN = "moving"
"""The kind of draft that a move is kept as until it is ordered; lines that were typed are kept as "move"."""

Counts = Mapping[str, int]


@reacts_to("guide", right="give orders")
async def guide_pressed(interaction: Interaction, press: Press) -> None:
    """From where; then which units of the place that was chosen, all to begin with."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    state = loaded.to_order()
    if press.values:
        await _show(interaction, loaded, press.values[0], None)
        return
    check_may_order(state)
    await show_sheet(interaction, await work_out(interaction, loaded, moving_sheet, loaded.game.id, state))


@reacts_to("moveby", right="give orders")
async def units_chosen(interaction: Interaction, press: Press) -> None:
    """Others chosen in the menu."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    start, before = await _plan(interaction, loaded)
    stacks = await work_out(interaction, loaded, stacks_at, loaded.to_order(), start)
    before = {stack.name: stack.count for stack in stacks} if before is None else before
    here = menu_of(stacks, press.argument)
    elsewhere = {name: count for name, count in before.items() if name not in {stack.name for stack in here}}
    await _show(interaction, loaded, start, elsewhere | picked(here, press.values, before))


@reacts_to("movecount", right="give orders", opens_form=True)
async def count_pressed(interaction: Interaction, press: Press) -> None:
    """A form for how many of each, or the form sent in."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    (start, chosen), fields = await _plan(interaction, loaded), press.fields
    if chosen is None:
        stacks = await work_out(interaction, loaded, stacks_at, loaded.to_order(), start)
        chosen = {stack.name: stack.count for stack in stacks}
    if fields is None:
        form = counting_form(loaded.game.id, loaded.to_order(), MOVE, Target(start), chosen)
        await open_form(interaction, modal_of(form))
        return
    try:
        await _show(interaction, loaded, start, recounted(chosen, fields))
    except Refusal as no:
        await _show(interaction, loaded, start, chosen, explained(no)[0])


@reacts_to("moveto", right="give orders")
async def end_chosen(interaction: Interaction, press: Press) -> None:
    """The orders that bring the chosen units there, as many as can go."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    await defer(interaction, is_order=True)
    start, chosen = await _plan(interaction, loaded)
    asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
    target = Target.named("".join(press.values[:1]))
    try:
        gone = await workers.quick(_gone, loaded.to_order(), start, chosen, target, asker=asker)
        check_can_go(gone.orders, gone.left_out)
        await carry_out(interaction, loaded, gone.orders, note="\n".join(gone.left_out))
    except Refusal as no:
        await _show(interaction, loaded, start, chosen, explained(no)[0])


def _gone(state: GameState, start: SpaceId, chosen: Counts | None, target: Target) -> Gathered:
    if not is_place(state, target):
        raise StaleDecision(CHANGED)
    stacks = stacks_at(state, start)
    going = stacks if chosen is None else some_of(stacks, chosen)
    return gather(state, target, as_they_go(going, target))


async def _plan(interaction: Interaction, loaded: GameView) -> tuple[SpaceId, dict[str, int] | None]:
    """From where the player is about to move, and how many of each stack, None for all; nowhere without a plan."""
    kept: Any = await interaction.client.master.plans.kept(loaded.game.id, interaction.user.id, PLAN)
    if not kept or kept["moment"] != phase_key(loaded.to_order()):
        return "", {}
    return kept["from"], kept["chosen"]


async def _show(
    interaction: Interaction, loaded: GameView, start: SpaceId, chosen: Counts | None, note: str = ""
) -> None:
    """Keep what is chosen now, and show where it can go."""
    await defer_in_place(interaction)
    state, master = loaded.to_order(), interaction.client.master
    asker = Asker(interaction.user.id, loaded.game.id)
    try:
        sheet = await master.workers.quick(units_sheet, loaded.game.id, state, start, chosen, asker=asker)
    except Refusal as no:
        await show_now(interaction, loaded, explained(no)[0])
        return
    kept = {"moment": phase_key(state), "from": start, "chosen": chosen}
    await master.plans.keep(loaded.game.id, interaction.user.id, PLAN, kept)
    await show_sheet(interaction, sheet.below(note))


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
