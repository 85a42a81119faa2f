"""Attacking and moving by thumb: a place, who goes there, with which chance; one button gives all the orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from cogs.interactions.answering import defer, defer_in_place, open_form
from cogs.interactions.errors import explained
from cogs.interactions.layout import modal_of
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import carry_out
from cogs.service.client import Interaction, TableBot
from cogs.sheets.picturing import show_at
from cogs.sheets.showing import game_pressed, show_now
from engine import IllegalAction, Refusal
from engine.state.game_state import GameState
from gamemaster.jobs.attacks import attack_orders
from gamemaster.keys import phase_key
from gamemaster.sheets.bringing.aims import ATTACK, BRING, Purpose, Target
from gamemaster.sheets.bringing.attacking import planned
from gamemaster.sheets.bringing.choosing import (
    Choosing,
    Counts,
    all_of_use,
    as_before,
    counting_form,
    of_menu,
    plan_mark,
    recounted,
)
from gamemaster.sheets.bringing.targets import goals_sheet, targets_sheet
from gamemaster.sheets.page import Sheet
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

FIRST_SHEETS: Mapping[str, Callable[[int, GameState], Sheet]] = {"attack": targets_sheet, "bring": goals_sheet}
"""Where to, for each purpose."""

CHOOSE_AGAIN = "You can't go there any more. Choose another place."
OTHERS_COME = "Who can come has changed since. Check it, then press again."
CHANGED = "You've changed this plan on another sheet. Check it, then press again."


def _purpose(press: Press) -> Purpose:
    return ATTACK if press.word.startswith(ATTACK.word) else BRING


@reacts_to("attack", "bring", right="give orders")
async def purpose_pressed(interaction: Interaction, press: Press) -> None:
    """Where to."""
    if loaded := await game_pressed(interaction, press):
        await defer_in_place(interaction)
        try:
            asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
            draw = FIRST_SHEETS[_purpose(press).word]
            sheet = await workers.quick(draw, loaded.game.id, loaded.to_order(), asker=asker)
        except Refusal as no:
            await show_now(interaction, loaded, explained(no)[0])
            return
        await show_sheet(interaction, sheet)


@reacts_to("attackat", "bringat", right="give orders")
async def target_chosen(interaction: Interaction, press: Press) -> None:
    """Nobody is chosen yet for the place that is."""
    if loaded := await game_pressed(interaction, press):
        target = Target.named("".join(press.values[:1]))
        await _show(interaction, loaded, _purpose(press), target, as_before)


@reacts_to("attackfrom", "bringfrom", right="give orders")
async def zone_chosen(interaction: Interaction, press: Press) -> None:
    """Another sea zone to land from; who is chosen comes there where they can."""
    if loaded := await game_pressed(interaction, press):
        _, before = await _plan(interaction, loaded, _purpose(press))
        target = Target.named("".join(press.values[:1]))
        await _show(interaction, loaded, _purpose(press), target, as_before, before)


@reacts_to("attackby", "attackall", "attackenough", "bringby", "bringall", right="give orders")
async def units_chosen(interaction: Interaction, press: Press) -> None:
    """Others chosen: those of the menu, all, or as few as are enough for an attack."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    purpose = _purpose(press)
    target, before = await _plan(interaction, loaded, purpose)

    is_of_menu = press.word.endswith("by")
    choose = partial(of_menu, number=press.argument, names=tuple(press.values)) if is_of_menu else all_of_use
    await _show(interaction, loaded, purpose, target, choose, before, enough=press.word == "attackenough")


@reacts_to("attackcount", "bringcount", right="give orders", opens_form=True)
async def count_pressed(interaction: Interaction, press: Press) -> None:
    """A form for how many of each, or the form sent in."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    purpose, fields = _purpose(press), press.fields
    target, before = await _plan(interaction, loaded, purpose)
    if fields is not None:
        note = ""
        try:
            before = recounted(before, fields)
        except Refusal as no:
            note = explained(no)[0]
        await _show(interaction, loaded, purpose, target, as_before, before, note=note)
    else:
        form = counting_form(loaded.game.id, loaded.to_order(), purpose.word, target, before)
        await open_form(interaction, modal_of(form))


@reacts_to("attacknow", "bringnow", right="give orders")
async def now_pressed(interaction: Interaction, press: Press) -> None:
    """All orders of the plan, or none."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    purpose = _purpose(press)
    target, chosen = await _plan(interaction, loaded, purpose)
    of_plan, _, of_coming = press.argument.partition(".")
    if of_plan != plan_mark(target, chosen):
        await _show(interaction, loaded, purpose, target, as_before, chosen, note=CHANGED)
        return
    await defer(interaction, is_order=True)
    try:
        asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
        brought = await workers.quick(attack_orders, loaded.to_order(), target, chosen, asker=asker)
        if not brought.orders:
            raise IllegalAction("units", "None of the units you chose can come. Choose others.")
        if of_coming != plan_mark(target, brought.coming):
            await _show(interaction, loaded, purpose, target, as_before, chosen, note=OTHERS_COME)
            return
        await carry_out(interaction, loaded, brought.orders)
    except Refusal as no:
        await show_now(interaction, loaded, explained(no)[0])


async def _plan(interaction: Interaction, loaded: GameView, purpose: Purpose) -> tuple[Target, dict[str, int]]:
    """Where the player plans to go in this phase, and how many of each stack; nowhere without a plan."""
    kept: Any = await interaction.client.master.plans.kept(loaded.game.id, interaction.user.id, purpose.word)
    if not kept or kept["moment"] != phase_key(loaded.to_order()):
        return Target(""), {}
    return Target.named(kept["target"]), kept["chosen"]


async def _show(
    interaction: Interaction,
    loaded: GameView,
    purpose: Purpose,
    target: Target,
    choose: Choosing,
    before: Counts | None = None,
    *,
    enough: bool = False,
    note: str = "",
) -> None:
    """Keep what is chosen now, and show it with its chance."""
    await defer_in_place(interaction)
    game_id, user_id, state, master = loaded.game.id, interaction.user.id, loaded.to_order(), interaction.client.master
    about = (game_id, state, purpose, target, choose, before or {}, enough)
    plan = await master.workers.quick(planned, *about, asker=Asker(user_id, game_id))
    if plan is None:
        await show_now(interaction, loaded, CHOOSE_AGAIN)
        return
    kept = {"moment": phase_key(state), "target": target.name, "chosen": dict(plan.chosen)}
    await master.plans.keep(game_id, user_id, purpose.word, kept)
    await show_at(interaction, loaded, plan.sheet.below(note), target.space)


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
