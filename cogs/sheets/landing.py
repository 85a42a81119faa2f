"""Landing by thumb: the sheet of all aircraft in the air, a place for each stack, or all as proposed."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.interactions.answering import defer, defer_in_place
from cogs.interactions.errors import explained
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out
from cogs.orders.landings import offer_next, show_landings
from cogs.service.client import Interaction, TableBot
from cogs.sheets.showing import game_pressed
from engine import IllegalAction, Refusal
from engine.state.game_state import GameState
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.bringing.aims import Gathered, Target
from gamemaster.sheets.bringing.attack_plan import is_place
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.landing import proposed_landings, stack_named
from gamemaster.views.view import GameView
from gamemaster.workers import Asker

LANDED = "Those aircraft have landed or can't land there. Choose again."


@reacts_to("landings", right="give orders")
async def landings_pressed(interaction: Interaction, press: Press) -> None:
    """All aircraft in the air."""
    if loaded := await game_pressed(interaction, press):
        await defer_in_place(interaction)
        await show_landings(interaction, loaded)


@reacts_to("landat", right="give orders")
async def place_chosen(interaction: Interaction, press: Press) -> None:
    """A stack landed where it was chosen, as many as can."""
    if loaded := await game_pressed(interaction, press):
        await defer(interaction, is_order=True)
        asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
        end = Target("".join(press.values[:1]))
        try:
            landed = await workers.quick(_landed, loaded.to_order(), press.argument, end, asker=asker)
            await _land(interaction, loaded, landed.orders, landed.left_out)
        except Refusal as no:
            await show_landings(interaction, loaded, explained(no)[0])


@reacts_to("landall", right="give orders")
async def all_pressed(interaction: Interaction, press: Press) -> None:
    """All aircraft landed as is proposed."""
    if loaded := await game_pressed(interaction, press):
        await defer(interaction, is_order=True)
        asker, workers = Asker(interaction.user.id, loaded.game.id), interaction.client.master.workers
        try:
            await _land(interaction, loaded, await workers.quick(proposed_landings, loaded.to_order(), asker=asker))
        except Refusal as no:
            await show_landings(interaction, loaded, explained(no)[0])


async def _land(
    interaction: Interaction, loaded: GameView, orders: Sequence[JsonAction], left_out: Sequence[str] = ()
) -> None:
    if not orders:
        raise IllegalAction("units", next(iter(left_out), LANDED))
    await carry_out(interaction, loaded, orders, note="\n".join(left_out))
    await offer_next(interaction)


def _landed(state: GameState, argument: str, end: Target) -> Gathered:
    stack = stack_named(state, argument)
    if stack is None or not is_place(state, end):
        raise IllegalAction("units", LANDED)
    return gather(state, end, [stack])


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
