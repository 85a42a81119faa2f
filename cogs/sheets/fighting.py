"""All battles by thumb: their order, how each is fought, and one press that fights them."""

from __future__ import annotations

from cogs.interactions.answering import defer_in_place
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.orders.battles import PLAN, fight_all, planned
from cogs.service.client import Interaction, TableBot, actor_of, cause_of, work_out
from cogs.sheets.showing import game_pressed, show_now
from gamemaster.orders.fights import FightAll, name_of
from gamemaster.sheets.fighting import HOW, fighting_sheet
from gamemaster.sheets.page import Sheet
from gamemaster.views.view import GameView

CHANGED = "You've changed this on another sheet. Check it, then press again."
STOPPED = "Stopped. You begin each battle yourself."
NO_BATTLE = "There's no battle left to begin."


@reacts_to("fightall", right="give orders")
async def fight_all_pressed(interaction: Interaction, press: Press) -> None:
    """The battles in their order, a choice among them, or the press that fights them; dice can't be taken back."""
    loaded = await game_pressed(interaction, press)
    if loaded is None:
        return
    plan, (word, _, name) = await planned(interaction, loaded), press.argument.partition(".")
    if word == "now" and name == plan.mark:
        await fight_all(interaction, loaded, plan)
    elif word == "stop":
        await defer_in_place(interaction)
        await interaction.client.master.acting.stop_fighting(
            loaded.game.id, actor_of(interaction), cause_of(interaction)
        )
        await _show(interaction, loaded, plan, note=STOPPED)
    elif word == "now":
        await defer_in_place(interaction)
        await _show(interaction, loaded, plan, note=CHANGED)
    else:
        await defer_in_place(interaction)
        chosen = "".join(press.values[:1])
        changed = _changed(loaded, plan, word, name, chosen)
        if changed != plan:
            await interaction.client.master.plans.keep(loaded.game.id, interaction.user.id, PLAN, dict(changed.stored))
        await _show(interaction, loaded, changed, name or chosen)


def _changed(loaded: GameView, plan: FightAll, word: str, name: str, chosen: str) -> FightAll:
    """The plan after a press; what names no battle changes nothing."""
    battle = next((each for each in loaded.to_order().pending if name_of(each) == name), None)
    if battle and word == "first":
        return plan.with_first(name)
    line = "" if chosen == "none" else chosen
    return plan.with_line(battle.space, line) if battle and word == "how" and line in HOW else plan


async def _show(
    interaction: Interaction, loaded: GameView, plan: FightAll, picked: str = "", *, note: str = ""
) -> None:
    state, game_id = loaded.to_order(), loaded.game.id
    if not (state.pending or state.battle):
        await show_now(interaction, loaded, note or NO_BATTLE)
        return
    goes_on = await interaction.client.master.games.goes_on(loaded)
    sheet: Sheet = await work_out(interaction, loaded, fighting_sheet, game_id, state, plan, picked, goes_on)
    await show_sheet(interaction, sheet.below(note))


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
