"""Attacking by thumb: a place, who goes there, with which chance; one button gives all the orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogs.interactions.answering import defer, defer_in_place, open_form, show_sheet
from cogs.interactions.errors import explained
from cogs.interactions.layout import modal_of
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out
from cogs.service.client import Interaction, TableBot, work_out
from cogs.sheets.showing import game_pressed, show_now
from engine import IllegalAction, Refusal
from engine.state.game_state import GameState
from gamemaster.jobs.attacks import AttackWish, Outlook, attack_orders, attack_outlook
from gamemaster.orders.phase_keys import phase_key
from gamemaster.sheets.aims import Stack, Target, some_of
from gamemaster.sheets.attack_plan import is_target, stacks_for
from gamemaster.sheets.attacking import attack_sheet
from gamemaster.sheets.choosing import counting_form, menu_of, picked, plan_mark, recounted
from gamemaster.sheets.targets import targets_sheet
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

PLAN = "attack"
"""The kind of draft that an attack is kept as until it is ordered."""
CHOOSE_AGAIN = "That attack isn't open any more. Choose where again."

CHANGED = "You have changed this attack on another sheet. Look at it again, then press."

Counts = Mapping[str, int]


@reacts_to("attack", right="give orders")
async def attack_pressed(interaction: Interaction, press: Press) -> None:
    """Where to attack."""
    if loaded := await game_pressed(interaction, press):
        await defer_in_place(interaction)
        try:
            asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
            sheet = await workers.quick(targets_sheet, loaded.game.id, loaded.to_order(), asker=asker)
        except Refusal as no:
            await show_now(interaction, loaded, explained(no)[0])
            return
        await show_sheet(interaction, sheet)


@reacts_to("attackat", right="give orders")
async def target_chosen(interaction: Interaction, press: Press) -> None:
    """Nobody is chosen yet for the place that is."""
    if loaded := await game_pressed(interaction, press):
        await _show(interaction, loaded, Target.named("".join(press.values[:1])), lambda _, __: {})


@reacts_to("attackfrom", right="give orders")
async def zone_chosen(interaction: Interaction, press: Press) -> None:
    """Another sea zone to land from; who is chosen comes there where they can."""
    if loaded := await game_pressed(interaction, press):
        _, before = await _plan(interaction, loaded)
        await _show(interaction, loaded, Target.named("".join(press.values[:1])), lambda _, before: before, before)


@reacts_to("attackby", "attackall", "attackenough", right="give orders")
async def attackers_chosen(interaction: Interaction, press: Press) -> None:
    """Others chosen for the attack: those of the menu, all, or as few as are enough."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    target, before = await _plan(interaction, loaded)

    def chosen(stacks: Sequence[Stack], before: Counts) -> Counts:
        if press.word != "attackby":
            return _all_who_fight(loaded.to_order(), stacks)
        here = menu_of(stacks, press.argument)
        elsewhere = {name: count for name, count in before.items() if name not in {stack.name for stack in here}}
        return elsewhere | picked(here, press.values, before)

    await _show(interaction, loaded, target, chosen, before, enough=press.word == "attackenough")


@reacts_to("attackcount", right="give orders", opens_form=True)
async def count_pressed(interaction: Interaction, press: Press) -> None:
    """A form for how many of each, or the form sent in."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    target, before = await _plan(interaction, loaded)
    fields = press.fields
    if fields is not None:
        await _show(interaction, loaded, target, lambda _, before: recounted(before, fields), before)
    else:
        form = counting_form(loaded.game.id, loaded.to_order(), PLAN, target, before)
        await open_form(interaction, modal_of(form))


@reacts_to("attacknow", right="give orders")
async def attack_now_pressed(interaction: Interaction, press: Press) -> None:
    """All orders of the attack, or none."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    target, chosen = await _plan(interaction, loaded)
    if press.argument != plan_mark(target, chosen):
        await _show(interaction, loaded, target, lambda _, before: before, chosen, note=CHANGED)
        return
    await defer(interaction, is_order=True)
    try:
        asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
        orders = await workers.quick(attack_orders, loaded.to_order(), target, chosen, asker=asker)
        if not orders:
            raise IllegalAction("units", "Nobody is chosen who can come. Choose who attacks.")
        await carry_out(interaction, loaded, orders)
    except Refusal as no:
        await show_now(interaction, loaded, explained(no)[0])


async def _plan(interaction: Interaction, loaded: GameView) -> tuple[Target, dict[str, int]]:
    """Where the attack goes that the player plans in this phase, and how many of each stack; nowhere without one."""
    kept: Any = await interaction.client.master.plans.kept(loaded.game.id, interaction.user.id, PLAN)
    if not kept or kept["moment"] != phase_key(loaded.to_order()):
        return Target(""), {}
    return Target.named(kept["target"]), kept["chosen"]


async def _show(
    interaction: Interaction,
    loaded: GameView,
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
    if not await work_out(interaction, loaded, is_target, state, target):
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
    await master.plans.keep(loaded.game.id, interaction.user.id, PLAN, kept)
    sheet = await work_out(interaction, loaded, attack_sheet, loaded.game.id, state, target, stacks, outlook)
    await show_sheet(interaction, sheet.below(note))


def _all_who_fight(state: GameState, stacks: Sequence[Stack]) -> Counts:
    """Everybody but those who would only be lost, such as transports: they can still be chosen by name.

    Aircraft that can attack a coast do so, rather than fight in the zone before it.
    """
    by_themselves = {(stack.origin, stack.unit) for stack in stacks if not stack.manner}
    return {
        stack.name: stack.count
        for stack in stacks
        if state.unit_of(state.power, stack.unit).attack
        and (stack.manner != "sea" or (stack.origin, stack.unit) not in by_themselves)
    }


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
