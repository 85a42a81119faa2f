"""Attacking and moving by thumb: a place, who goes there, with which chance; one button gives all the orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogs.interactions.answering import defer, defer_in_place, open_form
from cogs.interactions.errors import explained
from cogs.interactions.layout import modal_of
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.carrying_out import carry_out
from cogs.service.client import Interaction, TableBot, work_out
from cogs.sheets.picturing import show_at
from cogs.sheets.showing import game_pressed, show_now
from engine import IllegalAction, Refusal
from engine.state.game_state import GameState
from gamemaster.jobs.attacks import AttackWish, Outlook, attack_orders, attack_outlook
from gamemaster.keys import phase_key
from gamemaster.sheets.bringing.aims import ATTACK, BRING, Purpose, Stack, Target, some_of
from gamemaster.sheets.bringing.attack_plan import is_place, is_target, stacks_for
from gamemaster.sheets.bringing.attacking import plan_sheet
from gamemaster.sheets.bringing.choosing import counting_form, menu_of, picked, plan_mark, recounted
from gamemaster.sheets.bringing.targets import goals_sheet, targets_sheet
from gamemaster.sheets.page import Sheet
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

FIRST_SHEETS: Mapping[str, Callable[[int, GameState], Sheet]] = {"attack": targets_sheet, "bring": goals_sheet}
"""Where to, for each purpose."""
IS_OPEN: Mapping[str, Callable[[GameState, Target], bool]] = {"attack": is_target, "bring": is_place}
"""Whether a place can be meant."""

CHOOSE_AGAIN = "That place isn't open any more. Choose where again."
CHANGED = "You've changed this plan on another sheet. Check it, then press again."

Counts = Mapping[str, int]


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
        await _show(interaction, loaded, _purpose(press), target, lambda _, __: {})


@reacts_to("attackfrom", "bringfrom", right="give orders")
async def zone_chosen(interaction: Interaction, press: Press) -> None:
    """Another sea zone to land from; who is chosen comes there where they can."""
    if loaded := await game_pressed(interaction, press):
        _, before = await _plan(interaction, loaded, _purpose(press))
        target = Target.named("".join(press.values[:1]))
        await _show(interaction, loaded, _purpose(press), target, lambda _, before: before, before)


@reacts_to("attackby", "attackall", "attackenough", "bringby", "bringall", right="give orders")
async def units_chosen(interaction: Interaction, press: Press) -> None:
    """Others chosen: those of the menu, all, or as few as are enough for an attack."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    purpose = _purpose(press)
    target, before = await _plan(interaction, loaded, purpose)

    def chosen(stacks: Sequence[Stack], before: Counts) -> Counts:
        if not press.word.endswith("by"):
            return _all_of_use(loaded.to_order(), purpose, stacks)
        here = menu_of(stacks, press.argument)
        elsewhere = {name: count for name, count in before.items() if name not in {stack.name for stack in here}}
        return elsewhere | picked(here, press.values, before)

    await _show(interaction, loaded, purpose, target, chosen, before, enough=press.word == "attackenough")


@reacts_to("attackcount", "bringcount", right="give orders", opens_form=True)
async def count_pressed(interaction: Interaction, press: Press) -> None:
    """A form for how many of each, or the form sent in."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    purpose, fields = _purpose(press), press.fields
    target, before = await _plan(interaction, loaded, purpose)
    if fields is not None:
        await _show(interaction, loaded, purpose, target, lambda _, before: recounted(before, fields), before)
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
    if press.argument != plan_mark(target, chosen):
        await _show(interaction, loaded, purpose, target, lambda _, before: before, chosen, note=CHANGED)
        return
    await defer(interaction, is_order=True)
    try:
        asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
        orders = await workers.quick(attack_orders, loaded.to_order(), target, chosen, asker=asker)
        if not orders:
            raise IllegalAction("units", "None of the units you chose can come. Choose others.")
        await carry_out(interaction, loaded, orders)
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
    choose: Callable[[Sequence[Stack], Counts], Counts],
    before: Counts | None = None,
    *,
    enough: bool = False,
    note: str = "",
) -> None:
    """Keep what is chosen now, and show it with its chance."""
    await defer_in_place(interaction)
    state, master = loaded.to_order(), interaction.client.master
    if not await work_out(interaction, loaded, IS_OPEN[purpose.word], state, target):
        await show_now(interaction, loaded, CHOOSE_AGAIN)
        return
    asker = Asker(interaction.user.id, loaded.game.id)
    stacks = await master.workers.quick(stacks_for, state, target, asker=asker)
    try:
        counts = choose(stacks, before or {})
    except Refusal as no:
        counts, note = before or {}, explained(no)[0]
    wish = AttackWish(state, target, some_of(stacks, counts), enough=enough)
    outlook: Outlook = await master.workers.quick(attack_outlook, wish, asker=asker)
    kept = {"moment": phase_key(state), "target": target.name, "chosen": {s.name: s.count for s in outlook.chosen}}
    await master.plans.keep(loaded.game.id, interaction.user.id, purpose.word, kept)
    sheet = await work_out(interaction, loaded, plan_sheet, loaded.game.id, state, purpose, target, stacks, outlook)
    await show_at(interaction, loaded, sheet.below(note), target.space)


def _all_of_use(state: GameState, purpose: Purpose, stacks: Sequence[Stack]) -> Counts:
    """Everybody; in an attack without those who would only be lost, such as transports, who can be chosen by name.

    Aircraft that can attack a coast do so, rather than fight in the zone before it.
    """
    if purpose is BRING:
        return {stack.name: stack.count for stack in stacks}
    by_themselves = {(stack.origin, stack.unit) for stack in stacks if not stack.manner}
    return {
        stack.name: stack.count
        for stack in stacks
        if state.unit_of(state.power, stack.unit).attack
        and (stack.manner != "sea" or (stack.origin, stack.unit) not in by_themselves)
    }


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
